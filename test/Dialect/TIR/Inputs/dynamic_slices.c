#include <stdint.h>
#include <stdio.h>

int32_t run(float *x, float *y, int64_t n);

int main(void) {
  static const int rows[] = {0, 1, 5};
  for (int k = 0; k < 3; ++k) {
    int n = rows[k], wrong = 0;
    float x[64], y[64], wanted[64];
    for (int i = 0; i < 64; ++i) {
      x[i] = (float)(i + 1);
      y[i] = wanted[i] = (float)(1000 * i);
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 4; ++j)
        wanted[(i + 2) * 8 + j + 3] = 2 * x[(i + 1) * 8 + j + 2];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 4; ++j)
        wanted[i * 8 + 2 * j + 1] += x[i * 8 + 2 * j];
    int code = (int)run(x, y, n);
    for (int i = 0; i < 64; ++i)
      wrong += y[i] != wanted[i];
    printf("%d rows: %d wrong, code %d\n", n, wrong, code);
  }
  return 0;
}
