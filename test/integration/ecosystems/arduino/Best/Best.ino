// Finds the largest of ten scores.
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tvmgen_best.h>

static int8_t scores[TVMGEN_BEST_INPUT_SIZE] = {1, 2, -128, 3, 4, 5, 6, 127, 8, 0};
static int32_t largest;

void setup() {
  Serial.begin(9600);
  struct tvmgen_best_inputs inputs = {scores};
  struct tvmgen_best_outputs outputs = {&largest};
  const int32_t code = tvmgen_best_run(&inputs, &outputs);
  Serial.print("code ");
  Serial.print(code);
  Serial.print(", class ");
  Serial.println(largest);
}

void loop() {}
