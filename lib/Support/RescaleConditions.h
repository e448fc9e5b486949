//===- RescaleConditions.h - What a short form of a rescale must satisfy
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SUPPORT_RESCALECONDITIONS_H
#define TIR_LIB_SUPPORT_RESCALECONDITIONS_H

#include "RescalePoints.h"

#include "llvm/ADT/SmallVector.h"

namespace tir {

/// What a form of one channel must satisfy.
struct RescaleConditions {
  /// A corner of a convex hull: an accumulator and the multiple of the unit
  /// with which the form's sum at this accumulator is compared.
  struct Corner {
    int64_t acc;
    int64_t units;
  };

  /// What the sums of one side must satisfy with any shift, besides that they
  /// do not overflow.
  struct Side {
    /// Accumulators whose values, with the bias, have one sign.
    int64_t low, high;
    bool isNegative;
    /// The sum is at least this many units, with ascending accumulators.
    llvm::SmallVector<Corner> atLeast;
    /// The sum is less than this many units, with ascending accumulators.
    llvm::SmallVector<Corner> lessThan;
  };

  std::vector<RescalePoint> points;
  /// The channel's result, if it has only one.
  std::optional<int64_t> onlyResult;
  llvm::SmallVector<Side, 2> sides;
};

/// Returns the conditions of a channel, unless it has too many results or is
/// not defined.
std::optional<RescaleConditions> getConditions(const RescaleChannel &channel);

} // namespace tir

#endif // TIR_LIB_SUPPORT_RESCALECONDITIONS_H
