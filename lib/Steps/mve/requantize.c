//===- requantize.c - Sums as int8 elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
  for (int32_t c = 0; c < channels; c += 4) {
    const mve_pred16_t inside = vctp32q((uint32_t)(channels - c));
    const int32x4_t start = vldrwq_z_s32(bias + c, inside);
    const int32x4_t factor = vldrwq_z_s32(scale + c, inside);
    const int32x4_t summand = vldrwq_z_s32(offset + c, inside);
    const int32x4_t left = vldrwq_z_s32(shift + c, inside);
    for (int32_t p = 0; p < pixels; ++p) {
      const int32x4_t sum =
          vaddq_s32(vldrwq_z_s32(sums + (p * channels + c), inside), start);
      int32x4_t v = vaddq_s32(
          vmulhq_s32(vshlq_r_s32(sum, fraction_bits), factor), summand);
      if (by_sign) {
        v = vsubq_s32(v, vandq_s32(vshrq_n_s32(sum, 31),
                                   vldrwq_z_s32(sign_offset + c, inside)));
      }
      v = vshlq_s32(v, left);
      v = vminq_s32(vmaxq_s32(v, vdupq_n_s32(min)), vdupq_n_s32(max));
      vstrbq_p_s32(elements + (p * pitch + c), v, inside);
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
