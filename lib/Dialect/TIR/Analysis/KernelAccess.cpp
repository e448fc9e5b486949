//===- KernelAccess.cpp - Which elements a kernel's main operation needs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/KernelDescription.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

using Indices = SmallVector<AffineExpr>;

namespace {
/// Follows elements from the main operation's result forwards to the result of
/// the kernel, and from both backwards to the tensors that the kernel reads.
class AccessFinder {
public:
  AccessFinder(ArrayRef<Operation *> ops, Operation *mainOp);

  /// Returns the map from the loops of the main operation to the element of
  /// `value`, or null if there are several elements or it is not known.
  AffineMap get(Value value) const { return accesses.lookup(value); }

private:
  void goForward(Operation *op);
  void goForwardThrough(linalg::LinalgOp op);
  void goBack(Operation *op);
  void goBackThrough(linalg::LinalgOp op);

  AffineMap makeMap(const Indices &indices) const {
    return simplifyAffineMap(AffineMap::get(numLoops, 0, indices, context));
  }
  void set(Value value, AffineMap access);
  /// Returns the map from the loops of the main operation to the loops of `op`,
  /// derived from its results, or null if it is not known.
  AffineMap getLoops(linalg::LinalgOp op) const;

  MLIRContext *context;
  Operation *mainOp;
  unsigned numLoops;
  /// Null for tensors with several maps.
  llvm::DenseMap<Value, AffineMap> accesses;
};
} // namespace

AccessFinder::AccessFinder(ArrayRef<Operation *> ops, Operation *mainOp)
    : context(mainOp->getContext()), mainOp(mainOp) {
  if (auto op = dyn_cast<linalg::LinalgOp>(mainOp)) {
    numLoops = op.getNumLoops();
    for (OpOperand &init : op.getDpsInitsMutable())
      set(op.getTiedOpResult(&init), op.getMatchingIndexingMap(&init));
  } else {
    Value result = mainOp->getResult(0);
    numLoops = cast<RankedTensorType>(result.getType()).getRank();
    set(result, AffineMap::getMultiDimIdentityMap(numLoops, context));
  }
  for (Operation *op : ops)
    if (op != mainOp)
      goForward(op);
  for (Operation *op : llvm::reverse(ops))
    goBack(op);
}

void AccessFinder::set(Value value, AffineMap access) {
  if (access)
    access = simplifyAffineMap(access);
  auto [known, isNew] = accesses.try_emplace(value, access);
  if (!isNew && known->second != access)
    known->second = AffineMap();
}

AffineMap AccessFinder::getLoops(linalg::LinalgOp op) const {
  if (op == mainOp)
    return AffineMap::getMultiDimIdentityMap(numLoops, context);
  AffineMap access = get(op->getResult(0));
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!access || op.getNumReductionLoops() != 0 || !map.isPermutation())
    return {};
  return inversePermutation(map).compose(access);
}

/// Finds the elements of the results of `op` from the elements of an operand.
void AccessFinder::goForward(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](linalg::LinalgOp structured) { goForwardThrough(structured); })
      .Case([&](tensor::CollapseShapeOp collapse) {
        if (AffineMap access = get(collapse.getSrc()))
          set(collapse, makeMap(collapseIndices(
                            access.getResults(), collapse.getSrcType(),
                            collapse.getReassociationIndices())));
      })
      .Case([&](tensor::ExpandShapeOp expand) {
        if (AffineMap access = get(expand.getSrc()))
          set(expand,
              makeMap(expandIndices(access.getResults(), expand.getResultType(),
                                    expand.getReassociationIndices())));
      })
      .Case([&](tensor::CastOp same) {
        if (AffineMap access = get(same.getSource()))
          set(same, access);
      });
}

void AccessFinder::goForwardThrough(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() != 0)
    return;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap access = get(input->get());
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!access || !map.isPermutation())
      continue;
    AffineMap loops = inversePermutation(map).compose(access);
    for (OpOperand &init : op.getDpsInitsMutable())
      set(op.getTiedOpResult(&init),
          op.getMatchingIndexingMap(&init).compose(loops));
    return;
  }
}

/// Finds the elements of the operands of `op` from the elements of its results.
void AccessFinder::goBack(Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return goBackThrough(structured);
  AffineMap access = get(op->getResult(0));
  if (!access) {
    for (Value operand : op->getOperands())
      set(operand, AffineMap());
    return;
  }
  ArrayRef<AffineExpr> indices = access.getResults();
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tensor::CollapseShapeOp collapse) {
        set(collapse.getSrc(),
            makeMap(expandIndices(indices, collapse.getSrcType(),
                                  collapse.getReassociationIndices())));
      })
      .Case([&](tensor::ExpandShapeOp expand) {
        set(expand.getSrc(),
            makeMap(collapseIndices(indices, expand.getResultType(),
                                    expand.getReassociationIndices())));
      })
      .Case([&](tensor::CastOp same) { set(same.getSource(), access); })
      .Case([&](tensor::PadOp pad) {
        Indices inside;
        for (auto [index, low] : llvm::zip_equal(indices, pad.getMixedLowPad()))
          inside.push_back(index - *getConstantIntValue(low));
        set(pad.getSource(), makeMap(inside));
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        llvm::SmallBitVector dropped = slice.getDroppedDims();
        Indices source;
        for (auto [dim, offset] : llvm::enumerate(slice.getMixedOffsets())) {
          std::optional<int64_t> number = getConstantIntValue(offset);
          if (!number)
            return set(slice.getSource(), AffineMap());
          AffineExpr index = getAffineConstantExpr(*number, context);
          if (!dropped[dim]) {
            index = index + indices.front() * slice.getStaticStrides()[dim];
            indices = indices.drop_front();
          }
          source.push_back(index);
        }
        set(slice.getSource(), makeMap(source));
      })
      .Default([&](Operation *) {
        for (Value operand : op->getOperands())
          set(operand, AffineMap());
      });
}

void AccessFinder::goBackThrough(linalg::LinalgOp op) {
  AffineMap loops = getLoops(op);
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      set(operand.get(),
          loops ? op.getMatchingIndexingMap(&operand).compose(loops)
                : AffineMap());
}

void KernelDescription::findAccess() {
  if (mainOp->getNumResults() != 1)
    return;
  AccessFinder finder(ops.getArrayRef(), mainOp);
  for (KernelOperand &operand : operands)
    operand.access = finder.get(operand.value);
  resultAccess = finder.get(ops.back()->getResult(0));
}
