//===- dot_window.c - Sums of a depthwise window
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/* The sums of the products of a window of up to 32 positions with the weights
   of each channel. Elements outside of the rows and columns that are read come
   from `padding`. Two products fit 16 bits. There is space for whole groups of
   16 sums. */
TIR_INLINE void tir_mve_dot_window(const int8_t *bytes, const int8_t *padding,
                                   const int8_t *w, tir_int32 *sums,
                                   int32_t offset, int32_t row_begin,
                                   int32_t row_end, int32_t column_begin,
                                   int32_t column_end, int32_t rows,
                                   int32_t columns, int32_t row_pitch,
                                   int32_t column_pitch, int32_t weight_pitch,
                                   int32_t channels) {
  const int8_t *x[32];
  const int32_t positions = rows * columns;
  for (int32_t r = 0; r < rows; ++r) {
    for (int32_t q = 0; q < columns; ++q) {
      const int32_t is_inside =
          r >= row_begin && r < row_end && q >= column_begin && q < column_end;
      x[r * columns + q] =
          is_inside ? bytes + (offset + r * row_pitch + q * column_pitch)
                    : padding;
    }
  }
#if TIR_MVE
  for (int32_t c = 0; c < channels; c += 16) {
    const mve_pred16_t inside = vctp8q((uint32_t)(channels - c));
    int32x4x4_t sum;
    sum.val[0] = vdupq_n_s32(0);
    sum.val[1] = sum.val[0];
    sum.val[2] = sum.val[0];
    sum.val[3] = sum.val[0];
    for (int32_t i = 0; i < positions; i += 2) {
      const int8x16_t v = vldrbq_z_s8(x[i] + c, inside);
      const int8x16_t f = vldrbq_z_s8(w + (i * weight_pitch + c), inside);
      int16x8_t even = vmullbq_int_s8(v, f);
      int16x8_t odd = vmulltq_int_s8(v, f);
      if (i + 1 < positions) {
        const int8x16_t v1 = vldrbq_z_s8(x[i + 1] + c, inside);
        const int8x16_t f1 =
            vldrbq_z_s8(w + ((i + 1) * weight_pitch + c), inside);
        even = vaddq_s16(even, vmullbq_int_s8(v1, f1));
        odd = vaddq_s16(odd, vmulltq_int_s8(v1, f1));
      }
      sum.val[0] = vaddq_s32(sum.val[0], vmovlbq_s16(even));
      sum.val[1] = vaddq_s32(sum.val[1], vmovlbq_s16(odd));
      sum.val[2] = vaddq_s32(sum.val[2], vmovltq_s16(even));
      sum.val[3] = vaddq_s32(sum.val[3], vmovltq_s16(odd));
    }
    /* Vector i has channels i, i + 4, i + 8 and i + 12. */
    vst4q_s32((int32_t *)(sums + c), sum);
  }
#else
  for (int32_t c = 0; c < channels; ++c) {
    sums[c] = 0;
    for (int32_t i = 0; i < positions; ++i) {
      sums[c] += x[i][c] * w[i * weight_pitch + c];
    }
  }
#endif
}
