//===- dot_taps_halves.c - Sums of int16 depthwise windows for four channels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_DSP
typedef struct {
  int32_t word;
} __attribute__((packed, may_alias)) tir_dsp_word;

/* A word at any address. clang computes the address of a memory operand of
   assembly apart. */
TIR_INLINE int32_t tir_dsp_load_any(const void *address) {
#if defined(__clang__)
  return ((const volatile tir_dsp_word *)address)->word;
#else
  int32_t word;
  __asm__ volatile("ldr %0, %1"
                   : "=r"(word)
                   : "m"(*(const tir_dsp_word *)address));
  return word;
#endif
}

/* Multiplies four channels of a pixel with the weights (0, 2) and (1, 3). */
TIR_INLINE void tir_dsp_multiply_four(int32_t x01, int32_t x23, int32_t even,
                                      int32_t odd, int32_t *s) {
  __asm__("smlabb %0, %1, %2, %0" : "+r"(s[0]) : "r"(x01), "r"(even));
  __asm__("smlatb %0, %1, %2, %0" : "+r"(s[1]) : "r"(x01), "r"(odd));
  __asm__("smlabt %0, %1, %2, %0" : "+r"(s[2]) : "r"(x23), "r"(even));
  __asm__("smlatt %0, %1, %2, %0" : "+r"(s[3]) : "r"(x23), "r"(odd));
}
#endif

/* The sums of the products of windows with the weights of their positions, for
   four channels of one or two pixels. Positions that are not read add 0. */
TIR_INLINE void tir_dsp_dot_taps_halves(const tir_int16 *x, const int8_t *w,
                                        tir_int32 *sums, int32_t offset,
                                        int32_t row_begin, int32_t row_end,
                                        int32_t column_begin,
                                        int32_t column_end, int32_t columns,
                                        int32_t row_pitch, int32_t column_pitch,
                                        int32_t weight_pitch, int32_t pixels,
                                        int32_t pixel_pitch) {
  int32_t s[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int32_t r = row_begin; r < row_end; ++r) {
    for (int32_t q = column_begin; q < column_end; ++q) {
      const tir_int16 *a = x + (offset + r * row_pitch + q * column_pitch);
      const int8_t *v = w + (r * columns + q) * weight_pitch;
#if TIR_DSP
      const int32_t x01 = tir_dsp_load_any(a);
      const int32_t x23 = tir_dsp_load_any(a + 2);
      const int32_t y01 = pixels == 2 ? tir_dsp_load_any(a + pixel_pitch) : 0;
      const int32_t y23 =
          pixels == 2 ? tir_dsp_load_any(a + pixel_pitch + 2) : 0;
      const int32_t four = tir_dsp_load_any(v);
      int32_t even;
      int32_t odd;
      __asm__("sxtb16 %0, %1" : "=r"(even) : "r"(four));
      __asm__("sxtb16 %0, %1, ror #8" : "=r"(odd) : "r"(four));
      tir_dsp_multiply_four(x01, x23, even, odd, s);
      if (pixels == 2) {
        tir_dsp_multiply_four(y01, y23, even, odd, s + 4);
      }
#else
      for (int32_t i = 0; i < 4; ++i) {
        s[i] += a[i] * v[i];
        if (pixels == 2) {
          s[4 + i] += a[pixel_pitch + i] * v[i];
        }
      }
#endif
    }
  }
  sums[0] = s[0];
  sums[1] = s[1];
  sums[2] = s[2];
  sums[3] = s[3];
  if (pixels == 2) {
    sums[4] = s[4];
    sums[5] = s[5];
    sums[6] = s[6];
    sums[7] = s[7];
  }
}
