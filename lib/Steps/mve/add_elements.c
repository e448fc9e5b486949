//===- add_elements.c - Sums of two products of elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/* (x * x_factor + y * y_factor + offset) >> shift, clamped, for the channels of
   some pixels. `elements` may be `y`, or begin before it. */
TIR_INLINE void tir_mve_add_elements(const int8_t *x, const int8_t *y,
                                     int8_t *elements, int32_t x_factor,
                                     int32_t y_factor, int32_t offset,
                                     int32_t shift, int32_t min, int32_t max,
                                     int32_t x_pitch, int32_t pitch,
                                     int32_t pixels, int32_t channels) {
  for (int32_t p = 0; p < pixels; ++p) {
#if TIR_MVE
#ifdef __clang__
    /* The predicate of a loop takes no instructions. */
    const int32_t is_whole = 0;
#else
    const int32_t is_whole = channels % 4 == 0;
#endif
    for (int32_t c = 0; c < channels; c += 4) {
      const mve_pred16_t inside = vctp32q((uint32_t)(channels - c));
      int32x4_t v = vmlaq_n_s32(
          vdupq_n_s32(offset),
          is_whole ? vldrbq_s32(x + c) : vldrbq_z_s32(x + c, inside), x_factor);
      v = vmlaq_n_s32(
          v, is_whole ? vldrbq_s32(y + c) : vldrbq_z_s32(y + c, inside),
          y_factor);
      v = vshlq_r_s32(v, -shift);
      v = vminq_s32(vmaxq_s32(v, vdupq_n_s32(min)), vdupq_n_s32(max));
      if (is_whole) {
        vstrbq_s32(elements + c, v);
      } else {
        vstrbq_p_s32(elements + c, v, inside);
      }
    }
#else
    for (int32_t c = 0; c < channels; ++c) {
      int32_t v = (int32_t)((uint32_t)(x[c] * x_factor) +
                            (uint32_t)(y[c] * y_factor) + (uint32_t)offset) >>
                  shift;
      v = v < min ? min : v;
      v = v > max ? max : v;
      elements[c] = (int8_t)v;
    }
#endif
    x += x_pitch;
    y += pitch;
    elements += pitch;
  }
}
