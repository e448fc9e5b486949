//===- DSPSteps.cpp - Steps of Arm's DSP instructions for M-profile processors
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
struct DSPFile {
  StringLiteral name;
  StringLiteral text;
  StringRef bitcode, plainBitcode;
};
} // namespace

static constexpr DSPFile kDSPFiles[] = {
#include "DSPFiles.inc"
};

static const DSPFile &findFile(StringRef file) {
  return *find_if(kDSPFiles, [&](const DSPFile &f) { return f.name == file; });
}

/// Returns the C of a step without the notice of the file, which is not for
/// what tirc generates.
static StringRef getStepText(StringRef file) {
  StringRef text = findFile(file).text;
  while (text.starts_with("//"))
    text = text.split('\n').second;
  return text.trim('\n');
}

constexpr int64_t kMostSize = INT32_MAX;
static constexpr StringLiteral kDSPFeatures = "+dsp";

static StringRef checkNoSizes(ArrayRef<int64_t>) { return ""; }

//===----------------------------------------------------------------------===//
// dsp_pack_pairs
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kPackPairsBuffers[] = {
    {"w", 8, /*isWritten=*/false, 1},
    {"words", 32, /*isWritten=*/true, 4},
    {"sums", 32, /*isWritten=*/true, 4}};
static constexpr StepSize kPackPairsSizes[] = {{"row_size", 1, kMostSize},
                                               {"size", 4, kMostSize}};

static StringRef checkPackPairs(ArrayRef<int64_t> sizes) {
  return sizes[1] % 4 != 0 || sizes[1] > sizes[0]
             ? "'size' is not a multiple of 4 of at most 'row_size'"
             : "";
}

static SmallVector<int64_t> reachPackPairs(ArrayRef<int64_t> sizes) {
  return {sizes[0] + sizes[1], sizes[1] / 2, 2};
}

static double costPackPairs(ArrayRef<int64_t> sizes) {
  constexpr double kPair = 10, kFour = 19;
  return kPair + static_cast<double>(sizes[1]) / 4 * kFour;
}

//===----------------------------------------------------------------------===//
// dsp_dot_plain
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kDotPlainBuffers[] = {
    {"x", 8, /*isWritten=*/false, 1},
    {"w", 8, /*isWritten=*/false, 1},
    {"sums", 32, /*isWritten=*/true, 4}};
static constexpr StepSize kDotPlainSizes[] = {
    {"size", 1, kMostSize},
    {"zero_point", INT8_MIN, INT8_MAX},
    {"channels", 1, kMostSize}};

static SmallVector<int64_t> reachDotPlain(ArrayRef<int64_t> sizes) {
  return {sizes[0], sizes[0] * sizes[2], sizes[2]};
}

static double costDotPlain(ArrayRef<int64_t> sizes) {
  constexpr double kGroup = 12, kFour = 34;
  return static_cast<double>(sizes[2]) / 4 *
         (kGroup + static_cast<double>(sizes[0]) / 4 * kFour);
}

//===----------------------------------------------------------------------===//
// dsp_widen_windows
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kWidenWindowsBuffers[] = {
    {"bytes", 8, /*isWritten=*/false, 1}, {"words", 32, /*isWritten=*/true, 4}};
static constexpr StringLiteral kWidenWindowsNumbers[] = {"offset", "begin",
                                                         "end"};
static constexpr StepSize kWidenWindowsSizes[] = {
    {"windows", 1, kMostSize}, {"pitch", 1, kMostSize},
    {"rows", 1, kMostSize},    {"row_pitch", 1, kMostSize},
    {"size", 1, kMostSize},    {"padding", INT8_MIN, INT8_MAX}};

static SmallVector<int64_t> reachWidenWindows(ArrayRef<int64_t> sizes) {
  return {0,
          sizes[0] * sizes[2] * static_cast<int64_t>(divideCeil(sizes[4], 2))};
}

static std::optional<int64_t> firstOfWindows(ArrayRef<StepInterval> numbers,
                                             ArrayRef<int64_t>) {
  if (numbers[1].low >= numbers[2].high)
    return std::nullopt;
  return numbers[0].low + numbers[1].low;
}

static double costWidenWindows(ArrayRef<int64_t> sizes) {
  constexpr double kBlock = 10, kFour = 5;
  return kBlock + static_cast<double>(sizes[0] * sizes[2]) *
                      static_cast<double>(divideCeil(sizes[4], 4)) * kFour;
}

//===----------------------------------------------------------------------===//
// dsp_copy_halves
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kCopyHalvesBuffers[] = {
    {"x", 16, /*isWritten=*/false, 2}, {"words", 32, /*isWritten=*/true, 4}};
static constexpr StringLiteral kCopyHalvesNumbers[] = {"offset", "begin",
                                                       "end"};
static constexpr StepSize kCopyHalvesSizes[] = {{"size", 1, kMostSize}};

static SmallVector<int64_t> reachCopyHalves(ArrayRef<int64_t> sizes) {
  return {0, (sizes[0] + 1) / 2};
}

static double costCopyHalves(ArrayRef<int64_t> sizes) {
  constexpr double kCall = 16, kWord = 2.6;
  return kCall + static_cast<double>(sizes[0]) / 2 * kWord;
}

//===----------------------------------------------------------------------===//
// dsp_dot_halves
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kDotHalvesBuffers[] = {
    {"x", 16, /*isWritten=*/false, 2},
    {"w", 32, /*isWritten=*/false, 4},
    {"sums", 32, /*isWritten=*/true, 4}};
static constexpr StepSize kDotHalvesSizes[] = {{"size", 1, kMostSize},
                                               {"pairs", 1, 2}};

static SmallVector<int64_t> reachDotHalves(ArrayRef<int64_t> sizes) {
  return {sizes[0], (sizes[0] + 1) / 2 * sizes[1], 2 * sizes[1]};
}

static double costDotHalves(ArrayRef<int64_t> sizes) {
  constexpr double kCall = 16;
  return kCall + static_cast<double>(sizes[0]) / 2 *
                     (2 + 5 * static_cast<double>(sizes[1]));
}

//===----------------------------------------------------------------------===//
// dsp_dot_taps_halves
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kDotTapsHalvesBuffers[] = {
    {"x", 16, /*isWritten=*/false, 2},
    {"w", 8, /*isWritten=*/false, 1},
    {"sums", 32, /*isWritten=*/true, 4}};
static constexpr StringLiteral kDotTapsHalvesNumbers[] = {
    "offset", "row_begin", "row_end", "column_begin", "column_end"};
static constexpr StepSize kDotTapsHalvesSizes[] = {
    {"columns", 1, kMostSize},
    {"row_pitch", 1, kMostSize},
    {"column_pitch", 1, kMostSize},
    {"weight_pitch", 4, kMostSize},
    {"pixels", 1, 2},
    {"pixel_pitch", 1, kMostSize}};

static SmallVector<int64_t> reachDotTapsHalves(ArrayRef<int64_t> sizes) {
  return {0, 0, 4 * sizes[4]};
}

static std::optional<int64_t> firstOfTaps(ArrayRef<StepInterval> numbers,
                                          ArrayRef<int64_t> sizes) {
  if (numbers[1].low >= numbers[2].high || numbers[3].low >= numbers[4].high)
    return std::nullopt;
  return numbers[0].low + numbers[1].low * sizes[1] + numbers[3].low * sizes[2];
}

static double costDotTapsHalves(ArrayRef<int64_t> sizes) {
  // The rows are not known here. Most windows are squares.
  auto columns = static_cast<double>(sizes[0]);
  constexpr double kWindow = 30, kPosition = 8;
  return kWindow +
         columns * columns * (kPosition + 6 * static_cast<double>(sizes[4]));
}

//===----------------------------------------------------------------------===//
// dsp_interleave_halves
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kInterleaveHalvesNumbers[] = {
    "offset", "row_begin", "row_end"};
static constexpr StepSize kInterleaveHalvesSizes[] = {
    {"rows", 3, 4},
    {"columns", 1, kMostSize},
    {"column_begin", 0, kMostSize},
    {"column_end", 0, kMostSize},
    {"row_pitch", 1, kMostSize},
    {"column_pitch", 1, kMostSize},
    {"channels", 1, kMostSize}};

static StringRef checkInterleaveHalves(ArrayRef<int64_t> sizes) {
  return sizes[2] > sizes[3] || sizes[3] > sizes[1]
             ? "'column_begin' to 'column_end' is not within 'columns'"
             : "";
}

static SmallVector<int64_t> reachInterleaveHalves(ArrayRef<int64_t> sizes) {
  int64_t columns = sizes[1];
  int64_t words = sizes[0] == 4 ? 2 * columns : (columns + 1) / 2 * 3;
  return {0, sizes[6] * words};
}

static std::optional<int64_t> firstInterleaved(ArrayRef<StepInterval> numbers,
                                               ArrayRef<int64_t> sizes) {
  if (numbers[1].low >= numbers[2].high || sizes[2] >= sizes[3])
    return std::nullopt;
  return numbers[0].low + numbers[1].low * sizes[4] + sizes[2] * sizes[5];
}

static double costInterleaveHalves(ArrayRef<int64_t> sizes) {
  constexpr double kChannel = 20, kColumn = 13;
  return static_cast<double>(sizes[6]) *
         (kChannel + static_cast<double>(sizes[3] - sizes[2]) * kColumn);
}

//===----------------------------------------------------------------------===//
// dsp_max_window, dsp_max_border and dsp_sum_window
//===----------------------------------------------------------------------===//

static constexpr StepBuffer kMaxWindowBuffers[] = {
    {"x", 8, /*isWritten=*/false, 1}, {"y", 8, /*isWritten=*/true, 1}};
static constexpr StepBuffer kSumWindowBuffers[] = {
    {"x", 8, /*isWritten=*/false, 1}, {"sums", 32, /*isWritten=*/true, 4}};
static constexpr StringLiteral kMaxWindowNumbers[] = {"offset"};
static constexpr StringLiteral kReducedWindowNumbers[] = {
    "offset", "row_begin", "row_end", "column_begin", "column_end"};
static constexpr StepSize kMaxWindowSizes[] = {{"rows", 1, kMostSize},
                                               {"columns", 1, kMostSize},
                                               {"row_pitch", 1, kMostSize},
                                               {"column_pitch", 1, kMostSize}};
static constexpr StepSize kMaxBorderSizes[] = {{"columns", 1, kMostSize},
                                               {"row_pitch", 1, kMostSize},
                                               {"column_pitch", 1, kMostSize}};
static constexpr StepSize kSumWindowSizes[] = {{"rows", 1, kMostSize},
                                               {"columns", 1, 256},
                                               {"row_pitch", 1, kMostSize},
                                               {"column_pitch", 1, kMostSize}};

static SmallVector<int64_t> reachReducedWindow(ArrayRef<int64_t>) {
  return {0, 4};
}

static std::optional<int64_t> firstOfMaxWindow(ArrayRef<StepInterval> numbers,
                                               ArrayRef<int64_t>) {
  return numbers[0].low;
}

static std::optional<int64_t>
firstOfReducedWindow(ArrayRef<StepInterval> numbers, ArrayRef<int64_t> sizes) {
  if (numbers[1].low >= numbers[2].high || numbers[3].low >= numbers[4].high)
    return std::nullopt;
  // The last two sizes are the pitches of rows and columns.
  ArrayRef<int64_t> pitches = sizes.take_back(2);
  return numbers[0].low + numbers[1].low * pitches[0] +
         numbers[3].low * pitches[1];
}

static double costMaxWindow(ArrayRef<int64_t> sizes) {
  constexpr double kGroup = 6, kPosition = 4;
  return kGroup + static_cast<double>(sizes[0] * sizes[1]) * kPosition;
}

static double costMaxBorder(ArrayRef<int64_t> sizes) {
  // The rows are not known here. Most windows are squares.
  return costMaxWindow({sizes[0], sizes[0]});
}

static double costSumWindow(ArrayRef<int64_t> sizes) {
  constexpr double kGroup = 12, kPosition = 6;
  return kGroup + static_cast<double>(sizes[0] * sizes[1]) * kPosition;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

ArrayRef<StepDescription> tir::getDSPSteps() {
  static const StepDescription steps[] = {
      {"dsp_pack_pairs",
       kPackPairsBuffers,
       {},
       kPackPairsSizes,
       kDSPFeatures,
       checkPackPairs,
       reachPackPairs,
       nullptr,
       /*isInOrder=*/false,
       costPackPairs,
       getStepText("pack_pairs"),
       findFile("pack_pairs").bitcode,
       findFile("pack_pairs").plainBitcode},
      {"dsp_dot_plain",
       kDotPlainBuffers,
       {},
       kDotPlainSizes,
       kDSPFeatures,
       checkNoSizes,
       reachDotPlain,
       nullptr,
       /*isInOrder=*/false,
       costDotPlain,
       getStepText("dot_plain"),
       findFile("dot_plain").bitcode,
       findFile("dot_plain").plainBitcode},
      {"dsp_widen_windows", kWidenWindowsBuffers, kWidenWindowsNumbers,
       kWidenWindowsSizes, kDSPFeatures, checkNoSizes, reachWidenWindows,
       firstOfWindows,
       /*isInOrder=*/false, costWidenWindows, getStepText("widen_windows"),
       findFile("widen_windows").bitcode,
       findFile("widen_windows").plainBitcode},
      {"dsp_copy_halves", kCopyHalvesBuffers, kCopyHalvesNumbers,
       kCopyHalvesSizes, kDSPFeatures, checkNoSizes, reachCopyHalves,
       firstOfWindows,
       /*isInOrder=*/false, costCopyHalves, getStepText("copy_halves"),
       findFile("copy_halves").bitcode, findFile("copy_halves").plainBitcode},
      {"dsp_dot_halves",
       kDotHalvesBuffers,
       {},
       kDotHalvesSizes,
       kDSPFeatures,
       checkNoSizes,
       reachDotHalves,
       nullptr,
       /*isInOrder=*/false,
       costDotHalves,
       getStepText("dot_halves"),
       findFile("dot_halves").bitcode,
       findFile("dot_halves").plainBitcode},
      {"dsp_dot_taps_halves", kDotTapsHalvesBuffers, kDotTapsHalvesNumbers,
       kDotTapsHalvesSizes, kDSPFeatures, checkNoSizes, reachDotTapsHalves,
       firstOfTaps,
       /*isInOrder=*/false, costDotTapsHalves, getStepText("dot_taps_halves"),
       findFile("dot_taps_halves").bitcode,
       findFile("dot_taps_halves").plainBitcode},
      {"dsp_interleave_halves", kCopyHalvesBuffers, kInterleaveHalvesNumbers,
       kInterleaveHalvesSizes, kDSPFeatures, checkInterleaveHalves,
       reachInterleaveHalves, firstInterleaved,
       /*isInOrder=*/false, costInterleaveHalves,
       getStepText("interleave_halves"), findFile("interleave_halves").bitcode,
       findFile("interleave_halves").plainBitcode},
      {"dsp_max_border", kMaxWindowBuffers, kReducedWindowNumbers,
       kMaxBorderSizes, kDSPFeatures, checkNoSizes, reachReducedWindow,
       firstOfReducedWindow,
       /*isInOrder=*/false, costMaxBorder, getStepText("max_border"),
       findFile("max_border").bitcode, findFile("max_border").plainBitcode},
      {"dsp_max_window", kMaxWindowBuffers, kMaxWindowNumbers, kMaxWindowSizes,
       kDSPFeatures, checkNoSizes, reachReducedWindow, firstOfMaxWindow,
       /*isInOrder=*/false, costMaxWindow, getStepText("max_window"),
       findFile("max_window").bitcode, findFile("max_window").plainBitcode},
      {"dsp_sum_window", kSumWindowBuffers, kReducedWindowNumbers,
       kSumWindowSizes, kDSPFeatures, checkNoSizes, reachReducedWindow,
       firstOfReducedWindow,
       /*isInOrder=*/false, costSumWindow, getStepText("sum_window"),
       findFile("sum_window").bitcode, findFile("sum_window").plainBitcode}};
  return steps;
}
