/* Runs the model of plugin-operators.mlir and computes its outputs by other
 * means. */
#include "tvmgen_operators.h"

#include <stdio.h>
#include <stdlib.h>

static const int32_t boundaries[] = {-5, 0, 7};

int main(void) {
  static int32_t a[2][6], b[2][6], bucket[2][6], stored[2][12], absolute[2][12];
  int wrong = 0, total = 0;
  for (int i = 0; i < 12; ++i) {
    a[i / 6][i % 6] = 3 * i - 17;
    b[i / 6][i % 6] = i * i % 11 - 4;
  }
  struct tvmgen_operators_inputs inputs = {&a[0][0], &b[0][0]};
  struct tvmgen_operators_outputs outputs = {&bucket[0][0], &stored[0][0],
                                             &absolute[0][0]};
  if (tvmgen_operators_run(&inputs, &outputs) != 0)
    return 1;
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i < 6; ++i) {
      const int from = i < 2 ? i + 4 : i - 2;
      const int32_t sum = a[row][from] + b[row][from];
      int32_t reached = 0;
      for (int k = 0; k < 3; ++k)
        if (sum >= boundaries[k])
          ++reached;
      wrong += bucket[row][i] != reached;
      wrong += stored[row][2 * i] != a[row][i] * a[row][i];
      wrong += stored[row][2 * i + 1] != b[row][i];
      wrong += absolute[row][2 * i] != abs(a[row][i]);
      wrong += absolute[row][2 * i + 1] != abs(b[row][i]);
      total += 5;
      printf("%d ", bucket[row][i]);
    }
  printf("\n%d of %d values are wrong\n", wrong, total);
  return wrong != 0;
}
