//===- LoopRows.cpp - Rows that a loop reads and writes one by one
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/LoopRows.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// Returns whether `number` follows from the counters of `scf.for` and from
/// constants.
static bool followsFromCounters(Value number) {
  if (auto argument = dyn_cast<BlockArgument>(number)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && loop.getInductionVar() == number;
  }
  if (matchPattern(number, m_Constant()))
    return true;
  Operation *producer = number.getDefiningOp();
  return producer->getNumRegions() == 0 && isPure(producer) &&
         producer->getNumOperands() != 0 &&
         llvm::none_of(producer->getOperandTypes(),
                       llvm::IsaPred<ShapedType>) &&
         llvm::all_of(producer->getOperands(), followsFromCounters);
}

/// Returns whether the elements of a slice lie side by side in the tensor.
static bool isContiguous(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                         ArrayRef<int64_t> shape) {
  bool isInside = false;
  for (auto [size, stride, extent] : llvm::zip_equal(sizes, strides, shape)) {
    if (ShapedType::isDynamic(size) || stride != 1 ||
        (isInside && size != extent))
      return false;
    isInside |= size != 1;
  }
  return true;
}

static bool isRow(OffsetSizeAndStrideOpInterface slice,
                  RankedTensorType whole) {
  return whole.hasStaticShape() && !slice.getOffsets().empty() &&
         isContiguous(slice.getStaticSizes(), slice.getStaticStrides(),
                      whole.getShape()) &&
         llvm::all_of(slice.getOffsets(), followsFromCounters);
}

bool tir::isLoopRow(Operation *op) {
  if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op))
    return isRow(extract, extract.getSourceType());
  auto insert = dyn_cast<tensor::InsertSliceOp>(op);
  return insert && isRow(insert, insert.getDestType());
}

bool tir::isUpdateByRows(Value value, Value tensor) {
  if (value == tensor)
    return false;
  while (value != tensor) {
    auto insert = value.getDefiningOp<tensor::InsertSliceOp>();
    if (!insert || !isLoopRow(insert) || !insert.getDest().hasOneUse())
      return false;
    value = insert.getDest();
  }
  return true;
}
