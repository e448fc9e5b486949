//===- Windows.cpp - What the iterations of a loop access
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

/// Returns whether the windows move on by at least their width with each
/// iteration. With a pitch, they repeat at that distance, such as the channels
/// of a block from pixel to pixel, and all iterations together fit in it.
bool Windows::moveApart(int64_t pitch) const {
  std::optional<LinearForm> common;
  Interval window;
  for (auto [first, width] : llvm::zip_equal(firsts, widths)) {
    LinearForm wide = first;
    // Inside, everything may have any value that it can have.
    for (auto [value, factor] : first.terms)
      if (pitch != 0 && factor % pitch == 0 && isInside(value))
        wide.terms.erase(value);
    wide = forms.widen(wide, [&](Value value) { return isInside(value); });
    if (common && !common->hasSameTerms(wide))
      return false;
    Interval range = wide.rest;
    if (range.low <= Interval::kLeast || range.high >= Interval::kMost)
      return false;
    int64_t moved =
        pitch ? llvm::divideFloorSigned(range.low, pitch) * pitch : 0;
    range = {range.low - moved, range.high - moved + width};
    window = common ? join(window, range) : range;
    common = wide;
  }
  int64_t moves = std::abs(
      multiply(common->getFactor(loop.getInductionVar()), bounds.step));
  int64_t width = window.high - window.low;
  bool fits =
      pitch == 0 || multiply(bounds.getCount() - 1, moves) <= pitch - width;
  return moves >= width && fits;
}

/// Returns the distances at which windows may repeat.
SmallVector<int64_t> Windows::getPitches() const {
  llvm::SmallSetVector<int64_t, 8> pitches;
  for (const LinearForm &first : firsts) {
    for (auto [value, factor] : first.terms)
      if (isInside(value))
        pitches.insert(std::abs(factor));
    if (first.rest.isNumber() && firsts.front().rest.isNumber())
      pitches.insert(std::abs(first.rest.low - firsts.front().rest.low));
  }
  pitches.remove(0);
  return pitches.takeVector();
}
