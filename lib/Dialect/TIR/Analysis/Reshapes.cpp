//===- Reshapes.cpp - Reshapes, and the indices of what they reshape
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/Reshapes.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;

bool tir::isReshape(Operation *op) {
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

Value tir::getReshaped(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return op && isReshape(op) ? op->getOperand(0) : Value();
}

/// The dimensions of a group that have an index other than 0.
static SmallVector<int64_t> getWideDims(RankedTensorType expanded,
                                        ArrayRef<int64_t> group) {
  return llvm::filter_to_vector(
      group, [&](int64_t dim) { return expanded.getDimSize(dim) != 1; });
}

bool tir::isUnitReshape(Operation *op) {
  RankedTensorType expanded;
  SmallVector<ReassociationIndices> groups;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    expanded = expand.getResultType();
    groups = expand.getReassociationIndices();
  } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    expanded = collapse.getSrcType();
    groups = collapse.getReassociationIndices();
  } else {
    return false;
  }
  return llvm::all_of(groups, [&](const ReassociationIndices &group) {
    return getWideDims(expanded, group).size() <= 1;
  });
}

static SmallVector<int64_t> getStrides(RankedTensorType expanded,
                                       ArrayRef<int64_t> dims) {
  return computeStrides(llvm::map_to_vector(
      dims, [&](int64_t dim) { return expanded.getDimSize(dim); }));
}

SmallVector<AffineExpr>
tir::collapseIndices(ArrayRef<AffineExpr> indices, RankedTensorType expanded,
                     ArrayRef<ReassociationIndices> groups) {
  SmallVector<AffineExpr> collapsed;
  for (const ReassociationIndices &group : groups) {
    SmallVector<int64_t> dims = getWideDims(expanded, group);
    SmallVector<AffineExpr> wide =
        llvm::map_to_vector(dims, [&](int64_t dim) { return indices[dim]; });
    collapsed.push_back(
        linearize(expanded.getContext(), wide, getStrides(expanded, dims)));
  }
  return collapsed;
}

SmallVector<AffineExpr>
tir::expandIndices(ArrayRef<AffineExpr> indices, RankedTensorType expanded,
                   ArrayRef<ReassociationIndices> groups) {
  // A dimension of extent 1 has index 0. No group has the dimensions of a
  // scalar that is expanded: all of these have extent 1.
  SmallVector<AffineExpr> split(
      expanded.getRank(), getAffineConstantExpr(0, expanded.getContext()));
  for (auto [index, group] : llvm::zip_equal(indices, groups)) {
    SmallVector<int64_t> dims = getWideDims(expanded, group);
    for (auto [dim, position] :
         llvm::zip_equal(dims, delinearize(index, getStrides(expanded, dims))))
      split[dim] = position;
  }
  return split;
}
