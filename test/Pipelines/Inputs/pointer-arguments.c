#include <stdint.h>
#include <stdio.h>

int32_t entry(void *slots, const int32_t *x);

int main(void) {
  int32_t x[2] = {0, 0};
  void *slots[1] = {NULL};
  int code = entry(slots, x);
  printf("%d: %s\n", code, slots[0] == x ? "set" : "not set");
  return 0;
}
