//===- KernelRescales.cpp - The rescales of a kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/KernelDescription.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

static RescaleFactor describeFactor(Value value) {
  RescaleFactor factor;
  factor.number = getConstantNumber(value);
  if (!factor.number)
    factor.operand = getElementOperand(value);
  return factor;
}

/// Returns the number that is subtracted from an element before it is rescaled.
static std::optional<int64_t> findInputZeroPoint(tosa::ApplyScaleOp op) {
  Value value = stripNumberCasts(op.getValue());
  if (getElementOperand(value))
    return 0;
  std::optional<int64_t> zeroPoint;
  if (auto difference = value.getDefiningOp<arith::SubIOp>()) {
    value = difference.getLhs();
    zeroPoint = getConstantNumber(difference.getRhs());
  } else if (auto sum = value.getDefiningOp<arith::AddIOp>()) {
    value = sum.getLhs();
    if (std::optional<int64_t> added = getConstantNumber(sum.getRhs()))
      zeroPoint = -*added;
  }
  return getElementOperand(value) ? zeroPoint : std::nullopt;
}

namespace {
/// Follows the only use of a rescaled number while it is offset, clamped or
/// passed on to the next operation of the kernel.
class ResultWalker {
public:
  ResultWalker(Rescale &rescale, const llvm::SetVector<Operation *> &ops)
      : rescale(rescale), ops(ops) {}

  void run() {
    Value value = rescale.op.getResult();
    while (value && value.hasOneUse())
      value = follow(*value.use_begin());
  }

private:
  /// Returns the number after `use`, or null if the use is something else.
  Value follow(OpOperand &use) {
    return llvm::TypeSwitch<Operation *, Value>(use.getOwner())
        .Case([&](arith::AddIOp sum) { return offset(sum, use); })
        .Case<arith::MaxSIOp, arith::MinSIOp>(
            [&](auto bound) { return clamp(bound, use); })
        .Case([&](arith::ExtSIOp extension) { return extension.getResult(); })
        .Case([&](arith::TruncIOp truncation) {
          return isInRange(truncation.getType()) ? truncation.getResult()
                                                 : Value();
        })
        .Case([&](linalg::YieldOp) { return handOn(use); })
        .Default([](Operation *) { return Value(); });
  }

  Value getOther(OpOperand &use) {
    return use.getOwner()->getOperand(1 - use.getOperandNumber());
  }

  Value offset(arith::AddIOp sum, OpOperand &use) {
    std::optional<int64_t> number = getConstantNumber(getOther(use));
    if (!number || rescale.outputZeroPoint != 0 || rescale.min || rescale.max)
      return {};
    rescale.outputZeroPoint = *number;
    return sum.getResult();
  }

  Value clamp(Operation *bound, OpOperand &use) {
    std::optional<int64_t> number = getConstantNumber(getOther(use));
    if (!number)
      return {};
    auto choose = [&](int64_t known) {
      return isa<arith::MaxSIOp>(bound) ? std::max(known, *number)
                                        : std::min(known, *number);
    };
    std::optional<int64_t> &decided =
        isa<arith::MaxSIOp>(bound) ? rescale.min : rescale.max;
    std::optional<int64_t> &other =
        isa<arith::MaxSIOp>(bound) ? rescale.max : rescale.min;
    decided = decided ? choose(*decided) : *number;
    if (other)
      other = choose(*other);
    return bound->getResult(0);
  }

  /// Returns whether the type can represent all values of the number.
  bool isInRange(Type type) {
    return rescale.min && rescale.max &&
           llvm::isIntN(type.getIntOrFloatBitWidth(), *rescale.min) &&
           llvm::isIntN(type.getIntOrFloatBitWidth(), *rescale.max);
  }

  /// Returns the argument through which the only user of a result reads its
  /// elements.
  Value handOn(OpOperand &yielded) {
    auto producer = cast<linalg::LinalgOp>(yielded.getOwner()->getParentOp());
    Value result = producer->getResult(yielded.getOperandNumber());
    if (!result.hasOneUse())
      return {};
    OpOperand &use = *result.use_begin();
    auto consumer = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (!consumer || !ops.contains(consumer) ||
        consumer.getNumReductionLoops() != 0 || !consumer.isDpsInput(&use))
      return {};
    return consumer.getMatchingBlockArgument(&use);
  }

  Rescale &rescale;
  const llvm::SetVector<Operation *> &ops;
};
} // namespace

void KernelDescription::findRescales() {
  for (Operation *op : ops)
    op->walk([&](tosa::ApplyScaleOp scale) {
      Rescale rescale;
      rescale.op = scale;
      rescale.multiplier = describeFactor(scale.getMultiplier());
      rescale.shift = describeFactor(scale.getShift());
      rescale.inputZeroPoint = findInputZeroPoint(scale);
      ResultWalker(rescale, ops).run();
      rescales.push_back(rescale);
    });
}
