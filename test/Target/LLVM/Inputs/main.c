#include <stdint.h>
#include <stdio.h>

struct inputs {
  void *a;
};
struct outputs {
  void *identity;
};
int32_t tvmgen_default_run(struct inputs *, struct outputs *);

static int8_t a[64];
static int8_t identity[1024];

int main(void) {
  for (int i = 0; i < 64; i++)
    a[i] = (int8_t)(i - 128);
  struct inputs in = {a};
  struct outputs out = {identity};
  int code = (int)tvmgen_default_run(&in, &out);
  int sum = 0;
  for (int i = 0; i < 1024; i++)
    sum += identity[i] * (i % 7 + 1);
  printf("code %d, sum %d\n", code, sum);
  return 0;
}
