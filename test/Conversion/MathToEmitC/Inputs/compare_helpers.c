/* Compares the functions of helpers.mlir with what the compiler gives:
   __builtin_clz and the like, _Float16, and for bfloat16, which not every
   compiler has, the nearer one of the two beside a float. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int32_t clz32(int32_t x);
int64_t clz64(int64_t x);
int32_t ctz32(int32_t x);
int64_t ctz64(int64_t x);
int32_t popcount32(int32_t x);
int64_t popcount64(int64_t x);
float half_to_float(uint16_t x);
uint16_t float_to_half(float x);
float bfloat_to_float(uint16_t x);
uint16_t float_to_bfloat(float x);

static long numbers, differences;

static void same(const char *name, uint64_t x, int64_t ours, int64_t theirs) {
  ++numbers;
  if (ours != theirs && ++differences <= 20)
    printf("%s(0x%" PRIx64 "): %" PRIx64 ", expected %" PRIx64 "\n", name, x,
           ours, theirs);
}

static uint32_t bits_of(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static float float_of(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

static void compare_counts(uint64_t x) {
  const uint32_t low = (uint32_t)x;
  same("clz32", low, clz32((int32_t)low), low ? __builtin_clz(low) : 32);
  same("ctz32", low, ctz32((int32_t)low), low ? __builtin_ctz(low) : 32);
  same("popcount32", low, popcount32((int32_t)low), __builtin_popcount(low));
  same("clz64", x, clz64((int64_t)x), x ? __builtin_clzll(x) : 64);
  same("ctz64", x, ctz64((int64_t)x), x ? __builtin_ctzll(x) : 64);
  same("popcount64", x, popcount64((int64_t)x), __builtin_popcountll(x));
}

static void compare_to_half(uint32_t bits) {
  const _Float16 half = (_Float16)float_of(bits);
  uint16_t theirs;
  memcpy(&theirs, &half, sizeof theirs);
  same("float_to_half", bits, float_to_half(float_of(bits)), theirs);
}

/* The bfloats beside a number are the upper half of its bits and what follows
 * it; of two as near, the even one. */
static void compare_to_bfloat(uint32_t bits) {
  const uint32_t below = bits >> 16, middle = (below << 16) + 0x8000u;
  uint32_t theirs =
      below + (bits > middle || (bits == middle && below % 2 != 0));
  if (isnan(float_of(bits)))
    theirs = below | 0x40u;
  same("float_to_bfloat", bits, float_to_bfloat(float_of(bits)), theirs);
}

/* The number and its neighbours, with both signs. */
static void compare_around(uint32_t bits, void (*compare)(uint32_t)) {
  for (uint32_t near = bits ? bits - 1 : 0; near <= bits + 1; ++near) {
    compare(near);
    compare(near | 0x80000000u);
  }
}

int main(void) {
  compare_counts(0);
  uint64_t random = 1;
  for (int i = 0; i < 64; ++i) {
    const uint64_t bit = UINT64_C(1) << i;
    compare_counts(bit);
    compare_counts(bit - 1);
    compare_counts(~bit);
    compare_counts(bit | 1);
    for (int j = 0; j < 16; ++j) {
      random = random * UINT64_C(6364136223846793005) +
               UINT64_C(1442695040888963407);
      compare_counts(random);
      compare_counts(random >> i);
      compare_counts(random << i);
    }
  }

  for (uint32_t i = 0; i < 0x10000; ++i) {
    const uint16_t bits = (uint16_t)i;
    _Float16 half;
    memcpy(&half, &bits, sizeof half);
    same("half_to_float", i, bits_of(half_to_float(bits)),
         bits_of((float)half));
    same("bfloat_to_float", i, bits_of(bfloat_to_float(bits)), i << 16);
  }
  /* Each half and the middle to the next, and each bfloat: from zero to
   * infinity and into the NaNs. */
  for (uint16_t i = 0; i <= 0x7c01; ++i) {
    const uint32_t here = bits_of(half_to_float(i)),
                   next = bits_of(half_to_float(i + 1));
    compare_around(here, compare_to_half);
    compare_around(bits_of((float_of(here) + float_of(next)) / 2),
                   compare_to_half);
  }
  compare_around(bits_of(65520.0f), compare_to_half);
  for (uint32_t i = 0; i <= 0x7f81; ++i) {
    compare_around(i << 16, compare_to_bfloat);
    compare_around((i << 16) + 0x8000u, compare_to_bfloat);
  }
  printf("%ld numbers, %ld differences\n", numbers, differences);
  return differences != 0;
}
