//===- Interval.h - The numbers that an index can be
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_ANALYSIS_INTERVAL_H
#define TIR_LIB_DIALECT_TIR_ANALYSIS_INTERVAL_H

#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace tir {

/// The numbers from `low` to `high`, both included. Positions in buffers are
/// far from the limits, so that sums and products of those do not overflow.
struct Interval {
  int64_t low = kLeast, high = kMost;

  static constexpr int64_t kMost = int64_t(1) << 40, kLeast = -kMost;

  static Interval of(int64_t number) { return {number, number}; }
  bool isNumber() const { return low == high; }
};

inline Interval join(Interval one, Interval other) {
  return {std::min(one.low, other.low), std::max(one.high, other.high)};
}

inline int64_t multiply(int64_t a, int64_t b) {
  int64_t product;
  if (llvm::MulOverflow(a, b, product))
    return (a < 0) == (b < 0) ? Interval::kMost : Interval::kLeast;
  return product;
}

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_ANALYSIS_INTERVAL_H
