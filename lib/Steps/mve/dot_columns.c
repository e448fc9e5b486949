//===- dot_columns.c - Sums of depthwise windows of words
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/* The sums of the products of the windows of one to six neighbouring pixels,
   for some channels. A word has the rows of a column (tir_mve_interleave_rows);
   a window has up to four columns. The 16 weights of a channel are in the order
   of the words, and zeros where a window has fewer rows or columns. */
TIR_INLINE void tir_mve_dot_columns(const tir_int32 *words, const int8_t *w,
                                    tir_int32 *sums, int32_t columns,
                                    int32_t stride, int32_t pixels,
                                    int32_t channels) {
#if TIR_MVE
  /* The bytes from the first word to each of a window; a column that does not
     exist is the first one. */
  uint32_t pitch = 4 * (uint32_t)channels;
#ifdef __clang__
  /* These vectors would be kept on the stack for the next call. */
  __asm__ volatile("" : "+r"(pitch));
#endif
  uint32x4_t window = vdupq_n_u32(0);
  if (columns > 1) {
    window = vsetq_lane_u32(pitch, window, 1);
  }
  if (columns > 2) {
    window = vsetq_lane_u32(2 * pitch, window, 2);
  }
  if (columns > 3) {
    window = vsetq_lane_u32(3 * pitch, window, 3);
  }
  const uint32_t next = pitch * (uint32_t)stride;
  const uint32x4_t window1 = vaddq_n_u32(window, next);
  const uint32x4_t window2 = vaddq_n_u32(window, 2 * next);
  const uint32x4_t window3 = vaddq_n_u32(window, 3 * next);
  const uint32x4_t window4 = vaddq_n_u32(window, 4 * next);
  const uint32x4_t window5 = vaddq_n_u32(window, 5 * next);
#define TIR_MVE_DOT_WINDOW(of)                                                 \
  vmladavq_s8(vreinterpretq_s8_s32(                                            \
                  vldrwq_gather_offset_s32((const int32_t *)words, of)),       \
              v)
  for (int32_t c = channels; c > 0; --c) {
    const int8x16_t v = vld1q_s8(w);
    w += 16;
    sums[0] = TIR_MVE_DOT_WINDOW(window);
    if (pixels > 1) {
      sums[channels] = TIR_MVE_DOT_WINDOW(window1);
    }
    if (pixels > 2) {
      sums[2 * channels] = TIR_MVE_DOT_WINDOW(window2);
    }
    if (pixels > 3) {
      sums[3 * channels] = TIR_MVE_DOT_WINDOW(window3);
    }
    if (pixels > 4) {
      sums[4 * channels] = TIR_MVE_DOT_WINDOW(window4);
    }
    if (pixels > 5) {
      sums[5 * channels] = TIR_MVE_DOT_WINDOW(window5);
    }
    ++words;
    ++sums;
  }
#undef TIR_MVE_DOT_WINDOW
#else
  for (int32_t p = 0; p < pixels; ++p) {
    for (int32_t c = 0; c < channels; ++c) {
      int32_t sum = 0;
      for (int32_t q = 0; q < columns; ++q) {
        uint32_t word = (uint32_t)words[(p * stride + q) * channels + c];
        for (int32_t r = 0; r < 4; ++r) {
          const int32_t byte = (int32_t)(word & 0xffu);
          sum += (byte - ((byte & 0x80) << 1)) * w[16 * c + 4 * q + r];
          word >>= 8;
        }
      }
      sums[p * channels + c] = sum;
    }
  }
#endif
}
