/* Classifies handwritten digits with two models: one gives scores, the other the largest of them.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "digits_test_set.h"
#include "tvmgen_best.h"
#include "tvmgen_digits.h"

static int8_t image[TVMGEN_DIGITS_A_SIZE];
static int8_t scores[TVMGEN_DIGITS_IDENTITY_SIZE];
static int32_t class_of_image;

/* Returns 0, or the code of the model that failed. */
static int32_t classify(void) {
  struct tvmgen_digits_inputs digits_inputs = {.a = image};
  struct tvmgen_digits_outputs digits_outputs = {.Identity = scores};
  const int32_t code = tvmgen_digits_run(&digits_inputs, &digits_outputs);
  if (code != 0)
    return code;
  struct tvmgen_best_inputs best_inputs = {.input = scores};
  struct tvmgen_best_outputs best_outputs = {.output = &class_of_image};
  return tvmgen_best_run(&best_inputs, &best_outputs);
}

int main(void) {
  int right = 0;
  int equal = 0;
  for (int i = 0; i < digits_count; ++i) {
    memcpy(image, digits_images[i], sizeof(image));
    const int32_t code = classify();
    if (code != 0) {
      printf("image %d: code %" PRId32 "\n", i, code);
      return 1;
    }
    right += class_of_image == digits_labels[i];
    equal += memcmp(scores, digits_reference[i], sizeof(scores)) == 0;
  }
  printf("%d of %d images right\n", right, digits_count);
  printf("%d of %d outputs equal to the reference\n", equal, digits_count);
  return equal == digits_count ? 0 : 1;
}
