//===- ChannelSelection.cpp - Tensors with some of their channels only
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/ChannelFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/IR/FoldedChannels.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

RankedTensorType ChannelFlow::getSelectedType(Value value) const {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  int64_t numKept = getKept(value).size();
  // The inner of two dimensions is kept whole.
  if (getChannelRank(value) == 2)
    shape[shape.size() - 2] = numKept / shape.back();
  else
    shape.back() = numKept;
  return type.clone(shape);
}

DenseElementsAttr ChannelFlow::select(DenseElementsAttr elements,
                                      unsigned dimension,
                                      ArrayRef<int64_t> indices) {
  auto type = cast<RankedTensorType>(elements.getType());
  SmallVector<int64_t> shape(type.getShape());
  int64_t extent = shape[dimension];
  shape[dimension] = indices.size();
  RankedTensorType selected = type.clone(shape);
  if (elements.isSplat())
    return elements.resizeSplat(selected);
  int64_t inner = 1, outer = 1;
  for (int64_t size : type.getShape().drop_front(dimension + 1))
    inner *= size;
  for (int64_t size : type.getShape().take_front(dimension))
    outer *= size;
  auto gather = [&](auto values) {
    SmallVector<std::decay_t<decltype(values[0])>> numbers;
    numbers.reserve(selected.getNumElements());
    for (int64_t i = 0; i < outer; ++i)
      for (int64_t index : indices)
        for (int64_t j = 0; j < inner; ++j)
          numbers.push_back(values[(i * extent + index) * inner + j]);
    return DenseElementsAttr::get(selected, ArrayRef(numbers));
  };
  // Each attribute that is a number would have to be made unique.
  return isa<IntegerType>(type.getElementType())
             ? gather(elements.getValues<APInt>())
             : gather(elements.getValues<Attribute>());
}

Value ChannelFlow::select(OpBuilder &builder, Value value,
                          ArrayRef<int64_t> channels) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  if (int64_t(channels.size()) == shape.back())
    return value;
  shape.back() = channels.size();
  Operation *op = value.getDefiningOp();
  DenseElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)))
    return arith::ConstantOp::create(
        builder, op->getLoc(), select(elements, type.getRank() - 1, channels));
  if (isa<tensor::EmptyOp>(op))
    return tensor::EmptyOp::create(builder, op->getLoc(), shape,
                                   type.getElementType());
  auto structured = cast<linalg::LinalgOp>(op);
  unsigned loop = *getLastLoop(structured.getIndexingMapsArray().back());
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isSelected = getChannelUse(structured.getMatchingIndexingMap(&operand),
                                    loop) == ChannelUse::Last;
    operands.push_back(isSelected ? select(builder, operand.get(), channels)
                                  : operand.get());
  }
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  copy->getResult(0).setType(type.clone(shape));
  if (auto described = FoldedChannels::get(getCallParts(op).channels)) {
    std::vector<int64_t> computed;
    for (int64_t channel : channels)
      computed.push_back(described->computed[channel]);
    described->computed = std::move(computed);
    updateCall(copy, [&](CallParts &parts) {
      parts.channels = described->getAttr(op->getContext());
    });
  }
  return copy->getResult(0);
}

bool ChannelFlow::selectAll() {
  SmallVector<Value> shrunk;
  for (auto [value, first] : firstIds)
    if (isShrunk(value))
      shrunk.push_back(value);
  if (shrunk.empty())
    return false;
  llvm::DenseSet<Value> isValueShrunk(shrunk.begin(), shrunk.end());
  auto isAffected = [&](Value value) { return isValueShrunk.contains(value); };
  SmallVector<std::pair<Value, RankedTensorType>> types;
  for (Value value : shrunk)
    types.push_back({value, getSelectedType(value)});
  SmallVector<ChannelOpInterface> affected;
  for (auto op : block.getOps<ChannelOpInterface>())
    if (llvm::any_of(op->getOperands(), isAffected) ||
        llvm::any_of(op->getResults(), isAffected))
      affected.push_back(op);
  for (ChannelOpInterface op : llvm::reverse(affected))
    op.selectChannels(*this);
  for (auto [value, type] : types)
    value.setType(type);
  return true;
}
