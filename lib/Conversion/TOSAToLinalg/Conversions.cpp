//===- Conversions.cpp - Casts and rescales
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;

namespace {
/// TOSA 1.0, Type Conversion, CAST of a float to an integer: rounded to nearest
/// even, then clamped. Upstream converts numbers that the integer type does not
/// hold (2^31 and more, infinities, NaNs) and drops some of the results
/// afterwards: a conversion that is undefined in C, and poison in LLVM. Here
/// only what fits is converted. A NaN, for which TOSA asks nothing, becomes
/// what its reference model makes of it: 0, and for 32 bits the smallest
/// number.
struct LowerFloatToInteger : public OpRewritePattern<tosa::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::CastOp op,
                                PatternRewriter &rewriter) const override;
};

/// TOSA 1.0, Type Conversion, RESCALE: INEXACT_ROUND leaves the rounding to the
/// implementation. Upstream refuses it; here it is SINGLE_ROUND, the cheaper of
/// the two that are exact.
struct ChooseRounding : public OpRewritePattern<tosa::RescaleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::RescaleOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getRoundingMode() != tosa::RoundingMode::INEXACT_ROUND)
      return rewriter.notifyMatchFailure(op, "a rounding that is fixed");
    rewriter.modifyOpInPlace(
        op, [&] { op.setRoundingMode(tosa::RoundingMode::SINGLE_ROUND); });
    return success();
  }
};
} // namespace

static Value convert(OpBuilder &builder, Location loc, Value value,
                     IntegerType type) {
  auto from = cast<FloatType>(value.getType());
  const llvm::fltSemantics &semantics = from.getFloatSemantics();
  unsigned width = type.getWidth();
  APInt integers[] = {APInt::getSignedMinValue(width),
                      APInt::getSignedMaxValue(width)};
  // The nearest floats inside, and whether they are the limits themselves.
  SmallVector<APFloat, 2> limits;
  bool isExact[2];
  for (auto [integer, exact] : llvm::zip_equal(integers, isExact)) {
    APFloat &limit = limits.emplace_back(semantics);
    exact = limit.convertFromAPInt(integer, /*IsSigned=*/true,
                                   APFloat::rmTowardZero) == APFloat::opOK;
  }
  auto constant = [&](const APFloat &number) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(from, number));
  };
  auto compare = [&](arith::CmpFPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpFOp::create(builder, loc, predicate, lhs, rhs);
  };
  using arith::CmpFPredicate;
  Value rounded = math::RoundEvenOp::create(builder, loc, value);
  Value low = constant(limits[0]), high = constant(limits[1]);
  // False for a NaN.
  Value isAbove = compare(CmpFPredicate::OGT, rounded, low);
  Value inside = arith::SelectOp::create(builder, loc, isAbove, rounded, low);
  Value isBelow = compare(CmpFPredicate::OLT, inside, high);
  inside = arith::SelectOp::create(builder, loc, isBelow, inside, high);
  if (width < 32) {
    Value isNumber = compare(CmpFPredicate::ORD, rounded, rounded);
    inside = arith::SelectOp::create(builder, loc, isNumber, inside,
                                     constant(APFloat::getZero(semantics)));
  }
  Value result = arith::FPToSIOp::create(builder, loc, type, inside);
  // Numbers past a limit that is no float become it.
  for (unsigned side = 0; side < 2; ++side) {
    if (isExact[side])
      continue;
    Value isPast = side == 0 ? compare(CmpFPredicate::ULT, rounded, low)
                             : compare(CmpFPredicate::OGT, rounded, high);
    Value limit = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, integers[side]));
    result = arith::SelectOp::create(builder, loc, isPast, limit, result);
  }
  return result;
}

LogicalResult
LowerFloatToInteger::matchAndRewrite(tosa::CastOp op,
                                     PatternRewriter &rewriter) const {
  auto input = dyn_cast<RankedTensorType>(op.getInput().getType());
  auto output = dyn_cast<RankedTensorType>(op.getType());
  auto type = output ? dyn_cast<IntegerType>(output.getElementType()) : nullptr;
  if (!input || !output || !output.hasStaticShape() ||
      !isa<FloatType>(input.getElementType()) || !type || type.getWidth() == 1)
    return rewriter.notifyMatchFailure(op, "no float to an integer");
  Location loc = op.getLoc();
  Value empty = tensor::EmptyOp::create(rewriter, loc, output.getShape(), type);
  AffineMap map = rewriter.getMultiDimIdentityMap(output.getRank());
  SmallVector<utils::IteratorType> iterators(output.getRank(),
                                             utils::IteratorType::parallel);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, output, op.getInput(), empty, ArrayRef<AffineMap>{map, map},
      iterators, [&](OpBuilder &builder, Location loc, ValueRange args) {
        linalg::YieldOp::create(builder, loc,
                                convert(builder, loc, args[0], type));
      });
  return success();
}

void tir::populateConversionPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerFloatToInteger, ChooseRounding>(patterns.getContext(),
                                                    kBeforeUpstream);
}
