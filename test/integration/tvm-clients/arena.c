/* Runs the digits with an arena of the header's size at each address modulo 16,
 * over the stack allocator.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdlib.h>
#include <string.h>

#include "images.h"
#include "platform.h"
#include "tvmgen_default.h"

int main(void) {
  for (size_t offset = 0; offset < 16; ++offset) {
    /* The bytes before and after the arena belong to nobody. */
    uint8_t *block =
        aligned_alloc(16, (TVMGEN_DEFAULT_WORKSPACE_SIZE + 47) / 16 * 16);
    int8_t scores[TVMGEN_DEFAULT_IDENTITY_SIZE];
    struct tvmgen_default_inputs inputs = {.a = (void *)digits_images[offset]};
    struct tvmgen_default_outputs outputs = {.Identity = scores};
    if (block == NULL)
      return 1;
    memset(block, 0x5A, TVMGEN_DEFAULT_WORKSPACE_SIZE + 32);
    if (StackMemoryManager_Init(&workspace, block + offset,
                                TVMGEN_DEFAULT_WORKSPACE_SIZE) !=
            kTvmErrorNoError ||
        tvmgen_default_run(&inputs, &outputs) != 0 ||
        !is_right(scores, (int)offset))
      return 2 + (int)offset;
    for (size_t i = 0; i < offset; ++i)
      if (block[i] != 0x5A)
        return 32;
    for (size_t i = offset + TVMGEN_DEFAULT_WORKSPACE_SIZE;
         i < TVMGEN_DEFAULT_WORKSPACE_SIZE + 32; ++i)
      if (block[i] != 0x5A)
        return 33;
    free(block);
  }
  printf("16 arenas\n");
  return 0;
}
