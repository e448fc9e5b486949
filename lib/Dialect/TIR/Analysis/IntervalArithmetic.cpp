//===- IntervalArithmetic.cpp - Operations on intervals
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntervalArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

std::optional<Interval> tir::getConstantInterval(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)) ||
      number.getSignificantBits() > 40)
    return std::nullopt;
  return Interval::of(number.getBitWidth() == 1 ? number.getZExtValue()
                                                : number.getSExtValue());
}

static Interval getMinimum(Interval lhs, Interval rhs) {
  return {std::min(lhs.low, rhs.low), std::min(lhs.high, rhs.high)};
}

static Interval getMaximum(Interval lhs, Interval rhs) {
  return {std::max(lhs.low, rhs.low), std::max(lhs.high, rhs.high)};
}

static Interval getProduct(Interval lhs, Interval rhs) {
  auto [low, high] =
      std::minmax({multiply(lhs.low, rhs.low), multiply(lhs.low, rhs.high),
                   multiply(lhs.high, rhs.low), multiply(lhs.high, rhs.high)});
  return {low, high};
}

/// Only divisions by a positive constant are known.
static bool isDivisor(Interval range) {
  return range.isNumber() && range.low > 0;
}

static Interval getQuotient(Interval lhs, Interval rhs,
                            function_ref<int64_t(int64_t, int64_t)> divide) {
  if (!isDivisor(rhs))
    return {};
  return {divide(lhs.low, rhs.low), divide(lhs.high, rhs.low)};
}

static Interval getRemainder(Interval lhs, Interval rhs) {
  if (!isDivisor(rhs) || lhs.low < 0)
    return {};
  if (lhs.low / rhs.low == lhs.high / rhs.low)
    return {lhs.low % rhs.low, lhs.high % rhs.low};
  return {0, rhs.low - 1};
}

static Interval compare(arith::CmpIPredicate predicate, Interval lhs,
                        Interval rhs) {
  auto decide = [](bool isTrue, bool isFalse) {
    return Interval{isTrue ? 1 : 0, isFalse ? 0 : 1};
  };
  using Pred = arith::CmpIPredicate;
  bool isBelow = lhs.high < rhs.low, isNotBelow = lhs.low >= rhs.high;
  bool isAbove = lhs.low > rhs.high, isNotAbove = lhs.high <= rhs.low;
  bool isEqual = lhs.isNumber() && rhs.isNumber() && lhs.low == rhs.low;
  if (std::min(lhs.low, rhs.low) < 0 &&
      llvm::is_contained({Pred::ult, Pred::ule, Pred::ugt, Pred::uge},
                         predicate))
    return decide(false, false);
  switch (predicate) {
  case Pred::ult:
  case Pred::slt:
    return decide(isBelow, isNotBelow);
  case Pred::ule:
  case Pred::sle:
    return decide(isNotAbove, isAbove);
  case Pred::ugt:
  case Pred::sgt:
    return decide(isAbove, isNotAbove);
  case Pred::uge:
  case Pred::sge:
    return decide(isNotBelow, isBelow);
  case Pred::eq:
    return decide(isEqual, isBelow || isAbove);
  case Pred::ne:
    return decide(isBelow || isAbove, isEqual);
  }
  llvm_unreachable("unknown comparison");
}

static Interval select(Interval condition, Interval one, Interval other) {
  if (condition.low > 0)
    return one;
  return condition.high < 1 ? other : join(one, other);
}

Interval tir::evaluateInterval(Operation *op, ArrayRef<Interval> operands) {
  Interval lhs = operands.empty() ? Interval() : operands[0];
  Interval rhs = operands.size() < 2 ? Interval() : operands[1];
  bool isCondition = op->getResult(0).getType().isInteger(1);
  return llvm::TypeSwitch<Operation *, Interval>(op)
      .Case([&](arith::ConstantOp constant) {
        return getConstantInterval(constant).value_or(Interval());
      })
      .Case([&](arith::AddIOp) {
        return Interval{lhs.low + rhs.low, lhs.high + rhs.high};
      })
      .Case([&](arith::SubIOp) {
        return Interval{lhs.low - rhs.high, lhs.high - rhs.low};
      })
      .Case([&](arith::MulIOp) { return getProduct(lhs, rhs); })
      .Case([&](arith::DivSIOp) {
        return getQuotient(lhs, rhs, std::divides<int64_t>());
      })
      .Case([&](arith::FloorDivSIOp) {
        return getQuotient(lhs, rhs, llvm::divideFloorSigned<int64_t, int64_t>);
      })
      .Case([&](arith::CeilDivSIOp) {
        return getQuotient(lhs, rhs, llvm::divideCeilSigned<int64_t, int64_t>);
      })
      .Case([&](arith::DivUIOp) {
        return getQuotient(lhs.low < 0 ? Interval{0, Interval::kMost} : lhs,
                           rhs, std::divides<int64_t>());
      })
      .Case<arith::RemSIOp, arith::RemUIOp>(
          [&](auto) { return getRemainder(lhs, rhs); })
      .Case([&](arith::MaxSIOp) { return getMaximum(lhs, rhs); })
      .Case([&](arith::MinSIOp) { return getMinimum(lhs, rhs); })
      .Case([&](arith::AndIOp) {
        return isCondition ? getMinimum(lhs, rhs) : Interval();
      })
      .Case([&](arith::OrIOp) {
        return isCondition ? getMaximum(lhs, rhs) : Interval();
      })
      .Case([&](arith::SelectOp) { return select(lhs, rhs, operands[2]); })
      .Case([&](arith::CmpIOp op) {
        return compare(op.getPredicate(), lhs, rhs);
      })
      .Case<arith::IndexCastOp, arith::ExtSIOp>([&](auto) { return lhs; })
      .Case<arith::IndexCastUIOp, arith::ExtUIOp, arith::TruncIOp>([&](auto) {
        return lhs.low >= 0 && lhs.high <= INT8_MAX ? lhs : Interval();
      })
      .Default(Interval());
}
