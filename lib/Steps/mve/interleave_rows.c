//===- interleave_rows.c - Words with the elements of some rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_MVE
/* Up to four rows of `size` elements; there is space for whole groups of 16
   words. A row whose step is 0 is the same everywhere. */
TIR_INLINE void tir_mve_interleave(const int8_t *x0, const int8_t *x1,
                                   const int8_t *x2, const int8_t *x3,
                                   int32_t step0, int32_t step1, int32_t step2,
                                   int32_t step3, int8_t *words, int32_t size,
                                   int32_t rows) {
  int8x16x4_t v;
  for (int32_t k = size / 16; k > 0; --k) {
    v.val[0] = vld1q_s8(x0);
    v.val[1] = rows > 1 ? vld1q_s8(x1) : v.val[0];
    v.val[2] = rows > 2 ? vld1q_s8(x2) : v.val[0];
    v.val[3] = rows > 3 ? vld1q_s8(x3) : v.val[0];
    vst4q_s8(words, v);
    x0 += step0;
    x1 += step1;
    x2 += step2;
    x3 += step3;
    words += 64;
  }
  if (size % 16 != 0) {
    const mve_pred16_t inside = vctp8q((uint32_t)size % 16);
    v.val[0] = vldrbq_z_s8(x0, inside);
    v.val[1] = rows > 1 ? vldrbq_z_s8(x1, inside) : v.val[0];
    v.val[2] = rows > 2 ? vldrbq_z_s8(x2, inside) : v.val[0];
    v.val[3] = rows > 3 ? vldrbq_z_s8(x3, inside) : v.val[0];
    vst4q_s8(words, v);
  }
}

TIR_INLINE void tir_mve_fill_words(tir_int32 *words, int32_t count,
                                   int32_t byte) {
  const int32x4_t v = vreinterpretq_s32_s8(vdupq_n_s8((int8_t)byte));
#ifdef __clang__
  /* Objects have no memset, which a loop of known size would become. */
  __asm__("" : "+r"(count));
#endif
  for (int32_t i = 0; i < count; i += 4) {
    vstrwq_p_s32((int32_t *)(words + i), v, vctp32q((uint32_t)(count - i)));
  }
}
#endif

/* Words with the elements of up to four rows in their bytes, for the channels
   of some columns. Elements outside of the rows and columns that are read count
   as `padding`, and the last bytes of a word with fewer rows as anything. There
   is space for 15 more words. */
TIR_INLINE void tir_mve_interleave_rows(const int8_t *bytes, tir_int32 *words,
                                        int32_t offset, int32_t row_begin,
                                        int32_t row_end, int32_t column_begin,
                                        int32_t column_end, int32_t rows,
                                        int32_t columns, int32_t row_pitch,
                                        int32_t column_pitch, int32_t channels,
                                        int32_t padding) {
#if TIR_MVE
  if (row_begin >= row_end || column_begin >= column_end) {
    tir_mve_fill_words(words, columns * channels, padding);
    return;
  }
  tir_mve_fill_words(words, column_begin * channels, padding);
  /* Columns of all channels follow each other. */
  const int32_t together =
      column_pitch == channels ? column_end - column_begin : 1;
  const int32_t size = together * channels;
  const int8_t *x = bytes + (offset + column_begin * column_pitch);
  /* Of rows that do not exist, nothing is read. */
  const int32_t pitch1 = rows > 1 ? row_pitch : 0;
  const int32_t pitch2 = rows > 2 ? 2 * row_pitch : 0;
  const int32_t pitch3 = rows > 3 ? 3 * row_pitch : 0;
  int8_t *to = (int8_t *)(words + column_begin * channels);
  if (row_begin == 0 && row_end == rows) {
    for (int32_t q = column_begin; q < column_end; q += together) {
      tir_mve_interleave(x, x + pitch1, x + pitch2, x + pitch3, 16, 16, 16, 16,
                         to, size, rows);
      x += column_pitch;
      to += 4 * channels;
    }
  } else {
    int8_t outside[16];
    vst1q_s8(outside, vdupq_n_s8((int8_t)padding));
    const int32_t is0 = row_begin == 0;
    const int32_t is1 = row_begin <= 1 && row_end > 1;
    const int32_t is2 = row_begin <= 2 && row_end > 2;
    const int32_t is3 = row_begin <= 3 && row_end > 3;
    for (int32_t q = column_begin; q < column_end; q += together) {
      tir_mve_interleave(is0 ? x : outside, is1 ? x + pitch1 : outside,
                         is2 ? x + pitch2 : outside, is3 ? x + pitch3 : outside,
                         16 * is0, 16 * is1, 16 * is2, 16 * is3, to, size,
                         rows);
      x += column_pitch;
      to += 4 * channels;
    }
  }
  tir_mve_fill_words(words + column_end * channels,
                     (columns - column_end) * channels, padding);
#else
  for (int32_t q = 0; q < columns; ++q) {
    for (int32_t c = 0; c < channels; ++c) {
      uint32_t word = 0;
      for (int32_t r = rows - 1; r >= 0; --r) {
        const int32_t is_inside = r >= row_begin && r < row_end &&
                                  q >= column_begin && q < column_end;
        const int32_t element =
            is_inside ? bytes[offset + r * row_pitch + q * column_pitch + c]
                      : padding;
        word = word << 8 | ((uint32_t)element & 0xffu);
      }
      words[q * channels + c] = (int32_t)word;
    }
  }
#endif
}
