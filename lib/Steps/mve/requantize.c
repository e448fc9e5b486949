//===- requantize.c - Sums as int8 elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_MVE
/* gcc sets the predicate anew for each access. */
TIR_INLINE int32x4_t tir_mve_load_number(const tir_int32 *x,
                                         mve_pred16_t inside,
                                         int32_t is_whole) {
  return is_whole ? vldrwq_s32((const int32_t *)x)
                  : vldrwq_z_s32((const int32_t *)x, inside);
}
#endif

/* The high 32 bits of (sum + bias) * 2^fraction_bits * scale, plus the offset,
   less the sign offset if the sum with the bias is negative, times 2^shift,
   which is at most 1, clamped: for the channels of some pixels. */
TIR_INLINE void tir_mve_requantize(const tir_int32 *sums, const tir_int32 *bias,
                                   const tir_int32 *scale,
                                   const tir_int32 *offset,
                                   const tir_int32 *sign_offset,
                                   const tir_int32 *shift, int8_t *elements,
                                   int32_t pitch, int32_t fraction_bits,
                                   int32_t by_sign, int32_t min, int32_t max,
                                   int32_t pixels, int32_t channels) {
#if TIR_MVE
#ifdef __clang__
  /* The predicate of a loop takes no instructions. */
  const int32_t is_whole = 0;
#else
  const int32_t is_whole = channels % 4 == 0;
#endif
  for (int32_t c = 0; c < channels; c += 4) {
    const mve_pred16_t inside = vctp32q((uint32_t)(channels - c));
    const int32x4_t start = tir_mve_load_number(bias + c, inside, is_whole);
    const int32x4_t factor = tir_mve_load_number(scale + c, inside, is_whole);
    const int32x4_t summand = tir_mve_load_number(offset + c, inside, is_whole);
    const int32x4_t left = tir_mve_load_number(shift + c, inside, is_whole);
    for (int32_t p = 0; p < pixels; ++p) {
      const int32x4_t sum = vaddq_s32(
          tir_mve_load_number(sums + (p * channels + c), inside, is_whole),
          start);
      int32x4_t v = vaddq_s32(
          vmulhq_s32(vshlq_r_s32(sum, fraction_bits), factor), summand);
      if (by_sign) {
        v = vsubq_s32(v, vandq_s32(vshrq_n_s32(sum, 31),
                                   tir_mve_load_number(sign_offset + c, inside,
                                                       is_whole)));
      }
      v = vshlq_s32(v, left);
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
      const int64_t product = (int64_t)sum * (1 << fraction_bits) * scale[c];
      int32_t v = (int32_t)(product >> 32) + offset[c] -
                  (by_sign && sum < 0 ? sign_offset[c] : 0);
      v = v >> -shift[c];
      v = v < min ? min : v;
      v = v > max ? max : v;
      elements[p * pitch + c] = (int8_t)v;
    }
  }
#endif
}
