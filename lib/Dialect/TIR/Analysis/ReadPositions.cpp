//===- ReadPositions.cpp - Which elements a part of a result needs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes from a part of a tensor back to the arguments of the kernel. The part
// that an operation reads of each operand is a range for each dimension. Such a
// range may be larger than needed, but not smaller.
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/ReadPositions.h"

#include "TensorParts.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Adds what another reader needs.
void ReadPositions::Parts::join(unsigned tensor, ArrayRef<IndexRange> part) {
  TensorPart &joined = parts[tensor];
  if (!isNeeded[tensor]) {
    isNeeded[tensor] = true;
    joined.assign(part.begin(), part.end());
    return;
  }
  for (auto [range, more] : llvm::zip_equal(joined, part))
    range = {std::min(range.low, more.low), std::max(range.high, more.high)};
}

/// Returns the map from the indices of an element to the indices of the only
/// element of `operand` that it is computed from, or null.
static AffineMap getAccess(Operation *op, OpOperand &operand) {
  MLIRContext *context = op->getContext();
  auto getMap = [&](ArrayRef<AffineExpr> indices) {
    return AffineMap::get(getShape(op->getResult(0)).size(), 0, indices,
                          context);
  };
  SmallVector<AffineExpr> indices;
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    for (auto [dim, low] : llvm::enumerate(pad.getMixedLowPad())) {
      std::optional<int64_t> number = getConstantIntValue(low);
      if (!number || operand.get() != pad.getSource())
        return {};
      indices.push_back(getAffineDimExpr(dim, context) - *number);
    }
    return getMap(indices);
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    unsigned next = 0;
    for (auto [dim, offset, stride] :
         llvm::enumerate(slice.getMixedOffsets(), slice.getMixedStrides())) {
      std::optional<int64_t> first = getConstantIntValue(offset),
                             step = getConstantIntValue(stride);
      if (!first || !step || operand.get() != slice.getSource())
        return {};
      AffineExpr index = getAffineConstantExpr(*first, context);
      if (!dropped[dim])
        index = index + getAffineDimExpr(next++, context) * *step;
      indices.push_back(index);
    }
    return getMap(indices);
  }
  if (isa<tensor::CastOp>(op))
    return AffineMap::getMultiDimIdentityMap(getShape(op->getResult(0)).size(),
                                             context);
  auto kernelOp = dyn_cast<KernelOpInterface>(op);
  return kernelOp ? kernelOp.getAccessMap(operand, /*result=*/0) : AffineMap();
}

ReadPositions::ReadPositions(Value tensor) {
  number(tensor);
  Operation *last = tensor.getDefiningOp();
  for (Operation *op = last; op; op = op->getPrevNode()) {
    if (llvm::none_of(op->getResults(),
                      [&](Value result) { return tensors.contains(result); }))
      continue;
    if (auto read = dyn_cast<bufferization::ToTensorOp>(op)) {
      if (auto buffer = dyn_cast<BlockArgument>(read.getBuffer()))
        arguments.push_back({number(read.getResult()), buffer.getArgNumber()});
      continue;
    }
    addStep(op);
  }
}

/// Returns the number of a tensor that is needed, or of a result beside one.
unsigned ReadPositions::number(Value tensor) {
  auto [found, isNew] = tensors.try_emplace(tensor);
  auto index = static_cast<unsigned>(found - tensors.begin());
  if (!isNew)
    return index;
  found->second = getWhole(tensor);
  if (auto buffer = dyn_cast<BlockArgument>(tensor))
    arguments.push_back({index, buffer.getArgNumber()});
  return index;
}

/// Adds the tensors from which a scalar is computed. The loops compute it again
/// for each element that needs it.
static void findTensors(Value scalar, llvm::SetVector<Value> &tensors) {
  llvm::SetVector<Value> scalars;
  scalars.insert(scalar);
  for (size_t i = 0; i < scalars.size(); ++i)
    if (Operation *op = scalars[i].getDefiningOp())
      for (Value operand : op->getOperands())
        (isa<ShapedType>(operand.getType()) ? tensors : scalars)
            .insert(operand);
}

/// Adds the loops of an operation and how they index its results.
void ReadPositions::addResults(Operation *op, Step &step) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    step.extents = structured.getStaticLoopRanges();
    for (OpOperand &init : structured.getDpsInitsMutable())
      step.results.push_back({number(structured.getTiedOpResult(&init)),
                              structured.getMatchingIndexingMap(&init)});
  } else if (isReshape(op)) {
    step.reshape = op;
    step.results.push_back({number(op->getResult(0)), AffineMap()});
  } else {
    for (Value result : op->getResults())
      if (auto type = dyn_cast<ShapedType>(result.getType())) {
        step.extents = llvm::to_vector(type.getShape());
        step.results.push_back(
            {number(result), AffineMap::getMultiDimIdentityMap(
                                 type.getRank(), op->getContext())});
      }
  }
}

void ReadPositions::addStep(Operation *op) {
  Step &step = steps.emplace_back();
  addResults(op, step);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  // These are read at any index.
  llvm::SetVector<Value> anywhere;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<ShapedType>(operand.get().getType())) {
      findTensors(operand.get(), anywhere);
      continue;
    }
    if (structured && !structured.payloadUsesValueFromOperand(&operand))
      continue;
    AffineMap map;
    if (structured)
      map = structured.getMatchingIndexingMap(&operand);
    else if (!step.reshape && op->getNumResults() == 1)
      map = getAccess(op, operand);
    step.reads.push_back({number(operand.get()), map});
  }
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (isa<ShapedType>(value.getType()))
      anywhere.insert(value);
    else
      findTensors(value, anywhere);
  for (Value tensor : anywhere)
    step.reads.push_back({number(tensor), AffineMap()});
}

/// Returns the iterations of the loops that compute the needed parts of the
/// results. Each result needs a part of its own, so that all iterations are
/// needed for several of them.
SmallVector<IndexRange> ReadPositions::getLoops(const Step &step,
                                                const Parts &parts) {
  SmallVector<IndexRange> loops;
  for (int64_t extent : step.extents)
    loops.push_back({0, extent - 1});
  auto isNeeded = [&](const auto &result) {
    return parts.isNeeded[result.first];
  };
  if (llvm::count_if(step.results, isNeeded) > 1)
    return loops;
  auto [result, map] = *llvm::find_if(step.results, isNeeded);
  for (auto [index, range] :
       llvm::zip_equal(map.getResults(), parts.parts[result]))
    if (auto dim = dyn_cast<AffineDimExpr>(index))
      loops[dim.getPosition()] = range;
  return loops;
}

void ReadPositions::visit(const Step &step, Parts &parts) const {
  if (llvm::none_of(step.results, [&](const auto &result) {
        return parts.isNeeded[result.first];
      }))
    return;
  if (step.reshape)
    return parts.join(
        step.reads.front().first,
        reshape(step.reshape, parts.parts[step.results.front().first]));
  SmallVector<IndexRange> loops = getLoops(step, parts);
  for (auto [operand, map] : step.reads) {
    TensorPart read = (tensors.begin() + operand)->second;
    if (map)
      for (auto [range, index] : llvm::zip_equal(read, map.getResults()))
        if (std::optional<IndexRange> values = evaluate(index, loops))
          // What is outside is padding.
          range = {std::clamp<int64_t>(values->low, 0, range.high),
                   std::clamp<int64_t>(values->high, 0, range.high)};
    parts.join(operand, read);
  }
}

llvm::SmallMapVector<unsigned, int64_t, 8>
ReadPositions::find(const TensorPart &part) const {
  Parts parts;
  parts.parts.resize(tensors.size());
  parts.isNeeded.resize(tensors.size());
  parts.join(/*tensor=*/0, part);
  for (const Step &step : steps)
    visit(step, parts);
  llvm::SmallMapVector<unsigned, int64_t, 8> positions;
  for (auto [read, argument] : arguments) {
    if (!parts.isNeeded[read])
      continue;
    Value value = (tensors.begin() + read)->first;
    int64_t first = collapse(parts.parts[read], getShape(value)).low;
    auto [position, isNew] = positions.try_emplace(argument, first);
    if (!isNew)
      position->second = std::min(position->second, first);
  }
  return positions;
}
