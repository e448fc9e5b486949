/* Calls the packed entry as TVM's test harness and mlonmcu do: the descriptors
 * have rank 0 and a shape of one element, nobody sets types, and the count is 0
 * (TVM v0.14 python/tvm/testing/aot.py, _emit_main_packed_call).
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <string.h>
#include <tvm/runtime/c_runtime_api.h>

#include "images.h"
#include "platform.h"

int32_t tvmgen_default_run(void *args, void *type_code, int num_args,
                           void *out_value, void *out_type_code,
                           void *resource_handle);

static uint8_t __attribute__((aligned(16))) memory[8192];

static int run(void *input, void *output) {
  static int64_t shape = 0;
  DLTensor tensors[2];
  TVMValue values[2];
  int32_t types[2];
  /* What nobody sets is garbage, and not 0 by chance. */
  memset(tensors, 0xA5, sizeof(tensors));
  memset(types, 0xA5, sizeof(types));
  for (int i = 0; i < 2; ++i) {
    tensors[i].data = i == 0 ? input : output;
    tensors[i].device.device_type = kDLCPU;
    tensors[i].device.device_id = 0;
    tensors[i].ndim = 0;
    tensors[i].shape = &shape;
    tensors[i].strides = NULL;
    tensors[i].byte_offset = 0;
    values[i].v_handle = &tensors[i];
  }
  return tvmgen_default_run(values, types, 0, NULL, 0, NULL);
}

int main(void) {
  int right = 0;
  int8_t scores[16] = {0};
  StackMemoryManager_Init(&workspace, memory, sizeof(memory));
  if (run((void *)digits_images[0], NULL) == 0)
    return 2;
  for (int i = 0; i < digits_count; ++i) {
    if (run((void *)digits_images[i], scores) != 0)
      return 1;
    right += is_right(scores, i);
  }
  printf("%d of %d images right\n", right, digits_count);
  return 0;
}
