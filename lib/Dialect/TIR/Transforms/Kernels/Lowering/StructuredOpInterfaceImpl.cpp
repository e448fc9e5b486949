//===- StructuredOpInterfaceImpl.cpp - Structured operations in kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredEmitter.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Lowering/KernelOpInterfaceImpl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

static AffineMap getResultMap(linalg::LinalgOp op, unsigned result) {
  return op.getMatchingIndexingMap(op.getDpsInitOperand(result));
}

/// Returns the position, counted from front to back, of the element that
/// `operand` gives to an iteration. Dimensions with one iteration are 0.
static AffineExpr getPosition(linalg::LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  MLIRContext *context = op.getContext();
  AffineExpr zero = getAffineConstantExpr(0, context), position = zero;
  SmallVector<AffineExpr> dims;
  for (auto [dim, extent] : llvm::enumerate(extents))
    dims.push_back(extent == 1 ? zero : getAffineDimExpr(dim, context));
  auto shape = cast<RankedTensorType>(operand.get().getType()).getShape();
  for (auto [index, size] : llvm::zip_equal(map.getResults(), shape))
    position = position * size + index.replaceDims(dims);
  return simplifyAffineExpr(position, extents.size(), /*numSymbols=*/0);
}

/// Returns whether an operation copies, fills, or changes the type of elements.
static bool isCheap(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  return op.getNumReductionLoops() == 0 &&
         llvm::hasNItemsOrLess(body->getOperations(), 2) &&
         llvm::all_of(body->without_terminator(), [](Operation &inner) {
           return isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
                      arith::ExtFOp, arith::TruncFOp>(inner);
         });
}

/// An init is read once for each element. An input may be read again along each
/// dimension that its map does not use.
static bool readsOnce(linalg::LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  auto covers = [&](unsigned dim) {
    return extents[dim] == 1 || map.isFunctionOfDim(dim) ||
           (op.isDpsInit(&operand) &&
            iterators[dim] == utils::IteratorType::reduction);
  };
  return map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
         llvm::all_of(llvm::seq<unsigned>(0, map.getNumDims()), covers);
}

namespace {
struct StructuredModel : KernelOpInterface::FallbackModel<StructuredModel> {
  KernelRole getKernelRole(Operation *) const { return KernelRole::Computed; }

  bool canComputeElements(Operation *op) const {
    auto structured = cast<linalg::LinalgOp>(op);
    auto isComputable = [&](OpOperand &init) {
      return structured.getMatchingIndexingMap(&init).isProjectedPermutation();
    };
    return structured.hasPureTensorSemantics() &&
           llvm::all_of(structured.getDpsInitsMutable(), isComputable);
  }

  bool isCheapToRecompute(Operation *op) const {
    return isCheap(cast<linalg::LinalgOp>(op));
  }

  AffineMap getAccessMap(Operation *op, OpOperand &operand,
                         unsigned result) const {
    auto structured = cast<linalg::LinalgOp>(op);
    AffineMap map = getResultMap(structured, result);
    if (structured.getNumReductionLoops() != 0 || !map.isPermutation())
      return {};
    return structured.getMatchingIndexingMap(&operand).compose(
        inversePermutation(map));
  }

  bool readsElementsOnce(Operation *op, OpOperand &operand) const {
    return readsOnce(cast<linalg::LinalgOp>(op), operand);
  }

  bool readsSamePosition(Operation *op, OpOperand &operand,
                         unsigned result) const {
    auto structured = cast<linalg::LinalgOp>(op);
    return structured.getNumReductionLoops() == 0 &&
           isa<RankedTensorType>(operand.get().getType()) &&
           getPosition(structured, operand) ==
               getPosition(structured, *structured.getDpsInitOperand(result));
  }

  SmallVector<TensorPiece> getPieces(Operation *) const { return {}; }

  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned result,
                       ArrayRef<AffineExpr> indices) const {
    return StructuredEmitter(cast<linalg::LinalgOp>(op), emitter)
        .emit(result, indices);
  }
};
} // namespace

void tir::attachStructuredModels(MLIRContext &context) {
  for (RegisteredOperationName name : getStructuredOps(context))
    name.attachInterface<StructuredModel>();
}
