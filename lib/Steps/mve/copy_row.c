//===- copy_row.c - A part of a row with padding
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/* Copies `size` elements. Those outside of [begin, end) count as `padding`. */
TIR_INLINE void tir_mve_copy_row(const int8_t *bytes, int8_t *copy,
                                 int32_t offset, int32_t begin, int32_t end,
                                 int32_t size, int32_t padding) {
#if TIR_MVE
  if (begin == 0 && end == size) {
    for (int32_t i = 0; i < size; i += 16) {
      const mve_pred16_t inside = vctp8q((uint32_t)(size - i));
      vstrbq_p_s8(copy + i, vldrbq_z_s8(bytes + (offset + i), inside), inside);
    }
    return;
  }
  const int8x16_t outside = vdupq_n_s8((int8_t)padding);
  for (int32_t i = 0; i < size; i += 16) {
    /* Lane numbers are less than 128, and what begins or ends further away does
     * so in no lane. */
    const int32_t first = begin - i < 0 ? 0 : begin - i < 16 ? begin - i : 16;
    const int32_t last = end - i < 0 ? 0 : end - i < 16 ? end - i : 16;
    const int8x16_t lane = vreinterpretq_s8_u8(vidupq_n_u8(0, 1));
    const mve_pred16_t inside =
        (mve_pred16_t)(vcmpgeq_n_s8(lane, (int8_t)first) &
                       vcmpltq_n_s8(lane, (int8_t)last));
    const int8x16_t v =
        vpselq_s8(vldrbq_z_s8(bytes + (offset + i), inside), outside, inside);
    vstrbq_p_s8(copy + i, v, vctp8q((uint32_t)(size - i)));
  }
#else
  for (int32_t i = 0; i < size; ++i) {
    copy[i] = i >= begin && i < end ? bytes[offset + i] : (int8_t)padding;
  }
#endif
}
