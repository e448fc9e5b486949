//===- pack_pairs.c - Two rows of weights as words of pairs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_DSP
/* Adds the four bytes of a word to a sum, without their signs. */
TIR_INLINE uint32_t tir_dsp_add_bytes(uint32_t bytes, uint32_t sum) {
  __asm__("usada8 %0, %1, %2, %0" : "+r"(sum) : "r"(bytes), "r"(0));
  return sum;
}
#endif

/* Writes two rows of weights as halves of two bytes, in the order (0, 2),
   (1, 3), and the sums of the rows. */
TIR_INLINE void tir_dsp_pack_pairs(const int8_t *w, tir_int32 *words,
                                   tir_int32 *sums, int32_t row_size,
                                   int32_t size) {
  const int8_t *b = w + row_size;
#if TIR_DSP
  const uint32_t even = 0x00ff00ffu;
  uint32_t sum_a = 0;
  uint32_t sum_b = 0;
  for (int32_t k = 0; k < size; k += 4) {
    uint32_t x;
    uint32_t y;
    memcpy(&x, w + k, sizeof x);
    memcpy(&y, b + k, sizeof y);
    words[k / 2] = (int32_t)((x & even) << 8 | (y & even));
    words[k / 2 + 1] = (int32_t)((x & ~even) | (y >> 8 & even));
    /* As unsigned bytes, all are greater by 128. */
    sum_a = tir_dsp_add_bytes(x ^ 0x80808080u, sum_a);
    sum_b = tir_dsp_add_bytes(y ^ 0x80808080u, sum_b);
  }
  sums[0] = (int32_t)(sum_a - 128 * (uint32_t)size);
  sums[1] = (int32_t)(sum_b - 128 * (uint32_t)size);
#else
  int32_t sum_a = 0;
  int32_t sum_b = 0;
  for (int32_t k = 0; k < size; ++k) {
    sum_a += w[k];
    sum_b += b[k];
  }
  for (int32_t k = 0; k < size; k += 4) {
    for (int32_t i = 0; i < 2; ++i) {
      const uint32_t low =
          ((uint32_t)w[k + i] & 0xffu) << 8 | ((uint32_t)b[k + i] & 0xffu);
      const uint32_t high = ((uint32_t)w[k + i + 2] & 0xffu) << 8 |
                            ((uint32_t)b[k + i + 2] & 0xffu);
      words[k / 2 + i] = (int32_t)(low | high << 16);
    }
  }
  sums[0] = sum_a;
  sums[1] = sum_b;
#endif
}
