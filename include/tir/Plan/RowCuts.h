//===- RowCuts.h - Where to cut steps into groups that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PLAN_ROWCUTS_H
#define TIR_PLAN_ROWCUTS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tir {

/// What steps need that run by rows, or a step that runs by itself.
struct RowCost {
  /// The bytes that are live while they run.
  uint64_t bytes = 0;
  uint64_t cycles = 0;
  /// How many of these bytes a plan saves if tensors overlap as far as the
  /// kernels allow, and nothing else stands in the way.
  uint64_t shared = 0;
};

/// Steps `first` to `end` - 1, which run by rows, or one step by itself.
struct RowCut {
  unsigned first = 0, end = 0;

  bool operator==(const RowCut &other) const {
    return first == other.first && end == other.end;
  }
};

/// Cuts `numSteps` steps into groups of at most `maxLength` steps so that the
/// most bytes of a group are as few as possible while all of them take at most
/// `maxCycles` cycles. Of the cuts with as few bytes, returns the one with the
/// fewest bytes without those that are shared, then the one with the fewest
/// cycles, and then the one with the most groups. If no cut is within
/// `maxCycles`, each step runs by itself.
///
/// `getCost` returns the cost of the steps `first` to `end` - 1, or
/// std::nullopt if they cannot run by rows together. A single step always has a
/// cost. It is called once for each pair, for the steps that end first at
/// first.
std::vector<RowCut> cutIntoGroups(
    unsigned numSteps, unsigned maxLength, uint64_t maxCycles,
    llvm::function_ref<std::optional<RowCost>(unsigned first, unsigned end)>
        getCost);

} // namespace tir

#endif // TIR_PLAN_ROWCUTS_H
