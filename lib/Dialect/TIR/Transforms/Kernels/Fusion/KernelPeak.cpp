//===- KernelPeak.cpp - The memory between the kernels of a block
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelPeak.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace tir;

static int64_t getBytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return 0;
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

namespace {
/// The steps in which a tensor is in memory.
struct Interval {
  unsigned first = 0, last = 0;
  int64_t bytes = 0;
};
} // namespace

/// Returns the most bytes that are in memory in one step.
template <typename Intervals>
static int64_t getPeak(const Intervals &intervals, unsigned numSteps) {
  SmallVector<int64_t> changes(numSteps + 1);
  for (const Interval &interval : intervals) {
    changes[interval.first] += interval.bytes;
    changes[interval.last + 1] -= interval.bytes;
  }
  int64_t live = 0, peak = 0;
  for (int64_t change : changes)
    peak = std::max(peak, live += change);
  return peak;
}

int64_t tir::getPeakBytes(Block &block, const KernelPartition &partition) {
  // A kernel runs where its root is, and an operation between kernels where it
  // is itself.
  DenseMap<Operation *, unsigned> steps;
  unsigned numSteps = 0;
  for (Operation &op : block)
    steps[&op] = numSteps++;

  DenseSet<Operation *> views(partition.views.begin(), partition.views.end());
  llvm::MapVector<Value, Interval> intervals;
  auto define = [&](Operation *op) {
    for (Value result : op->getResults())
      intervals[result] = {steps.lookup(op), steps.lookup(op),
                           getBytes(result)};
  };
  for (const Kernel &kernel : partition.kernels)
    define(kernel.root);
  llvm::for_each(partition.kept, define);

  auto getStored = [&](Value value) {
    for (Operation *op = value.getDefiningOp(); op && views.contains(op);
         op = value.getDefiningOp())
      value = op->getOperand(0);
    return value;
  };
  auto read = [&](Operation *op, unsigned step) {
    llvm::SetVector<Value> operands(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), operands);
    for (Value operand : operands)
      if (auto found = intervals.find(getStored(operand));
          found != intervals.end())
        found->second.last = std::max(found->second.last, step);
  };
  for (const Kernel &kernel : partition.kernels)
    for (Operation *op : kernel.ops)
      read(op, steps.lookup(kernel.root));
  for (Operation *op : partition.kept)
    read(op, steps.lookup(op));
  for (Value result : block.getTerminator()->getOperands())
    if (auto found = intervals.find(getStored(result));
        found != intervals.end())
      found->second.bytes = 0;

  return getPeak(llvm::make_second_range(intervals), numSteps);
}
