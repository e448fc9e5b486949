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

static StringRef checkDotPlain(ArrayRef<int64_t>) { return ""; }

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

static StringRef checkWidenWindows(ArrayRef<int64_t>) { return ""; }

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
       checkDotPlain,
       reachDotPlain,
       nullptr,
       /*isInOrder=*/false,
       costDotPlain,
       getStepText("dot_plain"),
       findFile("dot_plain").bitcode,
       findFile("dot_plain").plainBitcode},
      {"dsp_widen_windows", kWidenWindowsBuffers, kWidenWindowsNumbers,
       kWidenWindowsSizes, kDSPFeatures, checkWidenWindows, reachWidenWindows,
       firstOfWindows,
       /*isInOrder=*/false, costWidenWindows, getStepText("widen_windows"),
       findFile("widen_windows").bitcode,
       findFile("widen_windows").plainBitcode}};
  return steps;
}
