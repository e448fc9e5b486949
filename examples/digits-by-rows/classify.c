/* Classifies the 360 test images while their rows arrive.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>
#include <string.h>

#include "digits_test_set.h"
#include "tvmgen_digits.h"
#include "tvmgen_whole.h"

static int8_t scores[TVMGEN_DIGITS_IDENTITY_SIZE];

/* Stands for a camera that writes its next row to `place`. */
static void capture(int number, int row, int8_t *place) {
  memcpy(place, &digits_images[number][row * TVMGEN_DIGITS_ROW_SIZE], TVMGEN_DIGITS_ROW_SIZE);
}

/* What the firmware does between two rows: it runs another model. */
static int do_other_work(int number) {
  int8_t other[TVMGEN_WHOLE_IDENTITY_SIZE];
  int8_t image[TVMGEN_WHOLE_A_SIZE];
  struct tvmgen_whole_inputs inputs = {.a = image};
  struct tvmgen_whole_outputs outputs = {.Identity = other};
  memcpy(image, digits_images[number], sizeof(image));
  return tvmgen_whole_run(&inputs, &outputs) == 0 &&
         memcmp(other, digits_reference[number], sizeof(other)) == 0;
}

static int classify(int number) {
  struct tvmgen_digits_progress progress = {{0}};
  struct tvmgen_digits_outputs outputs = {.Identity = scores};
  if (tvmgen_digits_begin(&progress, &outputs) != 0)
    return 0;
  for (int row = 0; row < TVMGEN_DIGITS_ROWS; ++row) {
    capture(number, row, tvmgen_digits_row(&progress));
    if (!do_other_work((number + row + 1) % digits_count) ||
        tvmgen_digits_feed(&progress, &outputs) < 0)
      return 0;
  }
  return tvmgen_digits_end(&progress) == 0;
}

int main(void) {
  int equal = 0;
  for (int i = 0; i < digits_count; ++i) {
    if (!classify(i)) {
      fprintf(stderr, "image %d: the run failed\n", i);
      return 1;
    }
    equal += memcmp(scores, digits_reference[i], sizeof(scores)) == 0;
  }
  printf("outputs   %d of %d outputs equal to the reference\n", equal, digits_count);
  printf("RAM       %lu bytes of workspace, %lu of output, none of input\n",
         (unsigned long)TVMGEN_DIGITS_WORKSPACE_SIZE, (unsigned long)sizeof(scores));
  return equal == digits_count ? 0 : 1;
}
