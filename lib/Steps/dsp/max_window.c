//===- max_window.c - The largest int8 elements of a window
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_DSP
/* SSUB8 says for each byte which one is larger, and SEL takes it. */
TIR_INLINE int32_t tir_dsp_max_bytes(int32_t most, const int8_t *a) {
  int32_t four;
  int32_t difference;
  memcpy(&four, a, sizeof four);
  __asm__("ssub8 %1, %0, %2\n\tsel %0, %0, %2"
          : "+r"(most), "=&r"(difference)
          : "r"(four)
          : "cc");
  return most;
}

/* Compilers unroll few loops by themselves. */
TIR_INLINE int32_t tir_dsp_max_columns(int32_t most, const int8_t *a,
                                       int32_t begin, int32_t columns,
                                       int32_t pitch) {
  if (begin < 1) {
    most = tir_dsp_max_bytes(most, a);
  }
  if (columns > 1) {
    most = tir_dsp_max_bytes(most, a + pitch);
  }
  if (columns > 2) {
    most = tir_dsp_max_bytes(most, a + 2 * pitch);
  }
  for (int32_t q = 3; q < columns; ++q) {
    most = tir_dsp_max_bytes(most, a + q * pitch);
  }
  return most;
}
#endif

/* The largest elements of a window for four neighbouring channels. */
TIR_INLINE void tir_dsp_max_window(const int8_t *x, int8_t *y, int32_t offset,
                                   int32_t rows, int32_t columns,
                                   int32_t row_pitch, int32_t column_pitch) {
  const int8_t *a = x + offset;
#if TIR_DSP
  int32_t most;
  memcpy(&most, a, sizeof most);
  most = tir_dsp_max_columns(most, a, 1, columns, column_pitch);
  if (rows > 1) {
    a += row_pitch;
    most = tir_dsp_max_columns(most, a, 0, columns, column_pitch);
  }
  if (rows > 2) {
    a += row_pitch;
    most = tir_dsp_max_columns(most, a, 0, columns, column_pitch);
  }
  for (int32_t r = 3; r < rows; ++r) {
    a += row_pitch;
    most = tir_dsp_max_columns(most, a, 0, columns, column_pitch);
  }
  memcpy(y, &most, sizeof most);
#else
  int32_t most[4] = {a[0], a[1], a[2], a[3]};
  for (int32_t r = 0; r < rows; ++r) {
    for (int32_t q = 0; q < columns; ++q) {
      const int8_t *v = a + (r * row_pitch + q * column_pitch);
      for (int32_t i = 0; i < 4; ++i) {
        const int32_t element = v[i];
        const int32_t before = most[i];
        most[i] = element > before ? element : before;
      }
    }
  }
  for (int32_t i = 0; i < 4; ++i) {
    y[i] = (int8_t)most[i];
  }
#endif
}
