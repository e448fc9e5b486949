#include "tvmgen_first.h"
#include "tvmgen_second.h"
#include <stdio.h>

static void show(const int32_t *x) {
  printf("%d %d %d %d\n", (int)x[0], (int)x[1], (int)x[2], (int)x[3]);
}

int main(void) {
  int32_t x[4] = {5, 6, 7, 8}, scalar[1] = {100}, same[4], constant[4], sum[4],
          again[4], other[4];
  struct tvmgen_first_inputs inputs = {x, scalar};
  struct tvmgen_first_outputs outputs = {same, constant, sum, again};
  struct tvmgen_second_inputs second_inputs = {sum};
  struct tvmgen_second_outputs second_outputs = {other};
  if (tvmgen_first_run(&inputs, &outputs) != 0 ||
      tvmgen_second_run(&second_inputs, &second_outputs) != 0)
    return 1;
  show(same);
  show(constant);
  show(sum);
  show(again);
  show(other);
  return 0;
}
