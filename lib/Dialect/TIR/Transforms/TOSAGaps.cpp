//===- TOSAGaps.cpp - Where upstream's lowering of TOSA falls short
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TOSAGaps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// Marks a location from `prepareTOSAGaps` to `closeTOSAGaps`.
static constexpr StringLiteral kFloor = "tir.floor_division";

/// TOSA allows a condition of any rank with one element; upstream extracts it
/// without indices.
static void flattenCondition(tosa::IfOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getCondition().getType());
  if (!type || type.getRank() == 0 || !type.hasStaticShape() ||
      type.getNumElements() != 1)
    return;
  OpBuilder builder(op);
  Value scalar = tensor::CollapseShapeOp::create(
      builder, op.getLoc(), type.clone(ArrayRef<int64_t>{}), op.getCondition(),
      ArrayRef<ReassociationIndices>{});
  op.getConditionMutable().assign(scalar);
}

/// TOSA divides the position in the input rounding down, upstream towards
/// zero: half-pixel centres make positions negative.
static void markResize(tosa::ResizeOp op) {
  SmallVector<int64_t> offset;
  if (!isa<IntegerType>(getElementTypeOrSelf(op.getInput().getType())) ||
      !tosa::getConstShapeValues(op.getOffset().getDefiningOp(), offset) ||
      llvm::all_of(offset, [](int64_t value) { return value >= 0; }))
    return;
  MLIRContext *context = op.getContext();
  op->setLoc(FusedLoc::get(context, {op.getLoc()},
                           StringAttr::get(context, kFloor)));
}

/// Upstream writes a scatter as a loop that inserts rows, which is no element
/// by element computation. Here each element looks for the row that lands on
/// it: more comparisons, but a kernel like any other.
static void gatherScatter(tosa::ScatterOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  AffineExpr n, k, c, w;
  bindDims(op.getContext(), n, k, c, w);
  AffineMap maps[] = {AffineMap::get(4, 0, {n, w}, op.getContext()),
                      AffineMap::get(4, 0, {n, w, c}, op.getContext()),
                      AffineMap::get(4, 0, {n, k, c}, op.getContext())};
  using utils::IteratorType;
  IteratorType iterators[] = {IteratorType::parallel, IteratorType::parallel,
                              IteratorType::parallel, IteratorType::reduction};
  auto found = linalg::GenericOp::create(
      builder, loc, op.getType(), ValueRange{op.getIndices(), op.getInput()},
      ValueRange{op.getValuesIn()}, maps, iterators,
      [](OpBuilder &builder, Location loc, ValueRange args) {
        Value row = linalg::IndexOp::create(builder, loc, 1);
        row = arith::IndexCastOp::create(builder, loc, args[0].getType(), row);
        Value here = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::eq, args[0], row);
        Value value =
            arith::SelectOp::create(builder, loc, here, args[1], args[2]);
        linalg::YieldOp::create(builder, loc, value);
      });
  op.replaceAllUsesWith(found.getResult(0));
  op.erase();
}

void tir::prepareTOSAGaps(ModuleOp module) {
  module.walk([](Operation *op) {
    if (auto scatter = dyn_cast<tosa::ScatterOp>(op))
      return gatherScatter(scatter);
    if (auto condition = dyn_cast<tosa::IfOp>(op))
      flattenCondition(condition);
    else if (auto resize = dyn_cast<tosa::ResizeOp>(op))
      markResize(resize);
  });
}

/// The location without the mark, or null if it has none.
static LocationAttr unmarked(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  auto mark =
      fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : nullptr;
  if (!mark || mark.getValue() != kFloor)
    return {};
  return fused.getLocations().front();
}

/// floor(x / n) = (x + k n) / n - k for any k that makes the dividend
/// positive; TOSA bounds -offset by n, and positions are far from overflow.
static void divideRoundingDown(arith::DivSIOp op) {
  constexpr int64_t k = 16;
  APInt divisor;
  if (!matchPattern(op.getRhs(), m_ConstantInt(&divisor)))
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(op.getType(), value));
  };
  Value shifted = arith::AddIOp::create(builder, loc, op.getLhs(),
                                        constant(k * divisor.getSExtValue()));
  Value quotient =
      arith::DivSIOp::create(builder, loc, shifted, op.getRhs());
  Value result =
      arith::SubIOp::create(builder, loc, quotient, constant(k));
  op.replaceAllUsesWith(result);
  op.erase();
}

/// Same operands, same result, another dialect.
template <typename From, typename To> static bool replaceIndexOp(Operation *op) {
  auto from = dyn_cast<From>(op);
  if (!from)
    return false;
  OpBuilder builder(op);
  op->replaceAllUsesWith(To::create(builder, op->getLoc(), op->getResultTypes(),
                                    op->getOperands()));
  op->erase();
  return true;
}

void tir::closeTOSAGaps(ModuleOp module) {
  SmallVector<arith::DivSIOp> divisions;
  SmallVector<Operation *> indexOps;
  module.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument arg : block.getArguments())
          if (LocationAttr loc = unmarked(arg.getLoc()))
            arg.setLoc(loc);
    if (LocationAttr loc = unmarked(op->getLoc())) {
      op->setLoc(loc);
      if (auto division = dyn_cast<arith::DivSIOp>(op))
        divisions.push_back(division);
    }
    if (isa<index::IndexDialect>(op->getDialect()))
      indexOps.push_back(op);
  });
  for (arith::DivSIOp division : divisions)
    divideRoundingDown(division);
  for (Operation *op : indexOps)
    (void)(replaceIndexOp<index::AddOp, arith::AddIOp>(op) ||
           replaceIndexOp<index::SubOp, arith::SubIOp>(op) ||
           replaceIndexOp<index::MulOp, arith::MulIOp>(op) ||
           replaceIndexOp<index::DivUOp, arith::DivUIOp>(op) ||
           replaceIndexOp<index::RemUOp, arith::RemUIOp>(op) ||
           replaceIndexOp<index::CastSOp, arith::IndexCastOp>(op) ||
           replaceIndexOp<index::CastUOp, arith::IndexCastUIOp>(op));
}
