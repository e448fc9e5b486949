//===- max_border.c - The largest int8 elements of a part of a window
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#if TIR_DSP
/* SSUB8 says for each byte which one is larger, and SEL takes it. */
TIR_INLINE int32_t tir_dsp_larger_bytes(int32_t most, const int8_t *a) {
  int32_t four;
  int32_t difference;
  memcpy(&four, a, sizeof four);
  __asm__("ssub8 %1, %0, %2\n\tsel %0, %0, %2"
          : "+r"(most), "=&r"(difference)
          : "r"(four)
          : "cc");
  return most;
}
#endif

/* The largest elements of those positions of a window that are inside of the
   input, for four neighbouring channels; -128 if none is. */
TIR_INLINE void tir_dsp_max_border(const int8_t *x, int8_t *y, int32_t offset,
                                   int32_t row_begin, int32_t row_end,
                                   int32_t column_begin, int32_t column_end,
                                   int32_t columns, int32_t row_pitch,
                                   int32_t column_pitch) {
#if TIR_DSP
  int32_t most = -2139062144;
  if (row_begin < row_end && column_begin < column_end) {
    const int8_t *a =
        x + (offset + row_begin * row_pitch + column_begin * column_pitch);
    const int32_t last = (column_end - 1 - column_begin) * column_pitch;
    if (columns <= 3) {
      /* A column that is read twice changes nothing. */
      const int32_t middle = column_pitch < last ? column_pitch : last;
      for (int32_t r = row_begin; r < row_end; ++r) {
        most = tir_dsp_larger_bytes(most, a);
        most = tir_dsp_larger_bytes(most, a + middle);
        most = tir_dsp_larger_bytes(most, a + last);
        a += row_pitch;
      }
    } else {
      for (int32_t r = row_begin; r < row_end; ++r) {
        for (int32_t place = 0; place <= last; place += column_pitch) {
          most = tir_dsp_larger_bytes(most, a + place);
        }
        a += row_pitch;
      }
    }
  }
  memcpy(y, &most, sizeof most);
#else
  int32_t most[4] = {-128, -128, -128, -128};
  (void)columns;
  for (int32_t r = row_begin; r < row_end; ++r) {
    for (int32_t q = column_begin; q < column_end; ++q) {
      const int8_t *a = x + (offset + r * row_pitch + q * column_pitch);
      for (int32_t i = 0; i < 4; ++i) {
        const int32_t element = a[i];
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
