//===- sum_window.c - Sums of the int8 elements of a window
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_DSP
/* Adds bytes 0 and 2 to the halves of sums[0], and 1 and 3 to sums[1]. */
TIR_INLINE void tir_dsp_sum_bytes(const int8_t *a, int32_t *sums) {
  int32_t four;
  memcpy(&four, a, sizeof four);
  __asm__("sxtab16 %0, %0, %1" : "+r"(sums[0]) : "r"(four));
  __asm__("sxtab16 %0, %0, %1, ror #8" : "+r"(sums[1]) : "r"(four));
}

TIR_INLINE void tir_dsp_sum_row(const int8_t *a, int32_t columns, int32_t pitch,
                                int32_t *sums) {
  int32_t q = 0;
  for (; q + 2 <= columns; q += 2) {
    tir_dsp_sum_bytes(a, sums);
    tir_dsp_sum_bytes(a + pitch, sums);
    a += 2 * pitch;
  }
  if (q < columns) {
    tir_dsp_sum_bytes(a, sums);
  }
}
#endif

/* The sums of the elements of a window for four neighbouring channels. */
TIR_INLINE void tir_dsp_sum_window(const int8_t *x, tir_int32 *sums,
                                   int32_t offset, int32_t row_begin,
                                   int32_t row_end, int32_t column_begin,
                                   int32_t column_end, int32_t rows,
                                   int32_t columns, int32_t row_pitch,
                                   int32_t column_pitch) {
  int32_t s[4] = {0, 0, 0, 0};
#if TIR_DSP
  /* A half has space for the sum of 256 elements. */
  const int32_t together = 256 / columns;
  const int32_t read = column_end - column_begin;
  int32_t r = row_begin;
  while (r < row_end) {
    const int32_t end = row_end - r > together ? r + together : row_end;
    const int8_t *a =
        x + (offset + r * row_pitch + column_begin * column_pitch);
    int32_t halves[2] = {0, 0};
    if (rows == 2 && row_end - row_begin == 2 && together > 1) {
      /* Compilers unroll few loops by themselves. */
      tir_dsp_sum_row(a, read, column_pitch, halves);
      tir_dsp_sum_row(a + row_pitch, read, column_pitch, halves);
      r = end;
    }
    for (; r < end; ++r) {
      tir_dsp_sum_row(a, read, column_pitch, halves);
      a += row_pitch;
    }
    s[0] += (int16_t)halves[0];
    s[1] += (int16_t)halves[1];
    s[2] += halves[0] >> 16;
    s[3] += halves[1] >> 16;
  }
#else
  (void)rows;
  (void)columns;
  for (int32_t r = row_begin; r < row_end; ++r) {
    for (int32_t q = column_begin; q < column_end; ++q) {
      const int8_t *a = x + (offset + r * row_pitch + q * column_pitch);
      for (int32_t i = 0; i < 4; ++i) {
        s[i] += a[i];
      }
    }
  }
#endif
  sums[0] = s[0];
  sums[1] = s[1];
  sums[2] = s[2];
  sums[3] = s[3];
}
