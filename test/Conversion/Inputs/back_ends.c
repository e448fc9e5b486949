/* Calls the functions of back_ends.mlir, and prints how many are wrong. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct pair {
  void *first, *second;
};

int32_t while_index(int32_t *x, int32_t n);
int32_t while_two(int32_t *x, int32_t n);
int32_t while_handles(void *a, void *b);
int32_t while_nested(int32_t n);
int32_t parallel_sums(int32_t *x);
void parallel_in_place(int32_t *x);
void affine_loops(int32_t *x, int32_t *y, int32_t n);
void transposed(int32_t *x, int32_t *y);
int32_t transposed_part(int32_t *x);
int64_t addresses(int16_t *a, int16_t *b, int32_t *c);
int32_t hints(int16_t *x);
int32_t scopes(int32_t n);
void *typed_handles(void *a, void *b, bool c);
int32_t stack_in_loops(int32_t n);

static int wrong, calls;

static void expect(const char *name, int64_t got, int64_t want) {
  if (got != want) {
    printf("%s: %lld, expected %lld\n", name, (long long)got, (long long)want);
    ++wrong;
  }
}

void see(int8_t *buffer, int32_t number) {
  for (int i = 0; i < 1024; ++i)
    buffer[i] = (int8_t)(number + i);
  ++calls;
}

int main(void) {
  int32_t x[20], y[20];
  expect("while_index", while_index(x, 16), 16);
  expect("while_index element", x[13], 13);
  expect("while_index of none", while_index(x, 0), 0);
  expect("while_two", while_two(x, 16), 16120);
  expect("while_handles", while_handles(NULL, x), 1);
  expect("while_handles of none", while_handles(x, NULL), 0);
  expect("while_nested", while_nested(5), 15);
  expect("parallel_sums", parallel_sums(x), 15120);
  for (int i = 0; i < 16; ++i)
    x[i] = -i - 6;
  expect("parallel_sums, least", parallel_sums(x), -216 - 5000);
  parallel_in_place(x);
  expect("parallel_in_place", x[7], -26);
  affine_loops(x, y, 7);
  expect("affine_loops", y[4], x[7]);
  expect("affine_loops, modulo", y[3], 7);
  for (int i = 0; i < 20; ++i)
    x[i] = i;
  transposed(x, y);
  expect("transposed", y[1] * 100 + y[4], 302);
  expect("transposed_part", transposed_part(x), 14);

  static _Alignas(16) int16_t a[32];
  static int32_t zero;
  /* Element 7 is 14 bytes after a multiple of 16. */
  expect("addresses", addresses(a, a, &zero), 1400);
  expect("addresses, offset", addresses(a + 1, a + 3, &zero), 2 + 6);
  expect("addresses, null", addresses(a, a, NULL), 101400);
  a[0] = 10000;
  a[7] = -3;
  expect("hints", hints(a), 6 + 6 - 3 + 10000);
  expect("scopes", scopes(21), 42);

  struct pair p = {0}, q = {0};
  expect("typed_handles", typed_handles(&p, &q, true) == &q, 1);
  expect("typed_handles, otherwise", typed_handles(&p, &q, false) == &q, 1);
  expect("typed_handles, first", p.first == &q, 1);
  expect("typed_handles, second", q.second == &p, 1);

  expect("stack_in_loops", stack_in_loops(100000), 100000);
  expect("stack_in_loops, calls", calls, 350001);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
