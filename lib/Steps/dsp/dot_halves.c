//===- dot_halves.c - Products of int16 elements with pairs of channels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_DSP
typedef struct {
  int32_t word;
} __attribute__((packed, may_alias)) tir_dsp_halves;

/* Two neighbours, at any address of an int16. Loads follow each other, as they
   take the fewest cycles then. clang computes the address of a memory operand
   of assembly apart. */
TIR_INLINE int32_t tir_dsp_load_neighbours(const tir_int16 *x) {
#if defined(__clang__)
  return ((const volatile tir_dsp_halves *)x)->word;
#else
  int32_t word;
  __asm__ volatile("ldr %0, %1" : "=r"(word) : "m"(*(const tir_dsp_halves *)x));
  return word;
#endif
}

TIR_INLINE int32_t tir_dsp_load_weights(const tir_int32 *w) {
#if defined(__clang__)
  return *(const volatile tir_int32 *)w;
#else
  int32_t word;
  __asm__ volatile("ldr %0, %1" : "=r"(word) : "m"(*w));
  return word;
#endif
}

/* Multiplies two elements with the weights of two channels, which are the high
   and the low bytes of the halves of `w`. */
TIR_INLINE void tir_dsp_dot_two(int32_t x, int32_t w, int32_t *high,
                                int32_t *low) {
  int32_t first;
  int32_t second;
  __asm__("sxtb16 %0, %1, ror #8" : "=r"(first) : "r"(w));
  __asm__("sxtb16 %0, %1" : "=r"(second) : "r"(w));
  __asm__("smlad %0, %1, %2, %0" : "+r"(*high) : "r"(x), "r"(first));
  __asm__("smlad %0, %1, %2, %0" : "+r"(*low) : "r"(x), "r"(second));
}

/* Multiplies four elements with the weights of one or two pairs. */
TIR_INLINE void tir_dsp_dot_four_halves(const tir_int16 *x, const tir_int32 *w,
                                        int32_t *sums, int32_t pitch,
                                        int32_t pairs) {
  const int32_t x0 = tir_dsp_load_neighbours(x);
  const int32_t x1 = tir_dsp_load_neighbours(x + 2);
  const int32_t w0 = tir_dsp_load_weights(w);
  const int32_t w1 = tir_dsp_load_weights(w + 1);
  if (pairs == 2) {
    const int32_t v0 = tir_dsp_load_weights(w + pitch);
    const int32_t v1 = tir_dsp_load_weights(w + pitch + 1);
    tir_dsp_dot_two(x0, v0, &sums[2], &sums[3]);
    tir_dsp_dot_two(x1, v1, &sums[2], &sums[3]);
  }
  tir_dsp_dot_two(x0, w0, &sums[0], &sums[1]);
  tir_dsp_dot_two(x1, w1, &sums[0], &sums[1]);
}
#endif

/* Multiplies one element with the weights of two channels. */
TIR_INLINE void tir_dsp_dot_one(int32_t x, uint32_t half, int32_t *high,
                                int32_t *low) {
  const int32_t first = (int32_t)(half >> 8 & 0xffu);
  const int32_t second = (int32_t)(half & 0xffu);
  *high += x * (first - ((first & 0x80) << 1));
  *low += x * (second - ((second & 0x80) << 1));
}

/* The sums of the products of elements with two channels for each pair. A word
   of the weights belongs to two elements. */
TIR_INLINE void tir_dsp_dot_halves(const tir_int16 *x, const tir_int32 *w,
                                   tir_int32 *sums, int32_t size,
                                   int32_t pairs) {
  const int32_t pitch = (size + 1) / 2;
  int32_t s[4] = {0, 0, 0, 0};
  int32_t rest = size;
#if TIR_DSP
  const tir_int16 *end = x + (size - size % 16);
  while (x != end) {
    tir_dsp_dot_four_halves(x, w, s, pitch, pairs);
    tir_dsp_dot_four_halves(x + 4, w + 2, s, pitch, pairs);
    tir_dsp_dot_four_halves(x + 8, w + 4, s, pitch, pairs);
    tir_dsp_dot_four_halves(x + 12, w + 6, s, pitch, pairs);
    x += 16;
    w += 8;
  }
  for (end += size % 16 / 4 * 4; x != end; x += 4) {
    tir_dsp_dot_four_halves(x, w, s, pitch, pairs);
    w += 2;
  }
  rest = size % 4;
#endif
  for (int32_t i = 0; i < rest; ++i) {
    const int32_t shift = i % 2 * 16;
    tir_dsp_dot_one(x[i], (uint32_t)w[i / 2] >> shift, &s[0], &s[1]);
    if (pairs == 2) {
      tir_dsp_dot_one(x[i], (uint32_t)w[pitch + i / 2] >> shift, &s[2], &s[3]);
    }
  }
  sums[0] = s[0];
  sums[1] = s[1];
  if (pairs == 2) {
    sums[2] = s[2];
    sums[3] = s[3];
  }
}
