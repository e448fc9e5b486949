//===- dot_plain.c - Products of one pixel with rows of weights as they are
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_DSP
/* Bytes 0 and 2 of a word, and bytes 1 and 3, as halves. */
TIR_INLINE int32_t tir_dsp_even_bytes(int32_t word) {
  int32_t halves;
  __asm__("sxtb16 %0, %1" : "=r"(halves) : "r"(word));
  return halves;
}

TIR_INLINE int32_t tir_dsp_odd_bytes(int32_t word) {
  int32_t halves;
  __asm__("sxtb16 %0, %1, ror #8" : "=r"(halves) : "r"(word));
  return halves;
}

/* The same, and adds two halves to them. */
TIR_INLINE int32_t tir_dsp_add_even_bytes(int32_t halves, int32_t word) {
  int32_t sums;
  __asm__("sxtab16 %0, %1, %2" : "=r"(sums) : "r"(halves), "r"(word));
  return sums;
}

TIR_INLINE int32_t tir_dsp_add_odd_bytes(int32_t halves, int32_t word) {
  int32_t sums;
  __asm__("sxtab16 %0, %1, %2, ror #8" : "=r"(sums) : "r"(halves), "r"(word));
  return sums;
}

TIR_INLINE int32_t tir_dsp_multiply_bytes(int32_t even, int32_t odd,
                                          int32_t word, int32_t sum) {
  const int32_t first = tir_dsp_even_bytes(word);
  const int32_t second = tir_dsp_odd_bytes(word);
  __asm__("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(even), "r"(first));
  __asm__("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(odd), "r"(second));
  return sum;
}

typedef struct {
  int8_t bytes[4];
} tir_dsp_four;

/* Loads follow each other, as they take the fewest cycles then. */
TIR_INLINE int32_t tir_dsp_load_four(const int8_t *address) {
  int32_t word;
  __asm__ volatile("ldr %0, %1"
                   : "=r"(word)
                   : "m"(*(const tir_dsp_four *)address));
  return word;
}

/* Four products of four channels. */
TIR_INLINE void tir_dsp_dot_sixteen(const int8_t *x, const int8_t *w,
                                    int32_t *sums, int32_t size,
                                    int32_t zero_point) {
  const uint32_t half = (uint32_t)-zero_point & 0xffffu;
  const int32_t zeros = (int32_t)(half | half << 16);
  const int32_t four = tir_dsp_load_four(x);
  const int32_t v0 = tir_dsp_load_four(w);
  const int32_t v1 = tir_dsp_load_four(w + size);
  const int32_t v2 = tir_dsp_load_four(w + 2 * size);
  const int32_t v3 = tir_dsp_load_four(w + 3 * size);
  const int32_t even = tir_dsp_add_even_bytes(zeros, four);
  const int32_t odd = tir_dsp_add_odd_bytes(zeros, four);
  sums[0] = tir_dsp_multiply_bytes(even, odd, v0, sums[0]);
  sums[1] = tir_dsp_multiply_bytes(even, odd, v1, sums[1]);
  sums[2] = tir_dsp_multiply_bytes(even, odd, v2, sums[2]);
  sums[3] = tir_dsp_multiply_bytes(even, odd, v3, sums[3]);
}

/* Four channels. */
TIR_INLINE void tir_dsp_dot_four(const int8_t *x, const int8_t *w,
                                 tir_int32 *sums, int32_t size,
                                 int32_t zero_point) {
  int32_t s[4] = {0, 0, 0, 0};
  const int8_t *end = x + (size - size % 16);
  while (x != end) {
    tir_dsp_dot_sixteen(x, w, s, size, zero_point);
    tir_dsp_dot_sixteen(x + 4, w + 4, s, size, zero_point);
    tir_dsp_dot_sixteen(x + 8, w + 8, s, size, zero_point);
    tir_dsp_dot_sixteen(x + 12, w + 12, s, size, zero_point);
    x += 16;
    w += 16;
  }
  for (end += size % 16 / 4 * 4; x != end; x += 4) {
    tir_dsp_dot_sixteen(x, w, s, size, zero_point);
    w += 4;
  }
  /* An index that is not a constant would keep the sums in memory. */
  for (int32_t k = 0; k < size % 4; ++k) {
    const int32_t element = x[k] - zero_point;
    s[0] += element * w[k];
    s[1] += element * w[size + k];
    s[2] += element * w[2 * size + k];
    s[3] += element * w[3 * size + k];
  }
  sums[0] = s[0];
  sums[1] = s[1];
  sums[2] = s[2];
  sums[3] = s[3];
}
#endif

/* The sums of the products of a pixel with rows of weights, which are in no
   layout of their own. */
TIR_INLINE void tir_dsp_dot_plain(const int8_t *x, const int8_t *w,
                                  tir_int32 *sums, int32_t size,
                                  int32_t zero_point, int32_t channels) {
  int32_t c = 0;
#if TIR_DSP
  for (; c + 4 <= channels; c += 4) {
    tir_dsp_dot_four(x, w, sums + c, size, zero_point);
    w += 4 * size;
  }
#endif
  for (; c < channels; ++c) {
    int32_t sum = 0;
    for (int32_t k = 0; k < size; ++k) {
      sum += (x[k] - zero_point) * w[k];
    }
    sums[c] = sum;
    w += size;
  }
}
