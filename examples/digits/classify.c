/* Classifies the 360 test images with the network that tirc compiled.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "digits_test_set.h"
#include "tvmgen_digits.h"

static int8_t image[TVMGEN_DIGITS_A_SIZE];
static int8_t scores[TVMGEN_DIGITS_IDENTITY_SIZE];

static int32_t classify(const int8_t *pixels) {
  struct tvmgen_digits_inputs inputs = {.a = image};
  struct tvmgen_digits_outputs outputs = {.Identity = scores};
  memcpy(image, pixels, sizeof(image));
  return tvmgen_digits_run(&inputs, &outputs);
}

static int largest(const int8_t *values) {
  int best = 0;
  for (int i = 1; i < digits_classes; ++i)
    if (values[i] > values[best])
      best = i;
  return best;
}

static double microseconds_an_image(void) {
  const clock_t start = clock();
  long runs = 0;
  clock_t now = start;
  do {
    for (int i = 0; i < digits_count; ++i, ++runs)
      (void)classify(digits_images[i]);
    now = clock();
  } while (now - start < CLOCKS_PER_SEC / 4);
  return 1e6 * (double)(now - start) / CLOCKS_PER_SEC / (double)runs;
}

int main(void) {
  int right = 0;
  int equal = 0;
  for (int i = 0; i < digits_count; ++i) {
    const int32_t status = classify(digits_images[i]);
    if (status != 0) {
      fprintf(stderr, "image %d: tvmgen_digits_run returned %" PRId32 "\n", i, status);
      return 1;
    }
    right += largest(scores) == digits_labels[i];
    equal += memcmp(scores, digits_reference[i], sizeof(scores)) == 0;
  }
  printf("accuracy  %.1f %% (%d of %d images)\n", 100.0 * right / digits_count, right,
         digits_count);
  printf("outputs   %d of %d outputs equal to the reference\n", equal, digits_count);
  printf("RAM       %lu bytes of workspace, %lu of input and output\n",
         (unsigned long)TVMGEN_DIGITS_WORKSPACE_SIZE,
         (unsigned long)(sizeof(image) + sizeof(scores)));
  printf("time      %.1f us an image on this machine\n", microseconds_an_image());
  return equal == digits_count ? 0 : 1;
}
