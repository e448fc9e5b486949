//===- dot_segments.c - Products of windows in an image with rows of weights
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_MVE
/* Loads a vector and advances. gcc would compute all addresses from one. */
TIR_INLINE int8x16_t tir_mve_load_on(const int8_t **x) {
#ifdef __clang__
  const int8x16_t v = vld1q_s8(*x);
  *x += 16;
#else
  int8x16_t v;
  __asm__ volatile("vldrb.8 %q0, [%1], #16" : "=w"(v), "+r"(*x) : : "memory");
#endif
  return v;
}

/* One to three pixels with one or two channels. */
TIR_INLINE void tir_mve_dot_segment_pair(const int8_t *x0, const int8_t *w0,
                                         tir_int32 *restrict sums, int32_t rows,
                                         int32_t row_pitch, int32_t pixel_pitch,
                                         int32_t segment, int32_t pixels,
                                         int32_t channels, int32_t is_pair) {
  const int8_t *w1 = is_pair ? w0 + rows * segment : w0;
  int32_t a0 = 0;
  int32_t a1 = 0;
  int32_t b0 = 0;
  int32_t b1 = 0;
  int32_t c0 = 0;
  int32_t c1 = 0;
  for (int32_t r = rows; r > 0; --r) {
    const int8_t *xa = x0;
    const int8_t *xb = xa + pixel_pitch;
    const int8_t *xc = xb + pixel_pitch;
#ifdef __clang__
#pragma clang loop unroll_count(6)
#elif defined(__GNUC__)
#pragma GCC unroll 6
#endif
    for (int32_t k = segment / 16; k > 0; --k) {
      const int8x16_t v0 = tir_mve_load_on(&w0);
      const int8x16_t v1 = is_pair ? tir_mve_load_on(&w1) : v0;
      const int8x16_t a = tir_mve_load_on(&xa);
      a0 = vmladavaq_s8(a0, a, v0);
      if (is_pair) {
        a1 = vmladavaq_s8(a1, a, v1);
      }
      if (pixels > 1) {
        const int8x16_t b = tir_mve_load_on(&xb);
        b0 = vmladavaq_s8(b0, b, v0);
        if (is_pair) {
          b1 = vmladavaq_s8(b1, b, v1);
        }
      }
      if (pixels > 2) {
        const int8x16_t c = tir_mve_load_on(&xc);
        c0 = vmladavaq_s8(c0, c, v0);
        if (is_pair) {
          c1 = vmladavaq_s8(c1, c, v1);
        }
      }
    }
    x0 += row_pitch;
  }
  sums[0] = a0;
  if (pixels > 1) {
    sums[channels] = b0;
  }
  if (pixels > 2) {
    sums[2 * channels] = c0;
  }
  if (is_pair) {
    sums[1] = a1;
    if (pixels > 1) {
      sums[channels + 1] = b1;
    }
    if (pixels > 2) {
      sums[2 * channels + 1] = c1;
    }
  }
}

/* Objects have no memset and memcpy, which a loop of known size would
   become. */
TIR_INLINE int32_t tir_mve_unknown(int32_t count) {
#ifdef __clang__
  __asm__("" : "+r"(count));
#endif
  return count;
}

TIR_INLINE void tir_mve_fill_bytes(int8_t *copy, int32_t count, int32_t byte) {
  const int8x16_t v = vdupq_n_s8((int8_t)byte);
  count = tir_mve_unknown(count);
  for (int32_t i = 0; i < count; i += 16) {
    vstrbq_p_s8(copy + i, v, vctp8q((uint32_t)(count - i)));
  }
}

/* Copies the rows of some windows, which lie `size` elements apart, with
   padding. */
TIR_INLINE void tir_mve_copy_windows(const int8_t *x, int8_t *copy,
                                     int32_t row_begin, int32_t row_end,
                                     int32_t begin, int32_t end, int32_t rows,
                                     int32_t row_pitch, int32_t size,
                                     int32_t padding) {
  for (int32_t r = 0; r < rows; ++r) {
    const int32_t is_inside = r >= row_begin && r < row_end && begin < end;
    const int32_t first = is_inside ? begin : size;
    tir_mve_fill_bytes(copy, first, padding);
    if (is_inside) {
      const int32_t count = tir_mve_unknown(end - begin);
      for (int32_t i = 0; i < count; i += 16) {
        const mve_pred16_t inside = vctp8q((uint32_t)(count - i));
        vstrbq_p_s8(copy + (begin + i), vldrbq_z_s8(x + (begin + i), inside),
                    inside);
      }
      tir_mve_fill_bytes(copy + end, size - end, padding);
    }
    x += row_pitch;
    copy += size;
  }
}
#endif

/* The sums of the products of the windows of one to three neighbouring pixels
   with rows of weights. A row of a window is a segment of whole vectors.
   Windows with padding are copied first. */
TIR_INLINE void tir_mve_dot_segments(
    const int8_t *bytes, int8_t *copy, const int8_t *w,
    tir_int32 *restrict sums, int32_t offset, int32_t row_begin,
    int32_t row_end, int32_t column_begin, int32_t column_end, int32_t rows,
    int32_t columns, int32_t row_pitch, int32_t column_pitch, int32_t stride,
    int32_t segment, int32_t pixels, int32_t channels, int32_t padding) {
#if TIR_MVE
  const int8_t *x = bytes + offset;
  int32_t pitch = row_pitch;
  if (row_begin > 0 || row_end < rows || column_begin > 0 ||
      column_end < columns) {
    pitch = columns * column_pitch;
    tir_mve_copy_windows(x, copy, row_begin, row_end,
                         column_begin * column_pitch, column_end * column_pitch,
                         rows, row_pitch, pitch, padding);
    x = copy;
  }
  for (int32_t c = channels / 2; c > 0; --c) {
    tir_mve_dot_segment_pair(x, w, sums, rows, pitch, stride * column_pitch,
                             segment, pixels, channels, 1);
    w += 2 * rows * segment;
    sums += 2;
  }
  if (channels % 2 != 0) {
    tir_mve_dot_segment_pair(x, w, sums, rows, pitch, stride * column_pitch,
                             segment, pixels, channels, 0);
  }
  (void)copy;
#else
  for (int32_t p = 0; p < pixels; ++p) {
    for (int32_t c = 0; c < channels; ++c) {
      int32_t sum = 0;
      for (int32_t r = 0; r < rows; ++r) {
        for (int32_t i = 0; i < segment; ++i) {
          const int32_t q = p * stride + i / column_pitch;
          const int32_t is_inside = r >= row_begin && r < row_end &&
                                    q >= column_begin && q < column_end;
          const int32_t x = is_inside ? bytes[offset + r * row_pitch +
                                              p * stride * column_pitch + i]
                                      : padding;
          sum += x * w[(c * rows + r) * segment + i];
        }
      }
      sums[p * channels + c] = sum;
    }
  }
  (void)copy;
  (void)columns;
#endif
}
