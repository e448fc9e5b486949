//===- Maxima.cpp - Largest and smallest floats, of infinities and of NaNs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;

// TOSA 1.0 (Tensor Operators, ARGMAX and MAX_POOL2D; Reduction Operators,
// REDUCE_MAX and REDUCE_MIN): a search for the largest float begins at minus
// infinity, or at a NaN in the mode that ignores NaNs, so that NaN is the
// result if there are only NaNs. Upstream begins at the lowest finite number:
// the largest of infinities is then finite, ARGMAX does not find that number
// after an infinity, and MAX_POOL2D returns it if there are only NaNs.
// Upstream's REDUCE_MAX and REDUCE_MIN handle NaNs correctly, but with a second
// result in memory.

static bool isIgnoring(tosa::NanPropagationMode mode) {
  return mode == tosa::NanPropagationMode::IGNORE;
}

/// Returns the value that a search begins with: the largest (smallest) of no
/// numbers.
static TypedAttr getInitial(FloatType type, tosa::NanPropagationMode mode,
                            bool isMax) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  return FloatAttr::get(type, isIgnoring(mode)
                                  ? APFloat::getNaN(semantics)
                                  : APFloat::getInf(semantics, isMax));
}

static Value fill(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape,
                  TypedAttr value) {
  Value scalar = arith::ConstantOp::create(builder, loc, value);
  Value empty = tensor::EmptyOp::create(builder, loc, shape, value.getType());
  return linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
}

/// Creates the larger (smaller) of two numbers. `maxnumf` is a NaN only if both
/// operands are.
static Value choose(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                    tosa::NanPropagationMode mode, bool isMax) {
  if (isIgnoring(mode))
    return isMax ? Value(arith::MaxNumFOp::create(builder, loc, lhs, rhs))
                 : Value(arith::MinNumFOp::create(builder, loc, lhs, rhs));
  return isMax ? Value(arith::MaximumFOp::create(builder, loc, lhs, rhs))
               : Value(arith::MinimumFOp::create(builder, loc, lhs, rhs));
}

/// Returns the type of a static tensor of floats, or null.
static RankedTensorType getFloats(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && isa<FloatType>(type.getElementType())
             ? type
             : nullptr;
}

template <typename Op, bool isMax>
static LogicalResult lowerReduction(Op op, PatternRewriter &rewriter) {
  RankedTensorType type = getFloats(op.getInput());
  if (!type)
    return rewriter.notifyMatchFailure(op, "not of static floats");
  Location loc = op.getLoc();
  tosa::NanPropagationMode mode = op.getNanMode();
  int64_t axis = op.getAxis(), rank = type.getRank();
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  auto element = cast<FloatType>(type.getElementType());
  auto reduced = linalg::ReduceOp::create(
      rewriter, loc, op.getInput(),
      fill(rewriter, loc, shape, getInitial(element, mode, isMax)), axis,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        linalg::YieldOp::create(
            builder, loc, choose(builder, loc, args[0], args[1], mode, isMax));
      });
  // The axis comes back with one element, beside a neighbour.
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim != axis || groups.empty())
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  if (axis == 0 && rank > 1) {
    groups[0].push_back(1);
    groups.erase(groups.begin() + 1);
  }
  if (rank == 1)
    groups.clear();
  rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
      op, op.getType(), reduced.getResult(0), groups);
  return success();
}

static LogicalResult lowerArgMax(tosa::ArgMaxOp op, PatternRewriter &rewriter) {
  RankedTensorType type = getFloats(op.getInput());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !result)
    return rewriter.notifyMatchFailure(op, "not of static floats");
  Location loc = op.getLoc();
  tosa::NanPropagationMode mode = op.getNanMode();
  unsigned axis = op.getAxis(), rank = type.getRank();
  AffineMap input = rewriter.getMultiDimIdentityMap(rank);
  AffineMap output = input.dropResult(axis);
  using utils::IteratorType;
  SmallVector<IteratorType> iterators(rank, IteratorType::parallel);
  iterators[axis] = IteratorType::reduction;
  Value indices = fill(rewriter, loc, result.getShape(),
                       rewriter.getIntegerAttr(result.getElementType(), 0));
  Value values = fill(rewriter, loc, result.getShape(),
                      getInitial(cast<FloatType>(type.getElementType()), mode,
                                 /*isMax=*/true));
  auto found = linalg::GenericOp::create(
      rewriter, loc, TypeRange{indices.getType(), values.getType()},
      ValueRange{op.getInput()}, ValueRange{indices, values},
      ArrayRef<AffineMap>{input, output, output}, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value value = args[0], known = args[2];
        // If NaNs propagate, a NaN counts as larger than any number; if they
        // are ignored, any number counts as larger than a NaN. UGT is true in
        // both cases; ORD leaves only the case that the mode needs.
        Value isLarger = arith::CmpFOp::create(
            builder, loc, arith::CmpFPredicate::UGT, value, known);
        Value number = isIgnoring(mode) ? value : known;
        Value isNumber = arith::CmpFOp::create(
            builder, loc, arith::CmpFPredicate::ORD, number, number);
        Value isNew = arith::AndIOp::create(builder, loc, isLarger, isNumber);
        Value index = arith::IndexCastOp::create(
            builder, loc, args[1].getType(),
            linalg::IndexOp::create(builder, loc, axis));
        Value results[] = {
            arith::SelectOp::create(builder, loc, isNew, index, args[1]),
            arith::SelectOp::create(builder, loc, isNew, value, known)};
        linalg::YieldOp::create(builder, loc, results);
      });
  rewriter.replaceOp(op, found.getResult(0));
  return success();
}

static LogicalResult lowerMaxPool(tosa::MaxPool2dOp op,
                                  PatternRewriter &rewriter) {
  RankedTensorType type = getFloats(op.getInput());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !result || !result.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "not of static floats");
  Location loc = op.getLoc();
  tosa::NanPropagationMode mode = op.getNanMode();
  auto element = cast<FloatType>(type.getElementType());
  TypedAttr initial = getInitial(element, mode, /*isMax=*/true);
  Value input = op.getInput();
  ArrayRef<int64_t> pad = op.getPad();
  if (llvm::any_of(pad, [](int64_t amount) { return amount != 0; })) {
    SmallVector<int64_t> shape(type.getShape());
    shape[1] += pad[0] + pad[1];
    shape[2] += pad[2] + pad[3];
    auto amounts = [&](int64_t h, int64_t w) {
      return getAsIndexOpFoldResult(op.getContext(), {0, h, w, 0});
    };
    input = tensor::PadOp::create(
        rewriter, loc, type.clone(shape), input, amounts(pad[0], pad[2]),
        amounts(pad[1], pad[3]),
        Value(arith::ConstantOp::create(rewriter, loc, initial)));
  }
  Value window =
      tensor::EmptyOp::create(rewriter, loc, op.getKernel(), element);
  auto pool = linalg::PoolingNhwcMaxOp::create(
      rewriter, loc, TypeRange{result}, ValueRange{input, window},
      ValueRange{fill(rewriter, loc, result.getShape(), initial)},
      rewriter.getI64VectorAttr(op.getStride()),
      rewriter.getI64VectorAttr({1, 1}));
  if (!isIgnoring(mode)) {
    rewriter.replaceOp(op, pool);
    return success();
  }
  // The named operation propagates NaNs. This one has the same loops, with
  // another maximum.
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, TypeRange{result}, pool.getInputs(), pool.getOutputs(),
      pool.getIndexingMapsArray(), pool.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        linalg::YieldOp::create(
            builder, loc,
            choose(builder, loc, args[0], args[2], mode, /*isMax=*/true));
      });
  rewriter.eraseOp(pool);
  return success();
}

void tir::populateMaximaPatterns(RewritePatternSet &patterns) {
  patterns.add(lowerArgMax, kBeforeUpstream)
      .add(lowerMaxPool, kBeforeUpstream)
      .add(lowerReduction<tosa::ReduceMaxOp, /*isMax=*/true>, kBeforeUpstream)
      .add(lowerReduction<tosa::ReduceMinOp, /*isMax=*/false>, kBeforeUpstream);
}
