#include <stdint.h>
#include <stdio.h>

#ifdef INDEX_64
typedef int64_t index_type;
#else
typedef int32_t index_type;
#endif

int32_t entry(float *x, float *y, float *z, float *w, index_type k);

int main(void) {
  float x[48], y[48], z[24], w[24], wanted_y[48], wanted_w[24];
  for (int i = 0; i < 48; ++i) {
    x[i] = (float)i;
    wanted_y[i] = y[i] = (float)(100 * i);
  }
  for (int i = 0; i < 24; ++i) {
    z[i] = (float)i;
    wanted_w[i] = w[i] = (float)(1000 * i);
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      wanted_y[25 + i * 8 + j] += 2 * x[10 + 16 * i + 2 * j];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      wanted_y[2 + i * 8 + j] += 2 * x[16 + 8 * i + j];
  for (int i = 0; i < 24; ++i)
    wanted_w[i] += 2 * z[i];
  int code = (int)entry(x, y, z, w, 2), wrong = 0;
  for (int i = 0; i < 48; ++i)
    wrong += wanted_y[i] != y[i];
  for (int i = 0; i < 24; ++i)
    wrong += wanted_w[i] != w[i];
  printf("code %d, %d wrong\n", code, wrong);
  return 0;
}
