//===- copy_halves.c - Copies int16 elements into words of two
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/* Two neighbours as a word, the first one in its lower half. */
TIR_INLINE int32_t tir_dsp_load_halves(const tir_int16 *x) {
#if TIR_DSP
  int32_t word;
  memcpy(&word, x, sizeof word);
  return word;
#else
  return (int32_t)((uint16_t)x[0] | (uint32_t)(uint16_t)x[1] << 16);
#endif
}

/* Copies elements from `begin` to `end` of those from `offset` on, and sets the
   others to 0. */
TIR_INLINE void tir_dsp_copy_halves(const tir_int16 *x, tir_int32 *words,
                                    int32_t offset, int32_t begin, int32_t end,
                                    int32_t size) {
  const int32_t first = begin < end ? begin : size;
  const int32_t last = begin < end ? end : size;
  int32_t i = 0;
  for (; i + 2 <= first; i += 2) {
    *words++ = 0;
  }
  if (i < first) {
    *words++ = first < last
                   ? (int32_t)((uint32_t)(uint16_t)x[offset + first] << 16)
                   : 0;
    i += 2;
  }
  for (; i + 8 <= last; i += 8) {
    const int32_t a = tir_dsp_load_halves(x + (offset + i));
    const int32_t b = tir_dsp_load_halves(x + (offset + i + 2));
    const int32_t c = tir_dsp_load_halves(x + (offset + i + 4));
    const int32_t d = tir_dsp_load_halves(x + (offset + i + 6));
    words[0] = a;
    words[1] = b;
    words[2] = c;
    words[3] = d;
    words += 4;
  }
  for (; i + 2 <= last; i += 2) {
    *words++ = tir_dsp_load_halves(x + (offset + i));
  }
  if (i < last) {
    *words++ = (int32_t)(uint16_t)x[offset + i];
    i += 2;
  }
  for (; i < size; i += 2) {
    *words++ = 0;
  }
}
