//===- dot_rows.c - Products of pixels with rows of weights
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_MVE
/* The last elements of a row, which are fewer than a vector. The weights end
 * with zeros. */
TIR_INLINE int8x16_t tir_mve_load_last(const int8_t *x, int32_t size) {
  return vldrbq_z_s8(x, vctp8q((uint32_t)size % 16));
}

/* Hides how an address was computed: it then stays in a register of its own,
   which loads advance. clang reaches all elements of a short row from one
   register. */
TIR_INLINE const int8_t *tir_mve_own(const int8_t *address, int32_t size) {
#ifdef __clang__
  if (size > 128)
#endif
  {
    __asm__("" : "+r"(address));
  }
  (void)size;
  return address;
}

/* Loads a vector and advances. gcc would compute all addresses from one. */
TIR_INLINE int8x16_t tir_mve_load_next(const int8_t **x) {
#ifdef __clang__
  const int8x16_t v = vld1q_s8(*x);
  *x += 16;
#else
  int8x16_t v;
  __asm__ volatile("vldrb.8 %q0, [%1], #16" : "=w"(v), "+r"(*x) : : "memory");
#endif
  return v;
}

/* One to three pixels with two channels. */
TIR_INLINE void tir_mve_dot_pair(const int8_t *x0, const int8_t *w0,
                                 tir_int32 *restrict sums, int32_t pixel_pitch,
                                 int32_t size, int32_t row_size, int32_t pixels,
                                 int32_t channels) {
  const int8_t *x1 = tir_mve_own(x0 + pixel_pitch, size);
  const int8_t *x2 = tir_mve_own(x1 + pixel_pitch, size);
  const int8_t *w1 = tir_mve_own(w0 + row_size, size);
  int32_t a0 = 0;
  int32_t a1 = 0;
  int32_t b0 = 0;
  int32_t b1 = 0;
  int32_t c0 = 0;
  int32_t c1 = 0;
  for (int32_t k = size / 16; k > 0; --k) {
    const int8x16_t v0 = tir_mve_load_next(&w0);
    const int8x16_t v1 = tir_mve_load_next(&w1);
    const int8x16_t a = tir_mve_load_next(&x0);
    a0 = vmladavaq_s8(a0, a, v0);
    a1 = vmladavaq_s8(a1, a, v1);
    if (pixels > 1) {
      const int8x16_t b = tir_mve_load_next(&x1);
      b0 = vmladavaq_s8(b0, b, v0);
      b1 = vmladavaq_s8(b1, b, v1);
    }
    if (pixels > 2) {
      const int8x16_t c = tir_mve_load_next(&x2);
      c0 = vmladavaq_s8(c0, c, v0);
      c1 = vmladavaq_s8(c1, c, v1);
    }
  }
  if (size % 16 != 0) {
    const int8x16_t v0 = vld1q_s8(w0);
    const int8x16_t v1 = vld1q_s8(w1);
    const int8x16_t a = tir_mve_load_last(x0, size);
    a0 = vmladavaq_s8(a0, a, v0);
    a1 = vmladavaq_s8(a1, a, v1);
    if (pixels > 1) {
      const int8x16_t b = tir_mve_load_last(x1, size);
      b0 = vmladavaq_s8(b0, b, v0);
      b1 = vmladavaq_s8(b1, b, v1);
    }
    if (pixels > 2) {
      const int8x16_t c = tir_mve_load_last(x2, size);
      c0 = vmladavaq_s8(c0, c, v0);
      c1 = vmladavaq_s8(c1, c, v1);
    }
  }
  sums[0] = a0;
  sums[1] = a1;
  if (pixels > 1) {
    sums[channels] = b0;
    sums[channels + 1] = b1;
  }
  if (pixels > 2) {
    sums[2 * channels] = c0;
    sums[2 * channels + 1] = c1;
  }
}

/* One pixel with four channels. */
TIR_INLINE void tir_mve_dot_four(const int8_t *x, const int8_t *w0,
                                 tir_int32 *sums, int32_t size,
                                 int32_t row_size) {
  const int8_t *w1 = tir_mve_own(w0 + row_size, size);
  const int8_t *w2 = tir_mve_own(w1 + row_size, size);
  const int8_t *w3 = tir_mve_own(w2 + row_size, size);
  int32_t a0 = 0;
  int32_t a1 = 0;
  int32_t a2 = 0;
  int32_t a3 = 0;
#ifdef __clang__
#pragma clang loop unroll_count(8)
#endif
  for (int32_t k = size / 16; k > 0; --k) {
    const int8x16_t a = tir_mve_load_next(&x);
    a0 = vmladavaq_s8(a0, a, tir_mve_load_next(&w0));
    a1 = vmladavaq_s8(a1, a, tir_mve_load_next(&w1));
    a2 = vmladavaq_s8(a2, a, tir_mve_load_next(&w2));
    a3 = vmladavaq_s8(a3, a, tir_mve_load_next(&w3));
  }
  if (size % 16 != 0) {
    const int8x16_t a = tir_mve_load_last(x, size);
    a0 = vmladavaq_s8(a0, a, vld1q_s8(w0));
    a1 = vmladavaq_s8(a1, a, vld1q_s8(w1));
    a2 = vmladavaq_s8(a2, a, vld1q_s8(w2));
    a3 = vmladavaq_s8(a3, a, vld1q_s8(w3));
  }
  sums[0] = a0;
  sums[1] = a1;
  sums[2] = a2;
  sums[3] = a3;
}
#endif

/* One pixel with one channel. */
TIR_INLINE int32_t tir_mve_dot(const int8_t *x, const int8_t *w, int32_t size) {
  int32_t sum = 0;
#if TIR_MVE
  for (int32_t k = size / 16; k > 0; --k) {
    sum = vmladavaq_s8(sum, vld1q_s8(x), vld1q_s8(w));
    x += 16;
    w += 16;
  }
  return size % 16 != 0
             ? vmladavaq_s8(sum, tir_mve_load_last(x, size), vld1q_s8(w))
             : sum;
#else
  for (int32_t k = 0; k < size; ++k) {
    sum += x[k] * w[k];
  }
  return sum;
#endif
}

/* The sums of the products of one to three pixels with rows of weights. */
TIR_INLINE void tir_mve_dot_rows(const int8_t *x, const int8_t *w,
                                 tir_int32 *restrict sums, int32_t pixel_pitch,
                                 int32_t size, int32_t row_size, int32_t pixels,
                                 int32_t channels) {
#if TIR_MVE
  const int32_t group = pixels == 1 ? 4 : 2;
  const int32_t whole = channels - channels % group;
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
  for (int32_t c = 0; c < whole; c += group) {
    if (pixels == 1) {
      tir_mve_dot_four(x, w, sums + c, size, row_size);
    } else {
      tir_mve_dot_pair(x, w, sums + c, pixel_pitch, size, row_size, pixels,
                       channels);
    }
    w += group * row_size;
  }
#else
  const int32_t whole = 0;
#endif
  for (int32_t c = whole; c < channels; ++c) {
    for (int32_t p = 0; p < pixels; ++p) {
      sums[p * channels + c] = tir_mve_dot(x + p * pixel_pitch, w, size);
    }
    w += row_size;
  }
}
