//===- JoinSums.cpp - One sum in place of a sum of sums
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mean over rows and then over columns keeps a sum for each column. Integers
// may be added in any order, so one sum of both has the same value.
//
//===----------------------------------------------------------------------===//

#include "RowSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;

/// Returns whether an operation adds up integers from 0 on.
static bool addsIntegers(linalg::ReduceOp sum) {
  if (!sum || sum->getNumResults() != 1)
    return false;
  Block &body = sum.getCombiner().front();
  auto add = dyn_cast<arith::AddIOp>(body.front());
  auto fill = sum.getInits()[0].getDefiningOp<linalg::FillOp>();
  return add && fill && matchPattern(fill.value(), m_Zero()) &&
         body.getTerminator()->getOperand(0) == add.getResult() &&
         llvm::is_contained(add->getOperands(), body.getArgument(0)) &&
         llvm::is_contained(add->getOperands(), body.getArgument(1));
}

/// Returns whether a reshape puts back, as dimensions of extent 1, what a sum
/// has left out.
static bool keepsDims(tensor::ExpandShapeOp expand, linalg::ReduceOp sum) {
  SmallVector<int64_t> shape(
      cast<ShapedType>(sum.getInputs()[0].getType()).getShape());
  for (int64_t dim : sum.getDimensions())
    shape[dim] = 1;
  return expand.getResultType().getShape() == ArrayRef(shape);
}

/// Adds up in `sum` what it adds up sums of. Returns false if it does not.
static bool join(linalg::ReduceOp sum) {
  auto expand = sum.getInputs()[0].getDefiningOp<tensor::ExpandShapeOp>();
  auto inner = expand && expand->hasOneUse()
                   ? expand.getSrc().getDefiningOp<linalg::ReduceOp>()
                   : linalg::ReduceOp();
  if (!addsIntegers(sum) || !addsIntegers(inner) || !inner->hasOneUse() ||
      !keepsDims(expand, inner))
    return false;
  SmallVector<int64_t> dims(inner.getDimensions());
  for (int64_t dim : sum.getDimensions())
    if (!llvm::is_contained(dims, dim))
      dims.push_back(dim);
  llvm::sort(dims);
  auto from = cast<RankedTensorType>(inner.getInputs()[0].getType());
  auto old = cast<RankedTensorType>(sum->getResult(0).getType());
  SmallVector<int64_t> shape;
  for (auto [dim, extent] : llvm::enumerate(from.getShape()))
    if (!llvm::is_contained(dims, int64_t(dim)))
      shape.push_back(extent);
  RankedTensorType type = old.clone(shape);
  auto groups = getReassociationIndicesForReshape(type, old);
  if (!groups || type == old)
    return false;
  OpBuilder builder(sum);
  Location loc = sum.getLoc();
  auto fill = sum.getInits()[0].getDefiningOp<linalg::FillOp>();
  Value empty =
      tensor::EmptyOp::create(builder, loc, shape, old.getElementType());
  Value start =
      linalg::FillOp::create(builder, loc, fill.value(), empty).getResult(0);
  auto joined = linalg::ReduceOp::create(
      builder, loc, TypeRange(type), ValueRange(inner.getInputs()[0]),
      ValueRange(start), builder.getDenseI64ArrayAttr(dims));
  joined.getCombiner().takeBody(sum.getCombiner());
  Value result = tensor::ExpandShapeOp::create(builder, loc, old,
                                               joined->getResult(0), *groups);
  sum->getResult(0).replaceAllUsesWith(result);
  sum->erase();
  expand->erase();
  inner->erase();
  return true;
}

void tir::joinSums(PrimFuncOp kernel) {
  for (auto sum :
       llvm::to_vector(kernel.getBody().front().getOps<linalg::ReduceOp>()))
    // What it joins with comes before it, and is erased.
    (void)join(sum);
}
