#include <stdint.h>
#include <stdio.h>

/* The C that is tested has no header; its buffers are one pointer each. */
int32_t tvmgen_default_model(const int32_t *x, const int32_t *weights,
                             int32_t *y);

int main(void) {
  const int32_t x[2 * 3] = {1, -2, 3, 4, 5, -6};
  const int32_t weights[3 * 4] = {1, -2, 3, 4, 5, 6, -7, 8, -9, 10, 11, 12};
  int32_t y[2 * 4] = {0};
  if (tvmgen_default_model(x, weights, y) != 0)
    return 1;
  for (int i = 0; i < 8; ++i)
    printf("%d, ", (int)y[i]);
  puts("");
  return 0;
}
