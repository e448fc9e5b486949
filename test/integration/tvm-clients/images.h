/* The test set of the digits, for programs in the style of TVM's users.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef IMAGES_H
#define IMAGES_H

#include <stdio.h>

#include "digits_test_set.h"

/* Whether the model's scores of an image have the largest one at its label. */
static int is_right(const int8_t *scores, int image) {
  int best = 0;
  for (int c = 1; c < digits_classes; ++c)
    if (scores[c] > scores[best])
      best = c;
  return best == digits_labels[image];
}

#endif
