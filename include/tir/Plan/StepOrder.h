//===- StepOrder.h - The order of steps that keeps the fewest bytes live
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knows nothing of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PLAN_STEPORDER_H
#define TIR_PLAN_STEPORDER_H

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tir {

/// A buffer that is live from the first of its steps to the last one, whatever
/// their order.
struct OrderedBuffer {
  uint64_t bytes = 0;
  /// The steps that use it, each of them once.
  std::vector<unsigned> steps;
  /// Whether it is live before the first step of all, or after the last one.
  bool isLiveBefore = false, isLiveAfter = false;
};

struct OrderProblem {
  /// The steps are numbered in the order that is to be improved.
  unsigned numSteps = 0;
  /// The second step of each pair needs the first one, which has a smaller
  /// number.
  std::vector<std::pair<unsigned, unsigned>> dependences;
  std::vector<OrderedBuffer> buffers;
};

/// Returns the most bytes that are live at one step. `order` lists all steps.
uint64_t findPeak(const OrderProblem &problem,
                  const std::vector<unsigned> &order);

/// Returns an order with a lower peak than the order of the numbers, or
/// std::nullopt if none was found. No order has a lower peak than the one that
/// is returned; the search gives up after it has looked at a step `maxLooks`
/// times. Of several such orders, the result is always the same.
std::optional<std::vector<unsigned>>
findLowerOrder(const OrderProblem &problem, uint64_t maxLooks = 1000000);

} // namespace tir

#endif // TIR_PLAN_STEPORDER_H
