// Classifies the 360 test images with a library that `tirc --emit=arduino` wrote.
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <string.h>
#include <tvmgen_digits.h>

#include "digits_test_set.h"

static int8_t image[TVMGEN_DIGITS_A_SIZE];
static int8_t scores[TVMGEN_DIGITS_IDENTITY_SIZE];

void setup() {
  Serial.begin(115200);
  struct tvmgen_digits_inputs inputs = {image};
  struct tvmgen_digits_outputs outputs = {scores};
  int equal = 0;
  for (int i = 0; i < digits_count; ++i) {
    memcpy(image, digits_images[i], sizeof(image));
    if (tvmgen_digits_run(&inputs, &outputs) == 0)
      equal += memcmp(scores, digits_reference[i], sizeof(scores)) == 0;
  }
  Serial.print(equal);
  Serial.print(" of ");
  Serial.print(static_cast<int>(digits_count));
  Serial.println(" outputs equal to the reference");
}

void loop() {}
