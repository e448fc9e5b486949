//===- requantize_uniform.c - Sums as int8 elements, all channels alike
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_MVE
/* gcc sets the predicate anew for each access. */
TIR_INLINE int32x4_t tir_mve_load_sums(const tir_int32 *x, mve_pred16_t inside,
                                       int32_t is_whole) {
  return is_whole ? vldrwq_s32((const int32_t *)x)
                  : vldrwq_z_s32((const int32_t *)x, inside);
}
#endif

/* The high 32 bits of (sum + bias) * 2^fraction_bits * scale, plus the offset,
   divided by 2^shift, rounded down, clamped: for the channels of some pixels.
   All channels have the same scale, offset and shift. */
TIR_INLINE void tir_mve_requantize_uniform(
    const tir_int32 *sums, const tir_int32 *bias, int8_t *elements,
    int32_t pitch, int32_t fraction_bits, int32_t scale, int32_t offset,
    int32_t shift, int32_t min, int32_t max, int32_t pixels, int32_t channels) {
#if TIR_MVE
#ifdef __clang__
  /* The predicate of a loop takes no instructions. */
  const int32_t is_whole = 0;
#else
  const int32_t is_whole = channels % 4 == 0;
#endif
  const int32x4_t factor = vdupq_n_s32(scale);
  for (int32_t c = 0; c < channels; c += 4) {
    const mve_pred16_t inside = vctp32q((uint32_t)(channels - c));
    const int32x4_t start = tir_mve_load_sums(bias + c, inside, is_whole);
    for (int32_t p = 0; p < pixels; ++p) {
      const int32x4_t sum = vaddq_s32(
          tir_mve_load_sums(sums + (p * channels + c), inside, is_whole),
          start);
      int32x4_t v = vaddq_n_s32(
          vmulhq_s32(vshlq_r_s32(sum, fraction_bits), factor), offset);
      v = vshlq_r_s32(v, -shift);
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
      const int64_t sum = sums[p * channels + c] + bias[c];
      const int64_t product = sum * (1 << fraction_bits) * scale;
      int32_t v = ((int32_t)(product >> 32) + offset) >> shift;
      v = v < min ? min : v;
      v = v > max ? max : v;
      elements[p * pitch + c] = (int8_t)v;
    }
  }
#endif
}
