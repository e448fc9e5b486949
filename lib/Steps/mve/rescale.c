//===- rescale.c - Sums as int8 elements, as TOSA rescales
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_MVE
/* The upper half of the product is enough, as no shift is less than 33: the
   rest is less than the rounding. With double rounding, the product is rounded
   to 31 bits first, and for a negative number less 1; no shift is less than
   32. */
TIR_INLINE int32x4_t tir_mve_apply_scale(int32x4_t v, int32x4_t multiplier,
                                         int32x4_t left, int32_t is_double) {
  if (is_double) {
    const int32x4_t sign = vshrq_n_s32(v, 31);
    v = vaddq_s32(vqrdmulhq_s32(v, multiplier), sign);
  } else {
    v = vmulhq_s32(v, multiplier);
  }
  return vrshlq_s32(v, left);
}
#endif

#if TIR_MVE
/* gcc sets the predicate anew for each access. */
TIR_INLINE int32x4_t tir_mve_load_word(const tir_int32 *x, mve_pred16_t inside,
                                       int32_t is_whole) {
  return is_whole ? vldrwq_s32((const int32_t *)x)
                  : vldrwq_z_s32((const int32_t *)x, inside);
}
#endif

/* (sum + bias) * multiplier / 2^shift, rounded, plus the zero point, clamped:
   for the channels of some pixels. A channel has a multiplier and a shift of
   its own, or all have `factor` and `bits`. */
TIR_INLINE void tir_mve_rescale(const tir_int32 *sums, const tir_int32 *bias,
                                const tir_int32 *multiplier,
                                const int8_t *shift, int8_t *elements,
                                int32_t pitch, int32_t by_channel,
                                int32_t factor, int32_t bits, int32_t is_double,
                                int32_t zero_point, int32_t min, int32_t max,
                                int32_t pixels, int32_t channels) {
#if TIR_MVE
  const int32x4_t most = vdupq_n_s32(is_double ? 31 : 32);
#ifdef __clang__
  /* The predicate of a loop takes no instructions. */
  const int32_t is_whole = 0;
#else
  const int32_t is_whole = channels % 4 == 0;
#endif
  for (int32_t c = 0; c < channels; c += 4) {
    const mve_pred16_t inside = vctp32q((uint32_t)(channels - c));
    const int32x4_t start = tir_mve_load_word(bias + c, inside, is_whole);
    const int32x4_t m =
        by_channel ? tir_mve_load_word(multiplier + c, inside, is_whole)
                   : vdupq_n_s32(factor);
    const int32x4_t left = vsubq_s32(
        most, by_channel ? (is_whole ? vldrbq_s32(shift + c)
                                     : vldrbq_z_s32(shift + c, inside))
                         : vdupq_n_s32(bits));
    for (int32_t p = 0; p < pixels; ++p) {
      int32x4_t v = vaddq_s32(
          tir_mve_load_word(sums + (p * channels + c), inside, is_whole),
          start);
      v = tir_mve_apply_scale(v, m, left, is_double);
      v = vaddq_n_s32(v, zero_point);
      v = vminq_s32(vmaxq_s32(v, vdupq_n_s32(min)), vdupq_n_s32(max));
      if (is_whole) {
        vstrbq_s32(elements + (p * pitch + c), v);
      } else {
        vstrbq_p_s32(elements + (p * pitch + c), v, inside);
      }
    }
  }
#else
  for (int32_t p = 0; p < pixels; ++p) {
    for (int32_t c = 0; c < channels; ++c) {
      const int32_t sum = sums[p * channels + c] + bias[c];
      const int32_t right = by_channel ? shift[c] : bits;
      int64_t v = (int64_t)sum * (by_channel ? multiplier[c] : factor);
      v += (int64_t)1 << (right - 1);
      if (is_double) {
        v += sum < 0 ? -(1 << 30) : 1 << 30;
      }
      v = (v >> right) + zero_point;
      v = v < min ? min : v;
      v = v > max ? max : v;
      elements[p * pitch + c] = (int8_t)v;
    }
  }
#endif
}
