//===- RepeatedSteps.h - Steps that are alike
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_REPEATEDSTEPS_H
#define TIR_LIB_SCHEDULES_REPEATEDSTEPS_H

#include "tir/Plan/RowCuts.h"
#include "llvm/ADT/DenseMap.h"

namespace tir {

/// What steps that follow each other cost, by the sequence of their kinds.
class RepeatedSteps {
public:
  /// The cost of a sequence, which is std::nullopt if it cannot be a group. Its
  /// bytes are those beyond what is in memory around the steps.
  using Cost = std::optional<RowCost>;

  /// Returns the sequence that is longer than another one by a step of this
  /// kind. The empty sequence is 0.
  unsigned extend(unsigned sequence, unsigned kind);

  /// Returns the cost of a sequence, if it is known.
  std::optional<Cost> &getCost(unsigned sequence) { return costs[sequence]; }

private:
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> longer;
  std::vector<std::optional<Cost>> costs = {std::nullopt};
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_REPEATEDSTEPS_H
