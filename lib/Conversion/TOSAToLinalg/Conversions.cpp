//===- Conversions.cpp - Casts, rescales and averages
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;

/// TOSA 1.0, Type Conversion, RESCALE: INEXACT_ROUND leaves the rounding to the
/// implementation. Upstream refuses it; here it becomes SINGLE_ROUND, the
/// cheaper of the two exact modes.
static LogicalResult chooseRounding(tosa::RescaleOp op,
                                    PatternRewriter &rewriter) {
  if (op.getRoundingMode() != tosa::RoundingMode::INEXACT_ROUND)
    return rewriter.notifyMatchFailure(op, "a rounding that is fixed");
  rewriter.modifyOpInPlace(
      op, [&] { op.setRoundingMode(tosa::RoundingMode::SINGLE_ROUND); });
  return success();
}

/// An average of narrow floats rounds once: in f16, a sum overflows at 65504.
static LogicalResult chooseAccumulator(tosa::AvgPool2dOp op,
                                       PatternRewriter &rewriter) {
  if (!op.getAccType().isF16())
    return rewriter.notifyMatchFailure(op, "a wide accumulator");
  rewriter.modifyOpInPlace(op, [&] { op.setAccType(rewriter.getF32Type()); });
  return success();
}

/// TOSA 1.0, Type Conversion, CAST of a float to an integer: rounded to nearest
/// even, then clamped. Upstream also converts numbers that the integer type
/// cannot represent (2^31 and more, infinities, NaNs), and drops some of the
/// results afterwards. Here `tir-define-arithmetic` clamps, as it does for the
/// casts of any front end.
static LogicalResult lowerFloatToInteger(tosa::CastOp op,
                                         PatternRewriter &rewriter) {
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
        Value rounded = math::RoundEvenOp::create(builder, loc, args[0]);
        linalg::YieldOp::create(
            builder, loc,
            ValueRange(arith::FPToSIOp::create(builder, loc, type, rounded)));
      });
  return success();
}

void tir::populateConversionPatterns(RewritePatternSet &patterns) {
  patterns.add(lowerFloatToInteger, kBeforeUpstream)
      .add(chooseRounding, kBeforeUpstream)
      .add(chooseAccumulator, kBeforeUpstream);
}
