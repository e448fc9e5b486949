//===- RowSums.cpp - Operations that add up rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSums.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;

/// Returns the only operand that contains numbers, or null if there is another
/// one.
static OpOperand *getOnlyInput(linalg::LinalgOp op) {
  OpOperand *input = nullptr;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (!isa<RankedTensorType>(operand->get().getType()))
      return nullptr;
    // Poolings have an operand that only gives the shape of their window.
    if (operand->get().getDefiningOp<tensor::EmptyOp>() &&
        !op.payloadUsesValueFromOperand(operand))
      continue;
    if (input)
      return nullptr;
    input = operand;
  }
  return input;
}

/// Returns the loop that alone moves along the rows, from the first to the last
/// one, or std::nullopt if there is no such loop, or it is not a
/// reduction.
static std::optional<unsigned> findRowLoop(linalg::LinalgOp op,
                                           AffineExpr index, int64_t rows) {
  std::optional<unsigned> found;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (auto [loop, extent] : llvm::enumerate(extents)) {
    if (!index.isFunctionOfDim(loop) || extent == 1)
      continue;
    if (found)
      return std::nullopt;
    found = loop;
  }
  if (!found || extents[*found] != rows ||
      op.getIteratorTypesArray()[*found] != utils::IteratorType::reduction)
    return std::nullopt;
  // All other loops stay at 0.
  SmallVector<AffineExpr> zeros(extents.size(),
                                getAffineConstantExpr(0, op.getContext()));
  zeros[*found] = getAffineDimExpr(*found, op.getContext());
  return index.replaceDims(zeros) == zeros[*found] ? found : std::nullopt;
}

std::optional<RowSum> tir::findRowSum(linalg::LinalgOp op) {
  if (op->getNumResults() != 1 || op.getNumDpsInits() != 1 ||
      op.hasIndexSemantics() || op.hasDynamicShape())
    return std::nullopt;
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  TypedAttr start;
  OpOperand *input = getOnlyInput(op);
  if (!input || !fill || !matchPattern(fill.value(), m_Constant(&start)))
    return std::nullopt;
  auto type = cast<RankedTensorType>(input->get().getType());
  bool isLoaded =
      input->get().getDefiningOp<bufferization::ToTensorOp>() != nullptr;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    if (extent == 1)
      continue;
    std::optional<unsigned> loop;
    if (!isLoaded || dim + 1 < size_t(type.getRank()))
      loop = findRowLoop(op, op.getMatchingIndexingMap(input).getResult(dim),
                         extent);
    if (loop)
      return RowSum{*loop, start};
    // In memory, rows of an inner dimension are not together. What the kernel
    // computes from rows need not be in memory.
    if (isLoaded)
      return std::nullopt;
  }
  return std::nullopt;
}
