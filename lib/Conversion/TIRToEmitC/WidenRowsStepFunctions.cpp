//===- WidenRowsStepFunctions.cpp - The C functions that widen rows of bytes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepFunctions.h"

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kJoinHalves = R"c(
/* The low halves of two words as one word. */
TIR_INLINE int32_t tir_join_low(int32_t low, int32_t high) {
#if TIR_DSP
  int32_t word;
  __asm__ volatile("pkhbt %0, %1, %2, lsl #16" : "=r"(word) : "r"(low), "r"(high));
  return word;
#else
  return (int32_t)(((uint32_t)low & 0xffffu) | ((uint32_t)high << 16));
#endif
}

/* The high halves of two words as one word. */
TIR_INLINE int32_t tir_join_high(int32_t low, int32_t high) {
#if TIR_DSP
  int32_t word;
  __asm__ volatile("pkhtb %0, %2, %1, asr #16" : "=r"(word) : "r"(low), "r"(high));
  return word;
#else
  return (int32_t)(((uint32_t)low >> 16) | ((uint32_t)high & 0xffff0000u));
#endif
})c";

static constexpr StringLiteral kWidenColumns = R"c(
/* Loads four bytes, the same as they are in memory. */
TIR_INLINE int32_t tir_load_bytes(const int8_t *bytes) {
  int32_t four;
  memcpy(&four, bytes, sizeof four);
  return four;
}

/* (0, 2) and (1, 3) of four bytes from tir_load_bytes. */
TIR_INLINE void tir_split_bytes(int32_t four, int32_t *even, int32_t *odd) {
#if TIR_DSP
  __asm__ volatile("sxtb16 %0, %1, ror #8" : "=r"(*odd) : "r"(four));
  __asm__ volatile("sxtb16 %0, %1" : "=r"(*even) : "r"(four));
#else
  int8_t bytes[4];
  memcpy(bytes, &four, sizeof four);
  *even = (int32_t)(((uint32_t)bytes[0] & 0xffffu) | ((uint32_t)bytes[2] << 16));
  *odd = (int32_t)(((uint32_t)bytes[1] & 0xffffu) | ((uint32_t)bytes[3] << 16));
#endif
}

/* A word with the same byte four times. */
TIR_INLINE int32_t tir_repeat_byte(int32_t byte) {
  return (int32_t)(((uint32_t)byte & 0xffu) * 0x01010101u);
}

/* Widens four channels of two rows, or of two columns, loaded as x0 and x1: stores a word for each channel.
   The bytes of two channels are joined before they are widened, where a word begins with the low byte. */
TIR_INLINE void tir_widen_two(int32_t x0, int32_t x1, int32_t pitch, tir_int32 *words) {
  int32_t even0;
  int32_t odd0;
  int32_t even1;
  int32_t odd1;
#if TIR_DSP
  tir_split_bytes(tir_join_low(x0, x1), &even0, &odd0);
  tir_split_bytes(tir_join_high(x0, x1), &even1, &odd1);
  words[0] = even0;
  words[pitch] = odd0;
  words[2 * pitch] = even1;
  words[3 * pitch] = odd1;
#else
  tir_split_bytes(x0, &even0, &odd0);
  tir_split_bytes(x1, &even1, &odd1);
  words[0] = tir_join_low(even0, even1);
  words[pitch] = tir_join_low(odd0, odd1);
  words[2 * pitch] = tir_join_high(even0, even1);
  words[3 * pitch] = tir_join_high(odd0, odd1);
#endif
}

/* Three rows of four channels of a column, as they are in memory. */
struct tir_column {
  int32_t x0;
  int32_t x1;
  int32_t x2;
};

/* Widens an even column and the next one: the words of the first two rows of each, and one of the
   third row of both. */
TIR_INLINE void tir_widen_pair(struct tir_column first, struct tir_column second, int32_t pitch,
    tir_int32 *words) {
  tir_widen_two(first.x0, first.x1, pitch, words);
  tir_widen_two(second.x0, second.x1, pitch, words + 1);
  tir_widen_two(first.x2, second.x2, pitch, words + 2);
}

/* The same where the even column is padding. */
TIR_INLINE void tir_widen_second(struct tir_column second, int32_t none, int32_t pitch,
    tir_int32 *words) {
  tir_widen_two(second.x0, second.x1, pitch, words + 1);
  tir_widen_two(none, second.x2, pitch, words + 2);
}

/* The same where the next column is padding, or there is none. */
TIR_INLINE void tir_widen_first(struct tir_column first, int32_t none, int32_t pitch,
    tir_int32 *words) {
  tir_widen_two(first.x0, first.x1, pitch, words);
  tir_widen_two(first.x2, none, pitch, words + 2);
})c";

static constexpr StringLiteral kWidenAndMoveRows = R"c(
/* Loads four channels of a column of three rows, and moves the rows down. */
TIR_INLINE struct tir_column tir_move_column(int8_t *first, int32_t moves, int32_t row_pitch) {
  struct tir_column column;
  column.x0 = tir_load_bytes(first);
  column.x1 = tir_load_bytes(first + row_pitch);
  column.x2 = tir_load_bytes(first + 2 * row_pitch);
  const int32_t lowest = moves == 1 ? column.x1 : column.x2;
  memcpy(first, &lowest, sizeof lowest);
  if (moves == 1) {
    memcpy(first + row_pitch, &column.x2, sizeof column.x2);
  }
  return column;
}

/* Widens two columns of such rows, and moves the rows down. */
TIR_INLINE void tir_widen_and_move_pair(int8_t *first, int32_t moves, int32_t row_pitch,
    int32_t column_pitch, int32_t pitch, tir_int32 *words) {
  const struct tir_column left = tir_move_column(first, moves, row_pitch);
  const struct tir_column right = tir_move_column(first + column_pitch, moves, row_pitch);
  tir_widen_pair(left, right, pitch, words);
}

/* Like tir_widen_rows for four channels of three rows, which then move down by `moves` rows: the
   next window needs the last ones. A short row needs no loop, for which registers are few. */
TIR_INLINE void tir_widen_and_move_rows(int8_t *bytes, int32_t offset, int32_t moves,
    int32_t column_begin, int32_t column_end, int32_t columns, int32_t row_pitch,
    int32_t column_pitch, int32_t padding, tir_int32 *words) {
  const int32_t none = tir_repeat_byte(padding);
  const int32_t pitch = 3 * ((columns + 1) / 2);
  int32_t count = column_end - column_begin;
  int8_t *first = bytes + (offset + column_begin * column_pitch);
  words += 3 * (column_begin / 2);
  if (column_begin % 2 != 0 && count > 0) {
    tir_widen_second(tir_move_column(first, moves, row_pitch), none, pitch, words);
    first += column_pitch;
    words += 3;
    --count;
  }
  const int32_t pairs = count / 2;
  if (pairs > 2) {
    for (int32_t i = pairs; i > 0; --i) {
#if TIR_DSP && defined(__clang__)
      /* clang counts a place for each word otherwise, without registers for them. */
      __asm__("" : "+r"(first), "+r"(words));
#endif
      tir_widen_and_move_pair(first, moves, row_pitch, column_pitch, pitch, words);
      first += 2 * column_pitch;
      words += 3;
    }
  } else {
    if (pairs > 0) {
      tir_widen_and_move_pair(first, moves, row_pitch, column_pitch, pitch, words);
    }
    if (pairs > 1) {
      tir_widen_and_move_pair(first + 2 * column_pitch, moves, row_pitch, column_pitch, pitch,
          words + 3);
    }
    first += 2 * pairs * column_pitch;
    words += 3 * pairs;
  }
  if (count % 2 != 0) {
    tir_widen_first(tir_move_column(first, moves, row_pitch), none, pitch, words);
  }
})c";

static constexpr StringLiteral kWidenRows = R"c(
/* Loads four channels of a column of three rows. */
TIR_INLINE struct tir_column tir_load_column(const int8_t *first, const int8_t *second,
    const int8_t *third) {
  struct tir_column column;
  column.x0 = tir_load_bytes(first);
  column.x1 = tir_load_bytes(second);
  column.x2 = tir_load_bytes(third);
  return column;
}

/* Widens four channels of a column of four rows. */
TIR_INLINE void tir_widen_four(const int8_t *first, const int8_t *second, const int8_t *third,
    const int8_t *fourth, int32_t pitch, tir_int32 *words) {
  const int32_t x0 = tir_load_bytes(first);
  const int32_t x1 = tir_load_bytes(second);
  const int32_t x2 = tir_load_bytes(third);
  const int32_t x3 = tir_load_bytes(fourth);
  tir_widen_two(x0, x1, pitch, words);
  tir_widen_two(x2, x3, pitch, words + 1);
}

/* Widens four channels of `count` columns of three or four rows, from column `begin` on; a step
   leads from one column to the next. */
TIR_INLINE void tir_widen_columns(int32_t rows, const int8_t *first, const int8_t *second,
    const int8_t *third, const int8_t *fourth, int32_t first_step, int32_t second_step,
    int32_t third_step, int32_t fourth_step, int32_t begin, int32_t count, int32_t columns,
    int32_t none, tir_int32 *words) {
  if (rows == 4) {
    words += 2 * begin;
    for (int32_t i = 0; i < count; ++i) {
      tir_widen_four(first, second, third, fourth, 2 * columns, words);
      first += first_step;
      second += second_step;
      third += third_step;
      fourth += fourth_step;
      words += 2;
    }
    return;
  }
  const int32_t pitch = 3 * ((columns + 1) / 2);
  words += 3 * (begin / 2);
  if (begin % 2 != 0) {
    tir_widen_second(tir_load_column(first, second, third), none, pitch, words);
    first += first_step;
    second += second_step;
    third += third_step;
    words += 3;
    --count;
  }
  for (int32_t i = count / 2; i > 0; --i) {
    const struct tir_column left = tir_load_column(first, second, third);
    const struct tir_column right =
        tir_load_column(first + first_step, second + second_step, third + third_step);
    tir_widen_pair(left, right, pitch, words);
    first += 2 * first_step;
    second += 2 * second_step;
    third += 2 * third_step;
    words += 3;
  }
  if (count % 2 != 0) {
    tir_widen_first(tir_load_column(first, second, third), none, pitch, words);
  }
}

/* Widens three or four rows of depthwise windows. For each channel and column, a word has the
   elements of the first two rows. With four rows, the next word has the elements of the other two. With
   three, the word after two columns' words has the third row's elements. Rows that are not read are
   `padding`. */
TIR_INLINE void tir_widen_rows(const int8_t *bytes, int32_t offset, int32_t rows,
    int32_t row_begin, int32_t row_end, int32_t column_begin, int32_t column_end, int32_t columns,
    int32_t row_pitch, int32_t column_pitch, int32_t channels, int32_t padding, tir_int32 *words) {
  const int32_t count = column_end - column_begin;
  if (channels == 4 && count > 0) {
    const int8_t none[4] = {(int8_t)padding, (int8_t)padding, (int8_t)padding, (int8_t)padding};
    const int32_t all = tir_repeat_byte(padding);
    const int32_t start = offset + column_begin * column_pitch;
    if (row_begin == 0 && row_end == rows) {
      const int8_t *const first = bytes + start;
      tir_widen_columns(rows, first, first + row_pitch, first + 2 * row_pitch,
          rows == 4 ? first + 3 * row_pitch : none, column_pitch, column_pitch, column_pitch,
          rows == 4 ? column_pitch : 0, column_begin, count, columns, all, words);
    } else {
      const int32_t has_first = row_begin <= 0 && row_end > 0;
      const int32_t has_second = row_begin <= 1 && row_end > 1;
      const int32_t has_third = row_begin <= 2 && row_end > 2;
      const int32_t has_fourth = rows == 4 && row_begin <= 3 && row_end > 3;
      tir_widen_columns(rows, has_first ? bytes + start : none,
          has_second ? bytes + (start + row_pitch) : none,
          has_third ? bytes + (start + 2 * row_pitch) : none,
          has_fourth ? bytes + (start + 3 * row_pitch) : none, has_first ? column_pitch : 0,
          has_second ? column_pitch : 0, has_third ? column_pitch : 0,
          has_fourth ? column_pitch : 0, column_begin, count, columns, all, words);
    }
    return;
  }
  for (int32_t c = 0; c < channels; ++c) {
    int32_t before = padding;
    for (int32_t q = column_begin; q < column_end; ++q) {
      int32_t element[4] = {padding, padding, padding, padding};
      for (int32_t r = row_begin; r < row_end; ++r) {
        element[r] = bytes[offset + r * row_pitch + q * column_pitch + c];
      }
      if (rows == 4) {
        words[2 * (c * columns + q)] = tir_join_low(element[0], element[1]);
        words[2 * (c * columns + q) + 1] = tir_join_low(element[2], element[3]);
        continue;
      }
      tir_int32 *const pair = words + 3 * (c * ((columns + 1) / 2) + q / 2);
      pair[q % 2] = tir_join_low(element[0], element[1]);
      pair[2] = q % 2 != 0 ? tir_join_low(before, element[2]) : tir_join_low(element[2], padding);
      before = element[2];
    }
  }
})c";

void tir::insertWidenRowsStepFunctions(const std::set<std::string> &called,
                                       StepTexts &texts) {
  if (called.count(kWidenRowsFunction.str()))
    texts.insert(kWidenRows.str(),
                 {kDSPInstructions, kJoinHalves, kWidenColumns});
  if (called.count(kWidenAndMoveRowsFunction.str()))
    texts.insert(kWidenAndMoveRows.str(),
                 {kDSPInstructions, kJoinHalves, kWidenColumns});
}
