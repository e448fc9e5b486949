//===- Dequantizations.cpp - Kernels that only dequantize
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dequantizations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"

using namespace mlir;
using namespace tir;

/// Returns whether `value` is a constant, perhaps in another shape.
static bool isStoredConstant(Value value) {
  while (Operation *producer = value.getDefiningOp()) {
    if (!isReshape(producer))
      break;
    value = producer->getOperand(0);
  }
  return matchPattern(value, m_Constant());
}

/// Returns the tensors that `kernel` reads beside constants, or nothing if it
/// does more with an element than to dequantize it.
static std::optional<SmallVector<Value>> getDequantized(const Kernel &kernel) {
  SmallVector<Value> sources;
  for (Operation *op : kernel.ops) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured || structured.getNumReductionLoops() != 0 ||
        !llvm::all_of(
            structured.getBlock()->without_terminator(),
            llvm::IsaPred<arith::ExtSIOp, arith::ExtUIOp, arith::AddIOp,
                          arith::SubIOp, arith::SIToFPOp, arith::UIToFPOp,
                          arith::AddFOp, arith::SubFOp, arith::MulFOp>))
      return std::nullopt;
    for (Value input : structured.getDpsInputs()) {
      Operation *producer = input.getDefiningOp();
      if ((producer && kernel.ops.contains(producer)) ||
          isStoredConstant(input))
        continue;
      if (!isa<RankedTensorType>(input.getType()))
        return std::nullopt;
      sources.push_back(input);
    }
  }
  return sources;
}

bool tir::isDequantization(const Kernel &kernel) {
  auto type = dyn_cast<RankedTensorType>(kernel.root->getResult(0).getType());
  if (!type || !isa<FloatType>(type.getElementType()) ||
      kernel.root->getNumResults() != 1)
    return false;
  std::optional<SmallVector<Value>> sources = getDequantized(kernel);
  if (!sources || sources->size() != 1)
    return false;
  auto source = cast<RankedTensorType>(sources->front().getType());
  return source.getElementType().isInteger() &&
         source.getElementTypeBitWidth() < type.getElementTypeBitWidth() &&
         source.getNumElements() == type.getNumElements();
}

/// The constants of a kernel that need no more bytes than these are computed
/// once.
static constexpr int64_t kFewBytes = 64;

bool tir::isExpandedConstant(const Kernel &kernel) {
  if (kernel.root->getNumResults() != 1)
    return false;
  auto type = dyn_cast<RankedTensorType>(kernel.root->getResult(0).getType());
  std::optional<SmallVector<Value>> sources = getDequantized(kernel);
  return type && type.getElementType().isIntOrFloat() && sources &&
         sources->empty() &&
         type.getNumElements() * type.getElementTypeBitWidth() > kFewBytes * 8;
}
