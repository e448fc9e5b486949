#include <stdint.h>
#include <stdio.h>

#ifdef INDEX_64
typedef int64_t index_type;
#else
typedef int32_t index_type;
#endif

int32_t guarded(int32_t x, int32_t y, int32_t *z);
int32_t no_round(index_type n, int32_t x, int32_t y, int32_t *z);
int32_t asks_once(void);
int32_t more(void);
int32_t fails(void);

static int asked;
int32_t more(void) { return ++asked; }
int32_t fails(void) { return 42; }

int main(void) {
  int32_t z = 7;
  printf("guarded %d", (int)guarded(9, 0, &z));
  printf(" %d", (int)z);
  printf(" %d", (int)guarded(9, 4, &z));
  printf(" %d\n", (int)z);
  z = 7;
  printf("no_round %d", (int)no_round(0, INT32_MAX, 0, &z));
  printf(" %d", (int)z);
  printf(" %d", (int)no_round(1, 9, 4, &z));
  printf(" %d\n", (int)z);
  printf("asks_once %d", (int)asks_once());
  printf(" %d\n", asked);
  return 0;
}
