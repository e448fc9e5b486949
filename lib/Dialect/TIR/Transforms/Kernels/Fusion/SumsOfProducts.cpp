//===- SumsOfProducts.cpp - What is fused with sums of products
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumsOfProducts.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"
#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

bool tir::isCheapToRecompute(Operation *op) {
  auto kernelOp = dyn_cast<KernelOpInterface>(op);
  return !kernelOp || kernelOp.isCheapToRecompute();
}

bool tir::isReduction(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured.getNumReductionLoops() != 0;
}

bool tir::isSumOfProducts(Operation *op) {
  if (!isReduction(op))
    return false;
  KernelKind kind = describeStructuredOp(cast<linalg::LinalgOp>(op)).kind;
  return kind == KernelKind::Convolution ||
         kind == KernelKind::DepthwiseConvolution || kind == KernelKind::Matmul;
}

static unsigned getElementBits(Operation *op) {
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
}

bool tir::isNarrowestAfterSum(Operation *op) {
  unsigned bits = getElementBits(op);
  SmallVector<Operation *> worklist = {op};
  bool isAfterSum = false;
  while (!worklist.empty()) {
    Operation *next = worklist.pop_back_val();
    if (getElementBits(next) < bits)
      return false;
    if (isSumOfProducts(next)) {
      isAfterSum |= getElementBits(next) > bits;
      continue;
    }
    auto structured = dyn_cast<linalg::LinalgOp>(next);
    if (structured ? structured.getNumReductionLoops() != 0 : !isReshape(next))
      continue;
    for (Value operand :
         structured ? structured.getDpsInputs() : next->getOperands())
      // The shifts of a rescale are int8 constants.
      if (Operation *producer = operand.getDefiningOp();
          producer && producer->getBlock() == op->getBlock() &&
          operand.hasOneUse() && !producer->hasTrait<OpTrait::ConstantLike>())
        worklist.push_back(producer);
  }
  return isAfterSum;
}

bool tir::narrowsComputedElements(Operation *op) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *producer = operand.getDefiningOp();
    while (producer && isReshape(producer))
      producer = producer->getOperand(0).getDefiningOp();
    auto kernelOp = dyn_cast_if_present<KernelOpInterface>(producer);
    return kernelOp && kernelOp.getKernelRole() == KernelRole::Computed &&
           isa<RankedTensorType>(operand.getType()) &&
           !isCheapToRecompute(producer) &&
           getElementBits(producer) > getElementBits(op);
  });
}
