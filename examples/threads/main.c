/* Classifies the test images with 1 to 8 threads, which must have the same outputs.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>
#include <string.h>

#include "digits_test_set.h"
#include "pool.h"
#include "tvmgen_digits.h"

/* Returns how many outputs equal the reference, or -1 if a run failed. */
static int classify(void) {
  int equal = 0;
  for (int i = 0; i < digits_count; ++i) {
    int8_t image[TVMGEN_DIGITS_A_SIZE], scores[TVMGEN_DIGITS_IDENTITY_SIZE];
    struct tvmgen_digits_inputs inputs = {.a = image};
    struct tvmgen_digits_outputs outputs = {.Identity = scores};
    memcpy(image, digits_images[i], sizeof(image));
    if (tvmgen_digits_run(&inputs, &outputs) != 0)
      return -1;
    equal += memcmp(scores, digits_reference[i], sizeof(scores)) == 0;
  }
  return equal;
}

int main(void) {
  int wrong = 0;
  for (int threads = 1; threads <= 8; ++threads) {
    if (pool_start(threads) != 0) {
      fprintf(stderr, "cannot start %d threads\n", threads);
      return 1;
    }
    int equal = classify();
    printf("%d threads   %d of %d outputs equal to the reference, %lu launches\n", threads, equal,
           digits_count, pool_launches());
    wrong |= equal != digits_count || (threads > 1) != (pool_launches() > 0);
    pool_stop();
  }
  return wrong;
}
