//===- OptimizeIntegerRanges.cpp - Arithmetic simplified by integer ranges
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace tir {
#define GEN_PASS_DEF_TIROPTIMIZEINTEGERRANGESPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Wide enough that no sum or product of two of these ranges overflows.
static constexpr unsigned kWide = 192;

namespace {
/// A signed range in `kWide` bits.
struct WideRange {
  APInt least = APInt::getZero(kWide), most = APInt::getZero(kWide);

  WideRange operator+(const WideRange &other) const {
    return {least + other.least, most + other.most};
  }
  WideRange join(const WideRange &other) const {
    return {llvm::APIntOps::smin(least, other.least),
            llvm::APIntOps::smax(most, other.most)};
  }
  /// Returns the range that up to `count` repetitions of a step within this
  /// range may add.
  WideRange repeated(const APInt &count) const {
    APInt zero = APInt::getZero(kWide);
    return {llvm::APIntOps::smin(least * count, zero),
            llvm::APIntOps::smax(most * count, zero)};
  }
  bool fits(unsigned width) const {
    return least.isSignedIntN(width) && most.isSignedIntN(width);
  }
};

/// Computes ranges of integer values by upstream's inference, and adds what it
/// does not know: the contents of constants (`range` in `kernel.argument`) and
/// sums over loops.
class Ranges {
public:
  ConstantIntRanges get(Value value) {
    auto known = ranges.find(value);
    if (known != ranges.end())
      return known->second;
    unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
    ConstantIntRanges all = ConstantIntRanges::maxRange(width);
    // A value that is reached again while its range is computed may be
    // anything.
    ranges.try_emplace(value, all);
    ConstantIntRanges range = compute(value, all);
    ranges.insert_or_assign(value, range);
    return range;
  }

  WideRange getWide(Value value) {
    ConstantIntRanges range = get(value);
    return {range.smin().sext(kWide), range.smax().sext(kWide)};
  }

private:
  ConstantIntRanges compute(Value value, ConstantIntRanges all);
  ConstantIntRanges computeArgument(BlockArgument argument,
                                    ConstantIntRanges all);
  ConstantIntRanges computeCarried(scf::ForOp loop, unsigned index,
                                   ConstantIntRanges all);
  std::optional<WideRange> getStep(Value next, Value carried);
  std::optional<APInt> getTripCount(scf::ForOp loop);

  DenseMap<Value, ConstantIntRanges> ranges;
};
} // namespace

ConstantIntRanges Ranges::compute(Value value, ConstantIntRanges all) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument, all);
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    auto buffer = dyn_cast<BlockArgument>(load.getMemref());
    auto function =
        buffer ? dyn_cast<FunctionOpInterface>(buffer.getOwner()->getParentOp())
               : FunctionOpInterface();
    if (!function)
      return all;
    DenseI64ArrayAttr content =
        getArgumentParts(function, buffer.getArgNumber()).range;
    if (!content)
      return all;
    unsigned width = all.smin().getBitWidth();
    return ConstantIntRanges::fromSigned(
        APInt(width, content[0], /*isSigned=*/true),
        APInt(width, content[1], /*isSigned=*/true));
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return computeCarried(loop, cast<OpResult>(value).getResultNumber(), all);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned index = cast<OpResult>(value).getResultNumber();
    return get(branch.thenYield().getOperand(index))
        .rangeUnion(get(branch.elseYield().getOperand(index)));
  }
  auto inferrable = dyn_cast<InferIntRangeInterface>(op);
  if (!inferrable || !llvm::all_of(op->getOperandTypes(), [](Type type) {
        return type.isIntOrIndex();
      }))
    return all;
  SmallVector<ConstantIntRanges> operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return get(operand); });
  ConstantIntRanges result = all;
  inferrable.inferResultRanges(
      operands, [&](Value inferred, const ConstantIntRanges &range) {
        if (inferred == value)
          result = range;
      });
  return result;
}

ConstantIntRanges Ranges::computeArgument(BlockArgument argument,
                                          ConstantIntRanges all) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop)
    return all;
  if (argument != loop.getInductionVar())
    return computeCarried(loop, argument.getArgNumber() - 1, all);
  WideRange range = {getWide(loop.getLowerBound()).least,
                     getWide(loop.getUpperBound()).most - 1};
  unsigned width = all.smin().getBitWidth();
  if (!range.fits(width) || range.least.sgt(range.most))
    return all;
  return ConstantIntRanges::fromSigned(range.least.trunc(width),
                                       range.most.trunc(width));
}

/// Computes the range of a value that a loop carries. A value to which each
/// iteration adds never differs from its start by more than all iterations
/// together can add.
ConstantIntRanges Ranges::computeCarried(scf::ForOp loop, unsigned index,
                                         ConstantIntRanges all) {
  Value carried = loop.getRegionIterArg(index);
  Value next = loop.getYieldedValues()[index];
  if (!carried.getType().isIntOrIndex())
    return all;
  WideRange start = getWide(loop.getInitArgs()[index]);
  WideRange range;
  std::optional<WideRange> step = getStep(next, carried);
  std::optional<APInt> count = getTripCount(loop);
  Operation *op = next.getDefiningOp();
  if (step && count) {
    range = start + step->repeated(*count);
  } else if (isa_and_nonnull<arith::MaxSIOp, arith::MinSIOp>(op) &&
             llvm::is_contained(op->getOperands(), carried)) {
    Value other = op->getOperand(op->getOperand(0) == carried ? 1 : 0);
    range = start.join(getWide(other));
  } else {
    return all;
  }
  unsigned width = all.smin().getBitWidth();
  if (!range.fits(width))
    return all;
  return ConstantIntRanges::fromSigned(range.least.trunc(width),
                                       range.most.trunc(width));
}

/// Returns the range that one iteration adds, if `next` is `carried` plus
/// something.
std::optional<WideRange> Ranges::getStep(Value next, Value carried) {
  if (next == carried)
    return WideRange();
  Operation *op = next.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto add = dyn_cast<arith::AddIOp>(op)) {
    for (auto [sum, added] : {std::pair(add.getLhs(), add.getRhs()),
                              std::pair(add.getRhs(), add.getLhs())})
      if (std::optional<WideRange> step = getStep(sum, carried))
        return *step + getWide(added);
    return std::nullopt;
  }
  unsigned index = cast<OpResult>(next).getResultNumber();
  if (auto inner = dyn_cast<scf::ForOp>(op)) {
    std::optional<WideRange> before =
        getStep(inner.getInitArgs()[index], carried);
    std::optional<WideRange> step =
        getStep(inner.getYieldedValues()[index], inner.getRegionIterArg(index));
    std::optional<APInt> count = getTripCount(inner);
    if (before && step && count)
      return *before + step->repeated(*count);
    return std::nullopt;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    std::optional<WideRange> then =
        getStep(branch.thenYield().getOperand(index), carried);
    std::optional<WideRange> otherwise =
        getStep(branch.elseYield().getOperand(index), carried);
    if (then && otherwise)
      return then->join(*otherwise);
  }
  return std::nullopt;
}

std::optional<APInt> Ranges::getTripCount(scf::ForOp loop) {
  if (!getConstantIntValue(loop.getStep()))
    return std::nullopt;
  APInt count =
      getWide(loop.getUpperBound()).most - getWide(loop.getLowerBound()).least;
  return llvm::APIntOps::smax(count, APInt::getZero(kWide));
}

/// Returns the range that the result of `op` would have in a sufficiently wide
/// type.
static std::optional<WideRange> getExactRange(Operation &op, Ranges &ranges) {
  WideRange lhs = ranges.getWide(op.getOperand(0));
  WideRange rhs = ranges.getWide(op.getOperand(1));
  auto hull = [](std::initializer_list<APInt> corners) {
    WideRange range = {*corners.begin(), *corners.begin()};
    for (const APInt &corner : corners)
      range = range.join({corner, corner});
    return range;
  };
  if (isa<arith::AddIOp>(op))
    return lhs + rhs;
  if (isa<arith::SubIOp>(op))
    return WideRange{lhs.least - rhs.most, lhs.most - rhs.least};
  if (isa<arith::MulIOp>(op))
    return hull({lhs.least * rhs.least, lhs.least * rhs.most,
                 lhs.most * rhs.least, lhs.most * rhs.most});
  if (isa<arith::ShLIOp>(op) && !rhs.least.isNegative() && rhs.most.ult(64))
    return hull({lhs.least.shl(rhs.least), lhs.least.shl(rhs.most),
                 lhs.most.shl(rhs.least), lhs.most.shl(rhs.most)});
  return std::nullopt;
}

namespace {
struct OptimizeIntegerRangesPass
    : public tir::impl::TIROptimizeIntegerRangesPassBase<
          OptimizeIntegerRangesPass> {
  void runOnOperation() override {
    Ranges ranges;
    getOperation()->walk([&](arith::ArithIntegerOverflowFlagsInterface op) {
      markNoOverflow(op, ranges);
    });
    SmallVector<arith::CmpIOp> comparisons;
    getOperation()->walk([&](arith::CmpIOp op) { comparisons.push_back(op); });
    // An operation that is created where an erased one was in memory would
    // take over its range, so that all of them stay until the end.
    SmallVector<arith::CmpIOp> decided;
    for (arith::CmpIOp comparison : comparisons)
      if (foldDecided(comparison, ranges))
        decided.push_back(comparison);
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::AndIOp, arith::RemUIOp>(op))
        foldKept(op, ranges);
    });
    for (arith::CmpIOp comparison : decided)
      comparison.erase();
  }

private:
  /// Folds a mask of all bits that the number may have, or a remainder of a
  /// number that is less than the divisor.
  void foldKept(Operation *op, Ranges &ranges) {
    APInt constant;
    if (!matchPattern(op->getOperand(1), m_ConstantInt(&constant)))
      return;
    APInt most = ranges.get(op->getOperand(0)).umax();
    bool isKept = isa<arith::AndIOp>(op)
                      ? constant.isMask() && most.ule(constant)
                      : most.ult(constant);
    if (isKept)
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  }

  void markNoOverflow(arith::ArithIntegerOverflowFlagsInterface op,
                      Ranges &ranges) {
    auto type = dyn_cast<IntegerType>(op->getResult(0).getType());
    if (!type || op->getNumOperands() != 2)
      return;
    std::optional<WideRange> range = getExactRange(*op, ranges);
    if (!range || !range->fits(type.getWidth()))
      return;
    op->setAttr(op.getIntegerOverflowAttrName(),
                arith::IntegerOverflowFlagsAttr::get(
                    &getContext(), op.getOverflowAttr().getValue() |
                                       arith::IntegerOverflowFlags::nsw));
  }

  /// Replaces the result of a comparison that is always the same; returns
  /// whether it is.
  bool foldDecided(arith::CmpIOp comparison, Ranges &ranges) {
    std::optional<APInt> value =
        ranges.get(comparison.getResult()).getConstantValue();
    if (!value)
      return false;
    OpBuilder builder(comparison);
    comparison.replaceAllUsesWith(
        arith::ConstantOp::create(builder, comparison.getLoc(),
                                  builder.getBoolAttr(!value->isZero()))
            .getResult());
    return true;
  }
};
} // namespace
