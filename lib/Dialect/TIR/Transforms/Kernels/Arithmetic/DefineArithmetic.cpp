//===- DefineArithmetic.cpp - A result for every operand
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace tir {
#define GEN_PASS_DEF_TIRDEFINEARITHMETICPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static Value createInteger(OpBuilder &builder, Location loc, Type type,
                           const APInt &number) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, number));
}

namespace {
/// If the divisor is 0, a quotient is 0 and a remainder is the dividend. The
/// smallest integer divided by -1 is itself. The instructions of Arm, and of
/// RISC-V for overflow, give these results, so a compiler may leave the tests
/// out.
template <typename Op, bool isSigned, bool isRemainder>
LogicalResult defineDivision(Op op, PatternRewriter &rewriter) {
  Type type = op.getType();
  if (!type.isIntOrIndex() || type.isInteger(1))
    return rewriter.notifyMatchFailure(op, "not on numbers");
  APInt constant;
  if (matchPattern(op.getRhs(), m_ConstantInt(&constant)) &&
      !constant.isZero() && !(isSigned && constant.isAllOnes()))
    return rewriter.notifyMatchFailure(op, "defined for every dividend");
  Location loc = op.getLoc();
  Value lhs = op.getLhs(), rhs = op.getRhs();
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  auto isEqual = [&](Value value, const APInt &number) -> Value {
    return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, value,
                                 createInteger(rewriter, loc, type, number));
  };
  Value isZero = isEqual(rhs, APInt::getZero(width));
  Value isBad = isZero;
  // No index is that small on any target.
  if (isSigned && !type.isIndex())
    isBad = arith::OrIOp::create(
        rewriter, loc, isZero,
        arith::AndIOp::create(rewriter, loc,
                              isEqual(lhs, APInt::getSignedMinValue(width)),
                              isEqual(rhs, APInt::getAllOnes(width))));
  Value divisor = arith::SelectOp::create(
      rewriter, loc, isBad, createInteger(rewriter, loc, type, APInt(width, 1)),
      rhs);
  Value result = Op::create(rewriter, loc, lhs, divisor);
  Value ofZero =
      isRemainder ? lhs
                  : createInteger(rewriter, loc, type, APInt::getZero(width));
  rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isZero, ofZero, result);
  return success();
}

/// Takes the amount modulo the width, as most processors do.
template <typename Op>
LogicalResult defineShift(Op op, PatternRewriter &rewriter) {
  auto type = dyn_cast<IntegerType>(op.getType());
  if (!type || type.getWidth() == 1)
    return rewriter.notifyMatchFailure(op, "not of integers");
  unsigned width = type.getWidth();
  APInt constant;
  if (matchPattern(op.getRhs(), m_ConstantInt(&constant)) &&
      constant.ult(width))
    return rewriter.notifyMatchFailure(op, "less than the width");
  Location loc = op.getLoc();
  auto number = [&](unsigned value) {
    return createInteger(rewriter, loc, type, APInt(width, value));
  };
  Value amount = llvm::isPowerOf2_32(width)
                     ? Value(arith::AndIOp::create(rewriter, loc, op.getRhs(),
                                                   number(width - 1)))
                     : Value(arith::RemUIOp::create(rewriter, loc, op.getRhs(),
                                                    number(width)));
  rewriter.modifyOpInPlace(op, [&] { op.getRhsMutable().assign(amount); });
  return success();
}

/// The integers that a conversion has to tell apart, and the value that stands
/// for its clamped result if that is narrower than the type.
struct IntegerLimits {
  APInt low, high;
  Value moved, clamped;
};
} // namespace

static Operation *getOnlyUser(Value value) {
  return value.hasOneUse() ? *value.user_begin() : nullptr;
}

/// Returns whether the operation limits its operand by a constant on one side.
static bool takeLimit(Operation *op, std::optional<APInt> &low,
                      std::optional<APInt> &high) {
  if (!isa_and_present<arith::MaxSIOp, arith::MinSIOp>(op))
    return false;
  std::optional<APInt> &limit = isa<arith::MaxSIOp>(op) ? low : high;
  APInt constant;
  if (limit || !matchPattern(op->getOperand(1), m_ConstantInt(&constant)))
    return false;
  limit = constant;
  return true;
}

/// Looks for a signed integer that is moved by a constant and then clamped, as
/// quantization does. If the conversion has these limits already, the sum
/// cannot overflow, and nothing has to be clamped after it.
static std::optional<IntegerLimits> findClamp(Value integer) {
  Value moved = integer;
  APInt offset = APInt::getZero(integer.getType().getIntOrFloatBitWidth());
  Operation *user = getOnlyUser(integer);
  if (auto add = dyn_cast_if_present<arith::AddIOp>(user);
      add && matchPattern(add.getRhs(), m_ConstantInt(&offset))) {
    moved = add;
    user = getOnlyUser(moved);
  }
  std::optional<APInt> low, high;
  if (!takeLimit(user, low, high))
    return std::nullopt;
  user = getOnlyUser(user->getResult(0));
  if (!takeLimit(user, low, high) || low->sgt(*high))
    return std::nullopt;
  bool isBelow = false, isAbove = false;
  APInt first = low->ssub_ov(offset, isBelow);
  APInt last = high->ssub_ov(offset, isAbove);
  if (isBelow || isAbove)
    return std::nullopt;
  return IntegerLimits{first, last, moved, user->getResult(0)};
}

/// Converts a float to the integers of a range, for `defineFloatToInteger`.
template <typename Op, bool isSigned>
static Value convert(OpBuilder &builder, Op op, FloatType from,
                     IntegerType type, const IntegerLimits &range) {
  Location loc = op.getLoc();
  Value value = op.getIn();
  const llvm::fltSemantics &semantics = from.getFloatSemantics();
  APInt integers[] = {range.low, range.high};
  // The nearest floats in range, and whether they are equal to the limits.
  SmallVector<APFloat, 2> limits;
  bool isExact[2];
  for (auto [integer, exact] : llvm::zip_equal(integers, isExact)) {
    APFloat &limit = limits.emplace_back(semantics);
    exact = limit.convertFromAPInt(integer, isSigned, APFloat::rmTowardZero) ==
            APFloat::opOK;
  }
  auto constant = [&](const APFloat &number) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(from, number));
  };
  auto compare = [&](arith::CmpFPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpFOp::create(builder, loc, predicate, lhs, rhs);
  };
  using arith::CmpFPredicate;
  Value low = constant(limits[0]), high = constant(limits[1]);
  // False for a NaN.
  Value isAbove = compare(CmpFPredicate::OGT, value, low);
  Value inside = arith::SelectOp::create(builder, loc, isAbove, value, low);
  Value isBelow = compare(CmpFPredicate::OLT, inside, high);
  inside = arith::SelectOp::create(builder, loc, isBelow, inside, high);
  if (isSigned && type.getWidth() < 32) {
    Value isNumber = compare(CmpFPredicate::ORD, value, value);
    inside = arith::SelectOp::create(builder, loc, isNumber, inside,
                                     constant(APFloat::getZero(semantics)));
  }
  Value result = Op::create(builder, loc, type, inside);
  // Numbers beyond a limit that is not a float become that limit.
  for (unsigned side = 0; side < 2; ++side) {
    if (isExact[side])
      continue;
    Value isPast = side == 0 ? compare(CmpFPredicate::ULT, value, low)
                             : compare(CmpFPredicate::OGT, value, high);
    result = arith::SelectOp::create(
        builder, loc, isPast, createInteger(builder, loc, type, integers[side]),
        result);
  }
  return result;
}

/// A float outside the range of the integer type becomes the nearest integer in
/// that range. A NaN becomes 0, or the smallest integer if the type has 32 bits
/// or more, as in TOSA's reference model. Only values in range are converted.
template <typename Op, bool isSigned>
static LogicalResult defineFloatToInteger(Op op, PatternRewriter &rewriter) {
  auto type = dyn_cast<IntegerType>(op.getType());
  auto from = dyn_cast<FloatType>(op.getIn().getType());
  if (!type || !from)
    return rewriter.notifyMatchFailure(op, "not of scalars");
  unsigned width = type.getWidth();
  IntegerLimits limits = {
      isSigned ? APInt::getSignedMinValue(width) : APInt::getMinValue(width),
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width),
      {},
      {}};
  // Of fewer bits, a NaN becomes 0, which is not a limit.
  if (isSigned && width >= 32)
    limits = findClamp(op.getOut()).value_or(limits);
  Value result = convert<Op, isSigned>(rewriter, op, from, type, limits);
  if (limits.clamped)
    rewriter.replaceAllUsesWith(limits.clamped, limits.moved);
  rewriter.replaceOp(op, result);
  return success();
}

namespace {
struct DefineArithmeticPass
    : public tir::impl::TIRDefineArithmeticPassBase<DefineArithmeticPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(defineDivision<arith::DivSIOp, true, false>)
        .add(defineDivision<arith::FloorDivSIOp, true, false>)
        .add(defineDivision<arith::CeilDivSIOp, true, false>)
        .add(defineDivision<arith::RemSIOp, true, true>)
        .add(defineDivision<arith::DivUIOp, false, false>)
        .add(defineDivision<arith::CeilDivUIOp, false, false>)
        .add(defineDivision<arith::RemUIOp, false, true>)
        .add(defineShift<arith::ShLIOp>)
        .add(defineShift<arith::ShRSIOp>)
        .add(defineShift<arith::ShRUIOp>)
        .add(defineFloatToInteger<arith::FPToSIOp, true>)
        .add(defineFloatToInteger<arith::FPToUIOp, false>);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
