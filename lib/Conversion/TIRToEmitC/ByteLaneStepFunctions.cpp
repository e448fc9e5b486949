//===- ByteLaneStepFunctions.cpp - The C of steps with int8 in lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepFunctions.h"

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kDotBytes = R"c(
/* Sums products of int8 elements and weights for some pixels and channels. `together` weights of each of
   `lanes` channels lie together; with four, 128 is added to each element. Rows before `row_begin` and from
   `row_end` on are padding, and so are columns outside of the input. */
TIR_INLINE void tir_dot_byte_lanes(const int8_t *x, int32_t offset, const int8_t *w, const tir_int32 *start,
    int32_t row_begin, int32_t row_end, int32_t rows, int32_t columns, int32_t size, int32_t row_pitch,
    int32_t column_pitch, int32_t pixel_pitch, int32_t first, int32_t stride, int32_t dilation, int32_t width,
    int32_t lanes, int32_t together, int32_t joined, int32_t pixels, int32_t channels, int32_t padding,
    tir_int32 *sums, int32_t sums_pitch) {
  const int32_t column = joined ? size : (size + together - 1) / together * together;
  const int32_t groups = (columns * column + together - 1) / together;
  for (int32_t p = 0; p < pixels; ++p) {
    tir_int32 *a = sums + p * sums_pitch;
    for (int32_t c = 0; c < channels; ++c) {
      a[c] = start[c];
    }
    for (int32_t r = 0; r < rows; ++r) {
      for (int32_t q = 0; q < columns; ++q) {
        const int32_t place = first + p * stride + q * dilation;
        const int32_t inside = r >= row_begin && r < row_end && place >= 0 && place < width;
        const int32_t at = offset + p * pixel_pitch + r * row_pitch + q * column_pitch;
        for (int32_t k = 0; k < size; ++k) {
          const int32_t s = (inside ? x[at + k] : padding) + (together == 4 ? 128 : 0);
          const int32_t e = q * column + k;
          const int8_t *z = w + (r * groups + e / together) * lanes * together + e % together;
          for (int32_t c = 0; c < channels; ++c) {
            a[c] += s * z[c * together];
          }
        }
      }
    }
  }
})c";

static constexpr StringLiteral kDotWindow = R"c(
/* Sums the products of depthwise windows for some pixels and channels, in the same way. The weights of
   `together` rows of a column lie together. */
TIR_INLINE void tir_dot_window_lanes(const int8_t *x, int32_t offset, const int8_t *w, const tir_int32 *start,
    int32_t row_begin, int32_t row_end, int32_t rows, int32_t columns, int32_t row_pitch, int32_t column_pitch,
    int32_t pixel_pitch, int32_t first, int32_t stride, int32_t dilation, int32_t width, int32_t lanes,
    int32_t together, int32_t pixels, int32_t channels, int32_t padding, tir_int32 *sums, int32_t sums_pitch) {
  const int32_t groups = (rows + together - 1) / together;
  const int32_t excess = together == 4 ? 128 : 0;
  for (int32_t p = 0; p < pixels; ++p) {
    tir_int32 *a = sums + p * sums_pitch;
    for (int32_t c = 0; c < channels; ++c) {
      a[c] = start[c];
    }
    for (int32_t r = 0; r < rows; ++r) {
      for (int32_t q = 0; q < columns; ++q) {
        const int32_t place = first + p * stride + q * dilation;
        const int32_t inside = r >= row_begin && r < row_end && place >= 0 && place < width;
        const int32_t at = offset + p * pixel_pitch + r * row_pitch + q * column_pitch;
        const int8_t *z = w + (q * groups + r / together) * lanes * together + r % together;
        for (int32_t c = 0; c < channels; ++c) {
          a[c] += ((inside ? x[at + c] : padding) + excess) * z[c * together];
        }
      }
    }
  }
})c";

static constexpr StringLiteral kRequantize = R"c(
/* The high 32 bits of sum * 2^fraction_bits * scale, plus the offset, less the sign offset if there are such
   and the sum is negative, times 2^shift, which is at most 1, from `low` to `high`. */
TIR_INLINE int32_t tir_requantize_lane(int32_t sum, const tir_int32 *scale, const tir_int32 *offset,
    const tir_int32 *sign_offset, const tir_int32 *shift, int32_t c, int32_t fraction_bits, int32_t by_sign,
    int32_t low, int32_t high) {
  const int64_t product = (int64_t)sum * ((int64_t)1 << fraction_bits) * scale[c];
  int32_t v = (int32_t)(product >> 32) + offset[c] - (by_sign && sum < 0 ? sign_offset[c] : 0);
  v = v >> -shift[c];
  v = v < low ? low : v;
  return v > high ? high : v;
})c";

static constexpr StringLiteral kRequantizeLanes = R"c(
/* Rescales the sums of some pixels and channels to int8. */
TIR_INLINE void tir_requantize_lanes(const tir_int32 *sums, const tir_int32 *scale, const tir_int32 *offset,
    const tir_int32 *sign_offset, const tir_int32 *shift, int32_t fraction_bits, int32_t by_sign, int32_t low,
    int32_t high, int32_t pixels, int32_t channels, int32_t sums_pitch, int32_t pitch, int8_t *y) {
  for (int32_t p = 0; p < pixels; ++p) {
    for (int32_t c = 0; c < channels; ++c) {
      y[p * pitch + c] = (int8_t)tir_requantize_lane(sums[p * sums_pitch + c], scale, offset, sign_offset, shift,
          c, fraction_bits, by_sign, low, high);
    }
  }
})c";

static constexpr StringLiteral kRequantizeLanesAdd = R"c(
/* The same, times `factor`, plus other elements times `other_factor`, plus `summand`, shifted to the right. */
TIR_INLINE void tir_requantize_lanes_add(const tir_int32 *sums, const tir_int32 *scale, const tir_int32 *offset,
    const tir_int32 *sign_offset, const tir_int32 *shift, int32_t fraction_bits, int32_t by_sign, int32_t low,
    int32_t high, int32_t pixels, int32_t channels, int32_t sums_pitch, int32_t pitch, const int8_t *other,
    int32_t factor, int32_t other_factor, int32_t summand, int32_t right, int32_t least, int32_t most, int8_t *y) {
  for (int32_t p = 0; p < pixels; ++p) {
    for (int32_t c = 0; c < channels; ++c) {
      const int32_t v = tir_requantize_lane(sums[p * sums_pitch + c], scale, offset, sign_offset, shift, c,
          fraction_bits, by_sign, low, high);
      int32_t s = (int32_t)((uint32_t)(v * factor) + (uint32_t)(other[p * pitch + c] * other_factor) +
          (uint32_t)summand) >> right;
      s = s < least ? least : s;
      y[p * pitch + c] = (int8_t)(s > most ? most : s);
    }
  }
})c";

void tir::insertByteLaneStepFunctions(const std::set<std::string> &called,
                                      StepTexts &texts) {
  auto insert = [&](StringRef name, StringRef text,
                    ArrayRef<StringRef> required) {
    if (called.count(name.str()))
      texts.insert(text.str(), required);
  };
  insert(kDotByteLanesFunction, kDotBytes, {});
  insert(kDotWindowLanesFunction, kDotWindow, {});
  insert(kRequantizeLanesFunction, kRequantizeLanes, {kRequantize});
  insert(kRequantizeLanesAddFunction, kRequantizeLanesAdd, {kRequantize});
}
