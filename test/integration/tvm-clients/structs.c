/* Runs the digits through the C interface.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "images.h"
#include "tvmgen_default.h"

int main(void) {
  int right = 0;
  for (int i = 0; i < digits_count; ++i) {
    int8_t scores[TVMGEN_DEFAULT_IDENTITY_SIZE];
    struct tvmgen_default_inputs inputs = {.a = (void *)digits_images[i]};
    struct tvmgen_default_outputs outputs = {.Identity = scores};
    if (tvmgen_default_run(&inputs, &outputs) != 0)
      return 1;
    right += is_right(scores, i);
  }
  printf("%d of %d images right\n", right, digits_count);
  return 0;
}
