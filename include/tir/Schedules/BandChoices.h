//===- BandChoices.h - How much memory bands of columns save for which work
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SCHEDULES_BANDCHOICES_H
#define TIR_SCHEDULES_BANDCHOICES_H

#include "tir/Schedules/Passes.h"
#include <string>
#include <vector>

namespace tir {

/// Calls of a function, by their numbers, and how many bands they run in.
struct BandedRange {
  unsigned first, end, numBands;

  /// Returns FIRST:END:COUNT, as `tir-choose-bands` reads it.
  std::string print() const;
};

/// Calls that run in bands of columns, and what the function then needs, by
/// estimate.
struct BandChoice {
  uint64_t bytes = 0, cycles = 0;
  std::vector<BandedRange> bands;
};

/// Returns the choices of bands for a function before `tir-choose-bands`: each
/// takes the fewest cycles of those that need as few bytes. They begin with the
/// fewest cycles, which need the most bytes. The first one may have no bands.
std::vector<BandChoice>
findBandChoices(PrimFuncOp main, const TIRChooseBandsPassOptions &options);

} // namespace tir

#endif // TIR_SCHEDULES_BANDCHOICES_H
