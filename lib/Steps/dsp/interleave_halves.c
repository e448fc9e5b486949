//===- interleave_halves.c - Rows of int16 windows in words of two rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/* Two elements as a word, the first one in its lower half. */
TIR_INLINE int32_t tir_dsp_join_halves(int32_t low, int32_t high) {
#if TIR_DSP
  int32_t word;
  __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(word) : "r"(low), "r"(high));
  return word;
#else
  return (int32_t)(((uint32_t)low & 0xffffu) | (uint32_t)high << 16);
#endif
}

/* Writes the words of kernel.widen_rows for int16 elements: of each channel and
   column, the elements of the first and the second of four rows, and of the
   third and the fourth; of three rows, for both columns the elements of the
   first two, and of the third one. Rows that are not read are 0. */
TIR_INLINE void tir_dsp_interleave_halves(const tir_int16 *x, tir_int32 *words,
                                          int32_t offset, int32_t row_begin,
                                          int32_t row_end, int32_t rows,
                                          int32_t columns, int32_t column_begin,
                                          int32_t column_end, int32_t row_pitch,
                                          int32_t column_pitch,
                                          int32_t channels) {
  const tir_int16 none = 0;
  const int32_t reads_a = row_begin <= 0 && row_end > 0;
  const int32_t reads_b = row_begin <= 1 && row_end > 1;
  const int32_t reads_c = row_begin <= 2 && row_end > 2;
  const int32_t reads_d = row_begin <= 3 && row_end > 3;
  const int32_t step_a = reads_a ? column_pitch : 0;
  const int32_t step_b = reads_b ? column_pitch : 0;
  const int32_t step_c = reads_c ? column_pitch : 0;
  const int32_t step_d = reads_d ? column_pitch : 0;
  const int32_t start = offset + column_begin * column_pitch;
  const int32_t pitch = rows == 4 ? 2 * columns : 3 * ((columns + 1) / 2);
  for (int32_t i = 0; i < channels; ++i) {
    const tir_int16 *a = reads_a ? x + (start + i) : &none;
    const tir_int16 *b = reads_b ? x + (start + row_pitch + i) : &none;
    const tir_int16 *c = reads_c ? x + (start + 2 * row_pitch + i) : &none;
    int32_t q = column_begin;
    if (rows == 4) {
      const tir_int16 *d = reads_d ? x + (start + 3 * row_pitch + i) : &none;
      tir_int32 *to = words + (i * pitch + 2 * q);
      for (; q < column_end; ++q) {
        to[0] = tir_dsp_join_halves(*a, *b);
        to[1] = tir_dsp_join_halves(*c, *d);
        to += 2;
        a += step_a;
        b += step_b;
        c += step_c;
        d += step_d;
      }
      continue;
    }
    tir_int32 *to = words + (i * pitch + 3 * (q / 2));
    if (q % 2 != 0 && q < column_end) {
      to[1] = tir_dsp_join_halves(*a, *b);
      to[2] = tir_dsp_join_halves(0, *c);
      to += 3;
      a += step_a;
      b += step_b;
      c += step_c;
      ++q;
    }
    for (; q + 2 <= column_end; q += 2) {
      to[0] = tir_dsp_join_halves(*a, *b);
      to[1] = tir_dsp_join_halves(a[step_a], b[step_b]);
      to[2] = tir_dsp_join_halves(*c, c[step_c]);
      to += 3;
      a += 2 * step_a;
      b += 2 * step_b;
      c += 2 * step_c;
    }
    if (q < column_end) {
      to[0] = tir_dsp_join_halves(*a, *b);
      to[2] = tir_dsp_join_halves(*c, 0);
    }
  }
}
