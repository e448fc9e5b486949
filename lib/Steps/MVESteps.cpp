//===- MVESteps.cpp - Steps of Arm's vector extension for M-profile processors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Steps/Steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tir;

namespace {
struct File {
  StringLiteral name;
  StringLiteral text;
  StringRef bitcode, plainBitcode;
};
} // namespace

static constexpr File kFiles[] = {
#include "MVEFiles.inc"
};

/// Returns the C of a step without the notice of the file, which is not for
/// what tirc generates.
static StringRef getText(StringRef file) {
  StringRef text =
      find_if(kFiles, [&](const File &f) { return f.name == file; })->text;
  while (text.starts_with("//"))
    text = text.split('\n').second;
  return text.trim('\n');
}

static StringRef getBitcode(StringRef file) {
  return find_if(kFiles, [&](const File &f) { return f.name == file; })
      ->bitcode;
}

static StringRef getPlainBitcode(StringRef file) {
  return find_if(kFiles, [&](const File &f) { return f.name == file; })
      ->plainBitcode;
}

constexpr int64_t kMost = INT32_MAX, kBytes = 16;
static constexpr StringLiteral kFeatures = "+mve";

static StringRef checkNothing(ArrayRef<int64_t>) { return ""; }

//===----------------------------------------------------------------------===//
// mve_dot_rows
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kDotRowsBuffers[] = {
    {"x", 8, /*isWritten=*/false, 1},
    {"w", 8, /*isWritten=*/false, 1},
    {"sums", 32, /*isWritten=*/true, 4}};
static constexpr StepSize kDotRowsSizes[] = {{"pixel_pitch", 0, kMost},
                                             {"size", 1, kMost},
                                             {"row_size", kBytes, kMost},
                                             {"pixels", 1, 3},
                                             {"channels", 1, kMost}};

static StringRef checkDotRows(ArrayRef<int64_t> sizes) {
  int64_t size = sizes[1], row = sizes[2];
  return row % kBytes != 0 || row < size
             ? "'row_size' is not a multiple of 16 of at least 'size'"
             : "";
}

static SmallVector<int64_t> reachDotRows(ArrayRef<int64_t> sizes) {
  int64_t pixels = sizes[3], channels = sizes[4];
  return {(pixels - 1) * sizes[0] + sizes[1], channels * sizes[2],
          pixels * channels};
}

static double costDotRows(ArrayRef<int64_t> sizes) {
  int64_t vectors = divideCeil(sizes[1], kBytes), pixels = sizes[3],
          channels = sizes[4];
  constexpr double kGroup = 10;
  if (pixels == 1)
    return divideCeil(channels, 4) * (vectors * 10.0 + kGroup);
  return divideCeil(channels, 2) *
         (vectors * (pixels == 2 ? 8.5 : 11.5) + kGroup);
}

//===----------------------------------------------------------------------===//
// mve_copy_row
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kCopyRowBuffers[] = {
    {"bytes", 8, /*isWritten=*/false, 1}, {"copy", 8, /*isWritten=*/true, 1}};
static constexpr StringLiteral kCopyRowNumbers[] = {"offset", "begin", "end"};
static constexpr StepSize kCopyRowSizes[] = {{"size", 1, kMost},
                                             {"padding", INT8_MIN, INT8_MAX}};

static SmallVector<int64_t> reachCopyRow(ArrayRef<int64_t> sizes) {
  return {0, sizes[0]};
}

static std::optional<int64_t> firstOfRow(ArrayRef<StepInterval> numbers,
                                         ArrayRef<int64_t>) {
  if (numbers[1].low >= numbers[2].high)
    return std::nullopt;
  return numbers[0].low + numbers[1].low;
}

static double costCopyRow(ArrayRef<int64_t> sizes) {
  constexpr double kRow = 24;
  return kRow + divideCeil(sizes[0], kBytes) * 3.0;
}

//===----------------------------------------------------------------------===//
// mve_dot_window
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kDotWindowBuffers[] = {
    {"bytes", 8, /*isWritten=*/false, 1},
    {"padding", 8, /*isWritten=*/false, 1},
    {"w", 8, /*isWritten=*/false, 1},
    {"sums", 32, /*isWritten=*/true, 4}};
static constexpr StringLiteral kDotWindowNumbers[] = {
    "offset", "row_begin", "row_end", "column_begin", "column_end"};
constexpr int64_t kMostPositions = 32;
static constexpr StepSize kDotWindowSizes[] = {
    {"rows", 1, kMostPositions}, {"columns", 1, kMostPositions},
    {"row_pitch", 0, kMost},     {"column_pitch", 0, kMost},
    {"weight_pitch", 0, kMost},  {"channels", 1, kMost}};

static StringRef checkDotWindow(ArrayRef<int64_t> sizes) {
  return sizes[0] * sizes[1] > kMostPositions
             ? "the window has more than 32 positions"
             : "";
}

static SmallVector<int64_t> reachDotWindow(ArrayRef<int64_t> sizes) {
  int64_t channels = sizes[5];
  return {0, channels, (sizes[0] * sizes[1] - 1) * sizes[4] + channels,
          static_cast<int64_t>(alignTo(channels, kBytes))};
}

static std::optional<int64_t> firstOfWindow(ArrayRef<StepInterval> numbers,
                                            ArrayRef<int64_t> sizes) {
  if (numbers[1].low >= numbers[2].high || numbers[3].low >= numbers[4].high)
    return std::nullopt;
  return numbers[0].low + std::max<int64_t>(numbers[1].low, 0) * sizes[2] +
         std::max<int64_t>(numbers[3].low, 0) * sizes[3];
}

static double costDotWindow(ArrayRef<int64_t> sizes) {
  int64_t positions = sizes[0] * sizes[1];
  constexpr double kWindow = 30, kGroup = 20;
  return kWindow + positions * 4.0 +
         divideCeil(sizes[5], kBytes) * (positions * 14.0 + kGroup);
}

//===----------------------------------------------------------------------===//
// mve_interleave_rows
//===----------------------------------------------------------------------===//

constexpr int64_t kMostRows = 4, kMostColumns = 4, kMostWindows = 6;
static constexpr StepBuffer kInterleaveRowsBuffers[] = {
    {"bytes", 8, /*isWritten=*/false, 1}, {"words", 32, /*isWritten=*/true, 4}};
static constexpr StepSize kInterleaveRowsSizes[] = {
    {"rows", 1, kMostRows},  {"columns", 1, kMost},
    {"row_pitch", 0, kMost}, {"column_pitch", 0, kMost},
    {"channels", 1, kMost},  {"padding", INT8_MIN, INT8_MAX}};

static SmallVector<int64_t> reachInterleaveRows(ArrayRef<int64_t> sizes) {
  return {0, sizes[1] * sizes[4] + kBytes - 1};
}

static double costInterleaveRows(ArrayRef<int64_t> sizes) {
  bool areTogether = sizes[3] == sizes[4];
  constexpr double kRows = 50, kVector = 9, kColumn = 8;
  return kRows + sizes[1] * (static_cast<double>(sizes[4]) / kBytes * kVector +
                             (areTogether ? 0 : kColumn));
}

//===----------------------------------------------------------------------===//
// mve_dot_columns
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kDotColumnsBuffers[] = {
    {"words", 32, /*isWritten=*/false, 4},
    {"w", 8, /*isWritten=*/false, 1},
    {"sums", 32, /*isWritten=*/true, 4}};
static constexpr StepSize kDotColumnsSizes[] = {{"columns", 1, kMostColumns},
                                                {"stride", 1, kMost},
                                                {"pixels", 1, kMostWindows},
                                                {"channels", 1, kMost}};

static SmallVector<int64_t> reachDotColumns(ArrayRef<int64_t> sizes) {
  int64_t columns = sizes[0], pixels = sizes[2], channels = sizes[3];
  return {((pixels - 1) * sizes[1] + columns) * channels, channels * kBytes,
          pixels * channels};
}

static double costDotColumns(ArrayRef<int64_t> sizes) {
  constexpr double kPixels = 25, kChannel = 4, kWindow = 3;
  return kPixels + sizes[3] * (kChannel + sizes[2] * kWindow);
}

//===----------------------------------------------------------------------===//
// mve_dot_segments
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kDotSegmentsBuffers[] = {
    {"bytes", 8, /*isWritten=*/false, 1},
    {"copy", 8, /*isWritten=*/true, 1},
    {"w", 8, /*isWritten=*/false, 1},
    {"sums", 32, /*isWritten=*/true, 4}};
static constexpr StepSize kDotSegmentsSizes[] = {
    {"rows", 1, kMost},
    {"columns", 1, kMost},
    {"row_pitch", 0, kMost},
    {"column_pitch", 1, kMost},
    {"stride", 1, kMost},
    {"segment", 1, kMost},
    {"pixels", 1, 3},
    {"channels", 1, kMost},
    {"padding", INT8_MIN, INT8_MAX}};

static StringRef checkDotSegments(ArrayRef<int64_t> sizes) {
  if (sizes[5] % kBytes != 0)
    return "'segment' is not a multiple of 16";
  return (sizes[6] - 1) * sizes[4] * sizes[3] + sizes[5] > sizes[1] * sizes[3]
             ? "the windows have more columns than 'columns'"
             : "";
}

static SmallVector<int64_t> reachDotSegments(ArrayRef<int64_t> sizes) {
  int64_t rows = sizes[0], pixels = sizes[6], channels = sizes[7];
  return {0, rows * sizes[1] * sizes[3], channels * rows * sizes[5],
          pixels * channels};
}

static double costDotSegments(ArrayRef<int64_t> sizes) {
  int64_t vectors = sizes[0] * sizes[5] / kBytes;
  constexpr double kPixels = 40, kPair = 12;
  return kPixels +
         divideCeil(sizes[7], 2) * (vectors * (2.2 + 3.1 * sizes[6]) + kPair);
}

//===----------------------------------------------------------------------===//
// mve_requantize
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kRequantizeBuffers[] = {
    {"sums", 32, /*isWritten=*/false, 4},
    {"bias", 32, /*isWritten=*/false, 4},
    {"scale", 32, /*isWritten=*/false, 4},
    {"offset", 32, /*isWritten=*/false, 4},
    {"sign_offset", 32, /*isWritten=*/false, 4},
    {"shift", 32, /*isWritten=*/false, 4},
    {"elements", 8, /*isWritten=*/true, 1}};
static constexpr StepSize kRequantizeSizes[] = {
    {"pitch", 0, kMost},         {"fraction_bits", 0, 31},
    {"by_sign", 0, 1},           {"min", INT8_MIN, INT8_MAX},
    {"max", INT8_MIN, INT8_MAX}, {"pixels", 1, kMost},
    {"channels", 1, kMost}};

static StringRef checkRequantize(ArrayRef<int64_t> sizes) {
  return sizes[3] > sizes[4] ? "'min' is larger than 'max'" : "";
}

static SmallVector<int64_t> reachRequantize(ArrayRef<int64_t> sizes) {
  int64_t pixels = sizes[5], channels = sizes[6];
  return {pixels * channels,
          channels,
          channels,
          channels,
          channels,
          channels,
          (pixels - 1) * sizes[0] + channels};
}

static double costRequantize(ArrayRef<int64_t> sizes) {
  constexpr double kBlock = 12, kVector = 7, kPixel = 9, kSign = 3;
  double pixel = kPixel + (sizes[2] != 0 ? kSign : 0);
  return kBlock + divideCeil(sizes[6], 4) * (kVector + sizes[5] * pixel);
}

//===----------------------------------------------------------------------===//
// mve_requantize_uniform
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kRequantizeUniformBuffers[] = {
    {"sums", 32, /*isWritten=*/false, 4},
    {"bias", 32, /*isWritten=*/false, 4},
    {"elements", 8, /*isWritten=*/true, 1}};
static constexpr StepSize kRequantizeUniformSizes[] = {
    {"pitch", 0, kMost},
    {"fraction_bits", 0, 31},
    {"scale", INT32_MIN, kMost},
    {"offset", INT32_MIN, kMost},
    {"shift", 0, 31},
    {"min", INT8_MIN, INT8_MAX},
    {"max", INT8_MIN, INT8_MAX},
    {"pixels", 1, kMost},
    {"channels", 1, kMost}};

static StringRef checkRequantizeUniform(ArrayRef<int64_t> sizes) {
  return sizes[5] > sizes[6] ? "'min' is larger than 'max'" : "";
}

static SmallVector<int64_t> reachRequantizeUniform(ArrayRef<int64_t> sizes) {
  int64_t pixels = sizes[7], channels = sizes[8];
  return {pixels * channels, channels, (pixels - 1) * sizes[0] + channels};
}

static double costRequantizeUniform(ArrayRef<int64_t> sizes) {
  constexpr double kBlock = 14, kVector = 4, kPixel = 9;
  return kBlock + divideCeil(sizes[8], 4) * (kVector + sizes[7] * kPixel);
}

//===----------------------------------------------------------------------===//
// mve_rescale
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kRescaleBuffers[] = {
    {"sums", 32, /*isWritten=*/false, 4},
    {"bias", 32, /*isWritten=*/false, 4},
    {"multiplier", 32, /*isWritten=*/false, 4},
    {"shift", 8, /*isWritten=*/false, 1},
    {"elements", 8, /*isWritten=*/true, 1}};
static constexpr StepSize kRescaleSizes[] = {
    {"pitch", 0, kMost},         {"by_channel", 0, 1},
    {"factor", 0, kMost},        {"bits", 32, 62},
    {"is_double", 0, 1},         {"zero_point", INT32_MIN, kMost},
    {"min", INT8_MIN, INT8_MAX}, {"max", INT8_MIN, INT8_MAX},
    {"pixels", 1, kMost},        {"channels", 1, kMost}};

static StringRef checkRescale(ArrayRef<int64_t> sizes) {
  if (sizes[4] == 0 && sizes[3] == 32)
    return "'bits' is 32, and the rounding is not double";
  return sizes[6] > sizes[7] ? "'min' is larger than 'max'" : "";
}

static SmallVector<int64_t> reachRescale(ArrayRef<int64_t> sizes) {
  int64_t pixels = sizes[8], channels = sizes[9];
  int64_t numbers = sizes[1] != 0 ? channels : 0;
  return {pixels * channels, channels, numbers, numbers,
          (pixels - 1) * sizes[0] + channels};
}

static double costRescale(ArrayRef<int64_t> sizes) {
  constexpr double kBlock = 12, kVector = 6, kPixel = 8, kDouble = 2;
  double pixel = kPixel + (sizes[4] != 0 ? kDouble : 0);
  return kBlock + divideCeil(sizes[9], 4) * (kVector + sizes[8] * pixel);
}

//===----------------------------------------------------------------------===//
// mve_add_elements
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kAddElementsBuffers[] = {
    {"x", 8, /*isWritten=*/false, 1},
    {"y", 8, /*isWritten=*/false, 1},
    {"elements", 8, /*isWritten=*/true, 1}};
static constexpr StepSize kAddElementsSizes[] = {
    {"x_factor", INT32_MIN, kMost}, {"y_factor", INT32_MIN, kMost},
    {"offset", INT32_MIN, kMost},   {"shift", 0, 31},
    {"min", INT8_MIN, INT8_MAX},    {"max", INT8_MIN, INT8_MAX},
    {"x_pitch", 0, kMost},          {"pitch", 0, kMost},
    {"pixels", 1, kMost},           {"channels", 1, kMost}};

static StringRef checkAddElements(ArrayRef<int64_t> sizes) {
  return sizes[4] > sizes[5] ? "'min' is larger than 'max'" : "";
}

static SmallVector<int64_t> reachAddElements(ArrayRef<int64_t> sizes) {
  int64_t pixels = sizes[8], channels = sizes[9];
  int64_t reach = (pixels - 1) * sizes[7] + channels;
  return {(pixels - 1) * sizes[6] + channels, reach, reach};
}

static double costAddElements(ArrayRef<int64_t> sizes) {
  constexpr double kPixel = 12, kVector = 10;
  return sizes[8] * (kPixel + divideCeil(sizes[9], 4) * kVector);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

ArrayRef<StepDescription> tir::getMVESteps() {
  static const StepDescription steps[] = {
      {"mve_dot_rows",
       kDotRowsBuffers,
       {},
       kDotRowsSizes,
       kFeatures,
       checkDotRows,
       reachDotRows,
       nullptr,
       /*isInOrder=*/false,
       costDotRows,
       getText("dot_rows"),
       getBitcode("dot_rows"),
       getPlainBitcode("dot_rows")},
      {"mve_copy_row", kCopyRowBuffers, kCopyRowNumbers, kCopyRowSizes,
       kFeatures, checkNothing, reachCopyRow, firstOfRow, /*isInOrder=*/false,
       costCopyRow, getText("copy_row"), getBitcode("copy_row"),
       getPlainBitcode("copy_row")},
      {"mve_dot_window", kDotWindowBuffers, kDotWindowNumbers, kDotWindowSizes,
       kFeatures, checkDotWindow, reachDotWindow, firstOfWindow,
       /*isInOrder=*/false, costDotWindow, getText("dot_window"),
       getBitcode("dot_window"), getPlainBitcode("dot_window")},
      {"mve_interleave_rows", kInterleaveRowsBuffers, kDotWindowNumbers,
       kInterleaveRowsSizes, kFeatures, checkNothing, reachInterleaveRows,
       firstOfWindow, /*isInOrder=*/false, costInterleaveRows,
       getText("interleave_rows"), getBitcode("interleave_rows"),
       getPlainBitcode("interleave_rows")},
      {"mve_dot_columns",
       kDotColumnsBuffers,
       {},
       kDotColumnsSizes,
       kFeatures,
       checkNothing,
       reachDotColumns,
       nullptr,
       /*isInOrder=*/false,
       costDotColumns,
       getText("dot_columns"),
       getBitcode("dot_columns"),
       getPlainBitcode("dot_columns")},
      {"mve_dot_segments", kDotSegmentsBuffers, kDotWindowNumbers,
       kDotSegmentsSizes, kFeatures, checkDotSegments, reachDotSegments,
       firstOfWindow, /*isInOrder=*/false, costDotSegments,
       getText("dot_segments"), getBitcode("dot_segments"),
       getPlainBitcode("dot_segments")},
      {"mve_requantize",
       kRequantizeBuffers,
       {},
       kRequantizeSizes,
       kFeatures,
       checkRequantize,
       reachRequantize,
       nullptr,
       /*isInOrder=*/false,
       costRequantize,
       getText("requantize"),
       getBitcode("requantize"),
       getPlainBitcode("requantize")},
      {"mve_requantize_uniform",
       kRequantizeUniformBuffers,
       {},
       kRequantizeUniformSizes,
       kFeatures,
       checkRequantizeUniform,
       reachRequantizeUniform,
       nullptr,
       /*isInOrder=*/false,
       costRequantizeUniform,
       getText("requantize_uniform"),
       getBitcode("requantize_uniform"),
       getPlainBitcode("requantize_uniform")},
      {"mve_rescale",
       kRescaleBuffers,
       {},
       kRescaleSizes,
       kFeatures,
       checkRescale,
       reachRescale,
       nullptr,
       /*isInOrder=*/false,
       costRescale,
       getText("rescale"),
       getBitcode("rescale"),
       getPlainBitcode("rescale")},
      {"mve_add_elements",
       kAddElementsBuffers,
       {},
       kAddElementsSizes,
       kFeatures,
       checkAddElements,
       reachAddElements,
       nullptr,
       /*isInOrder=*/true,
       costAddElements,
       getText("add_elements"),
       getBitcode("add_elements"),
       getPlainBitcode("add_elements")}};
  return steps;
}
