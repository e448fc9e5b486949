/* Runs the digits as the platform.c of TVM's Arduino projects does: it calls
 * the main function itself, whose prototype it does not have, with an input and
 * an output.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#include "images.h"
#include "platform.h"

int tvmgen_default___tvm_main__();

static uint8_t memory[WORKSPACE_BYTES];

static void execute(void *input_data, void *output_data) {
  int ret_val = tvmgen_default___tvm_main__(input_data, output_data);
  if (ret_val != 0)
    TVMPlatformAbort(kTvmErrorPlatformCheckFailure);
}

int main(void) {
  int right = 0;
  int8_t scores[16] = {0};
  StackMemoryManager_Init(&workspace, memory, sizeof(memory));
  for (int i = 0; i < digits_count; ++i) {
    execute((void *)digits_images[i], scores);
    right += is_right(scores, i);
  }
  printf("%d of %d images right\n", right, digits_count);
  return 0;
}
