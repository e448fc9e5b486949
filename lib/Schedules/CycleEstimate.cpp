//===- CycleEstimate.cpp - The cycles that an element takes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CycleEstimate.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using llvm::SaturatingAdd;
using llvm::SaturatingMultiply;

uint64_t CycleEstimate::ofElement(Value tensor) {
  auto [entry, isNew] = known.try_emplace(tensor, 0);
  if (!isNew)
    return entry->second;
  uint64_t cycles = compute(tensor);
  return known[tensor] = cycles;
}

uint64_t CycleEstimate::ofStores(Value tensor) {
  auto type = cast<ShapedType>(tensor.getType());
  uint64_t elements = type.hasStaticShape() ? type.getNumElements() : 1;
  return SaturatingMultiply(elements,
                            SaturatingAdd(ofElement(tensor), uint64_t(1)));
}

uint64_t CycleEstimate::compute(Value tensor) {
  Attribute constant;
  if (matchPattern(tensor, m_Constant(&constant))) {
    auto elements = dyn_cast<ElementsAttr>(constant);
    return elements && !elements.isSplat();
  }
  Operation *op = tensor.getDefiningOp();
  if (!op || isa<bufferization::ToTensorOp>(op))
    return 1;
  if (isa<tensor::EmptyOp>(op))
    return 0;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return ofStructured(structured);
  // A slice, a reshape, a padding or a concatenation takes at most one
  // selection.
  uint64_t most = 0;
  for (Value operand : op->getOperands())
    if (isa<TensorType>(operand.getType()))
      most = std::max(most, ofElement(operand));
  return SaturatingAdd(most, uint64_t(1));
}

uint64_t CycleEstimate::ofStructured(linalg::LinalgOp op) {
  uint64_t cycles = op.getBlock()->getOperations().size() - 1;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<TensorType>(operand.get().getType()) && op.isDpsInput(&operand))
      cycles = SaturatingAdd(cycles, ofElement(operand.get()));
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (auto [extent, iterator] :
       llvm::zip_equal(op.getStaticLoopRanges(), iterators))
    if (iterator == utils::IteratorType::reduction &&
        !ShapedType::isDynamic(extent))
      cycles = SaturatingMultiply(cycles, uint64_t(extent));
  for (Value init : op.getDpsInits())
    if (isa<TensorType>(init.getType()))
      cycles = SaturatingAdd(cycles, ofElement(init));
  return cycles;
}
