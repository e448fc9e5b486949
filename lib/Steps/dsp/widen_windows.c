//===- widen_windows.c - The elements of small windows as words of pairs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_DSP
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 8
#define TIR_DSP_UNROLL _Pragma("GCC unroll 8")
#else
#define TIR_DSP_UNROLL
#endif

/* Widens `size` elements that follow each other. */
TIR_INLINE void tir_dsp_widen_window(const int8_t *from, tir_int32 *words,
                                     int32_t size) {
  const int32_t fours = size / 4;
  const int32_t rest = size % 4;
  TIR_DSP_UNROLL
  for (int32_t i = 0; i < fours; ++i) {
    int32_t four;
    int32_t even;
    int32_t odd;
    memcpy(&four, from + 4 * i, sizeof four);
    __asm__("sxtb16 %0, %1" : "=r"(even) : "r"(four));
    __asm__("sxtb16 %0, %1, ror #8" : "=r"(odd) : "r"(four));
    words[2 * i] = even;
    words[2 * i + 1] = odd;
  }
  from += 4 * fours;
  words += 2 * fours;
  if (rest == 1) {
    words[0] = from[0];
  }
  if (rest > 1) {
    const uint32_t first = (uint32_t)(int32_t)from[0];
    const uint32_t last = (uint32_t)(int32_t)from[rest - 1];
    words[0] = (int32_t)((first & 0xffffu) | last << 16);
  }
  if (rest == 3) {
    words[1] = from[1];
  }
}
#endif

/* Writes the elements of neighbouring windows, `pitch` elements apart, as pairs
   of 16-bit numbers: of each of `rows` rows of a window (0, 2), (1, 3), (4, 6),
   ...; two that are left as (0, 1), and one as it is. Of the elements of a row
   after the first one of the first window, those outside of [begin, end) count
   as `padding`. */
TIR_INLINE void tir_dsp_widen_windows(const int8_t *bytes, tir_int32 *words,
                                      int32_t offset, int32_t begin,
                                      int32_t end, int32_t windows,
                                      int32_t pitch, int32_t rows,
                                      int32_t row_pitch, int32_t size,
                                      int32_t padding) {
  const int32_t row_words = (size + 1) / 2;
  for (int32_t p = 0; p < windows; ++p) {
#if TIR_DSP
    /* Only windows at a border have padding. */
    if (__builtin_expect(begin <= 0 && end >= size, 1)) {
      TIR_DSP_UNROLL
      for (int32_t r = 0; r < rows; ++r) {
        tir_dsp_widen_window(bytes + (offset + r * row_pitch),
                             words + r * row_words, size);
      }
    } else
#endif
    {
      for (int32_t r = 0; r < rows; ++r) {
        const int8_t *const from = bytes + (offset + r * row_pitch);
        tir_int32 *const row = words + r * row_words;
        for (int32_t k = 0; k < size; ++k) {
          const int32_t byte = k >= begin && k < end ? from[k] : padding;
          const int32_t rest = size - k / 4 * 4;
          const int32_t word = k / 4 * 2 + (rest <= 2 ? 0 : k % 2);
          const int32_t is_high = rest <= 2 ? k % 4 == 1 : k % 4 >= 2;
          row[word] = is_high ? (int32_t)(((uint32_t)row[word] & 0xffffu) |
                                          (uint32_t)byte << 16)
                              : byte;
        }
      }
    }
    offset += pitch;
    begin -= pitch;
    end -= pitch;
    words += rows * row_words;
  }
}
