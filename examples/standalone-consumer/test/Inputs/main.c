/* Runs the model of model.mlir and compares its output with the same
 * computation in C. */
#include "npu.h"
#include "tvmgen_model.h"
#include <stdio.h>

NPU_CONV2D(8, 8, 2, 4, 3, 3, 5)
NPU_ADD(1x6x6x4, 144)

int main(void) {
  static int8_t x[128], w[72], y[144];
  for (int i = 0; i < 128; ++i)
    x[i] = (int8_t)(i * 37 % 256 - 128);
  for (int i = 0; i < 72; ++i)
    w[i] = (int8_t)(i * 53 % 256 - 128);
  struct tvmgen_model_inputs inputs = {x, w};
  struct tvmgen_model_outputs outputs = {y};
  if (tvmgen_model_run(&inputs, &outputs) != 0)
    return 1;
  int positive = 0, negative = 0;
  for (int i = 0; i < 144; ++i) {
    int32_t sum = 0;
    for (int k = 0; k < 18; ++k)
      sum += x[(i / 24 + k / 6) * 16 + i / 4 % 6 * 2 + k % 6] * w[i % 4 * 18 + k];
    int8_t conv = npu_saturate(sum >> 5);
    if (y[i] != npu_saturate(conv > 0 ? 2 * conv : conv))
      return printf("element %d is %d\n", i, y[i]), 1;
    ++*(conv > 0 ? &positive : &negative);
  }
  printf("%d elements right, %d of them positive\n", positive + negative, positive);
  return positive && negative ? 0 : 1;
}
