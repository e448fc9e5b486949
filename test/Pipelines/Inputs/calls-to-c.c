#include "tvmgen_calls_to_c.h"
#include <stdio.h>

static int32_t code;

int32_t vendor_add(const int32_t *in, int32_t k, int32_t *out);
int32_t vendor_add(const int32_t *in, int32_t k, int32_t *out) {
  for (int i = 0; i < 4; ++i)
    out[i] = in[i] + k;
  return code;
}

void trace(int32_t k);
void trace(int32_t k) { printf("trace %d; ", (int)k); }

int main(void) {
  int32_t x[4] = {-1, 2, -3, 4}, y[4] = {0};
  struct tvmgen_calls_to_c_inputs inputs = {x};
  struct tvmgen_calls_to_c_outputs outputs = {y};
  printf("0: ");
  if (tvmgen_calls_to_c_run(&inputs, &outputs) != 0)
    return 1;
  printf("%d %d %d %d\n", (int)y[0], (int)y[1], (int)y[2], (int)y[3]);
  /* A kernel's code is returned unchanged. */
  code = 42;
  printf("%d\n", (int)tvmgen_calls_to_c_run(&inputs, &outputs));
  return 0;
}
