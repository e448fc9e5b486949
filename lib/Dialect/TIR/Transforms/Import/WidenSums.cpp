//===- WidenSums.cpp - Sums of narrow floats in f32
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tir {
#define GEN_PASS_DEF_TIRWIDENSUMSPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the addition to the element of a result, if that is all that
/// is done with the element, and it is a narrow float.
static Operation *getAccumulation(linalg::LinalgOp op) {
  if (op.getNumLoops() == op.getNumParallelLoops() ||
      op.getNumDpsInits() != 1 || !op.hasPureTensorSemantics())
    return nullptr;
  OpOperand &init = *op.getDpsInitOperand(0);
  BlockArgument element = op.getMatchingBlockArgument(&init);
  if (!element.getType().isF16() && !element.getType().isBF16())
    return nullptr;
  Operation *made = op.getMatchingYieldValue(&init)->get().getDefiningOp();
  bool accumulates = element.hasOneUse() &&
                     isa_and_nonnull<arith::AddFOp>(made) &&
                     made->hasOneUse() && *element.getUsers().begin() == made;
  return accumulates ? made : nullptr;
}

/// Converts each element of a tensor of floats.
static Value convert(OpBuilder &builder, Location loc, Value tensor,
                     FloatType element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  bool isWider =
      element.getWidth() > cast<FloatType>(type.getElementType()).getWidth();
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(), element);
  auto converted = linalg::GenericOp::create(
      builder, loc, empty.getType(), tensor, empty,
      ArrayRef<AffineMap>{map, map}, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value number =
            isWider
                ? Value(arith::ExtFOp::create(builder, loc, element, args[0]))
                : Value(
                      arith::TruncFOp::create(builder, loc, element, args[0]));
        linalg::YieldOp::create(builder, loc, number);
      });
  return converted.getResult(0);
}

/// Returns the numbers with which the sums begin, in f32.
static Value widenStart(OpBuilder &builder, Value start) {
  Location loc = start.getLoc();
  auto fill = start.getDefiningOp<linalg::FillOp>();
  FloatType wide = builder.getF32Type();
  if (!fill)
    return convert(builder, loc, start, wide);
  Value number = arith::ExtFOp::create(builder, loc, wide, fill.value());
  Value empty = tensor::EmptyOp::create(
      builder, loc, cast<RankedTensorType>(start.getType()).getShape(), wide);
  return linalg::FillOp::create(builder, loc, number, empty).getResult(0);
}

/// Makes the operands of an operation on scalars f32.
static void widenOperands(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    if (!operand.get().getType().isF32())
      operand.set(arith::ExtFOp::create(builder, op->getLoc(),
                                        builder.getF32Type(), operand.get()));
}

/// Accumulates in f32, and rounds the results once.
static void widen(RewriterBase &rewriter, linalg::LinalgOp op) {
  FloatType wide = rewriter.getF32Type();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands(op->getOperands());
  operands.back() = widenStart(rewriter, op.getDpsInits()[0]);
  auto copy = cast<linalg::LinalgOp>(
      clone(rewriter, op, operands.back().getType(), operands));
  OpOperand &init = *copy.getDpsInitOperand(0);
  BlockArgument element = copy.getMatchingBlockArgument(&init);
  Operation *sum = *element.getUsers().begin();
  element.setType(wide);
  Operation *product = sum;
  for (Value operand : sum->getOperands())
    if (auto factors = operand.getDefiningOp<arith::MulFOp>();
        factors && factors->hasOneUse())
      product = factors;
  // A product that is only added need not be rounded either.
  for (Operation *part : {product, sum}) {
    widenOperands(part);
    part->getResult(0).setType(wide);
  }
  auto narrow = cast<RankedTensorType>(op->getResult(0).getType());
  rewriter.replaceOp(op, convert(rewriter, op.getLoc(), copy->getResult(0),
                                 cast<FloatType>(narrow.getElementType())));
}

namespace {
struct WidenSumsPass : public tir::impl::TIRWidenSumsPassBase<WidenSumsPass> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> sums;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (getAccumulation(op))
        sums.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : sums) {
      rewriter.setInsertionPoint(op);
      // The region of a named operation follows from its types.
      if (!isa<linalg::GenericOp, linalg::ReduceOp>(op))
        op = *linalg::generalizeNamedOp(rewriter, op);
      widen(rewriter, op);
    }
  }
};
} // namespace
