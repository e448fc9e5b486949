//===- StructuredEmitter.cpp - Elements of structured operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredEmitter.h"

#include "SkipPadding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/Analysis/LoopNames.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Padding that a reduction may skip
//===----------------------------------------------------------------------===//

/// Returns the factor of dimension `dim` in `expr` if it is constant.
static std::optional<int64_t> getFactor(AffineExpr expr, unsigned dim,
                                        unsigned numDims) {
  MLIRContext *context = expr.getContext();
  auto at = [&](int64_t value) {
    return expr.replace(getAffineDimExpr(dim, context),
                        getAffineConstantExpr(value, context));
  };
  auto difference = [&](int64_t value) {
    return dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(at(value + 1) - at(value), numDims, 0));
  };
  AffineConstantExpr first = difference(0), second = difference(1);
  if (!first || first != second)
    return std::nullopt;
  return first.getValue();
}

/// Returns the only loop that changes an index, and by how much in each
/// iteration; null if there is none, or several, or if that is not constant.
std::pair<StructuredEmitter::ReductionLoop *, int64_t>
StructuredEmitter::findOnlyLoop(AffineExpr index,
                                MutableArrayRef<ReductionLoop> loops,
                                unsigned numDims) {
  std::pair<ReductionLoop *, int64_t> only = {nullptr, 0};
  for (ReductionLoop &loop : loops) {
    std::optional<int64_t> factor = getFactor(index, loop.dim, numDims);
    if (!factor || (*factor != 0 && only.first))
      return {nullptr, 0};
    if (*factor != 0)
      only = {&loop, *factor};
  }
  return only;
}

/// Limits the reduction loops to the iterations that read inside the source of
/// a padded operand, if the other iterations change nothing.
void StructuredEmitter::foldPadding(MutableArrayRef<ReductionLoop> loops) {
  for (OpOperand *operand : op.getDpsInputOperands()) {
    auto pad = operand->get().getDefiningOp<tensor::PadOp>();
    Attribute padding;
    if (!pad || !pad->hasOneUse() || !pad.getConstantPaddingValue() ||
        !matchPattern(pad.getConstantPaddingValue(), m_Constant(&padding)) ||
        !canSkipPadding(op, *operand, padding))
      continue;
    AffineMap map = op.getMatchingIndexingMap(operand);
    SmallVector<OpFoldResult> lows = pad.getMixedLowPad();
    SmallVector<OpFoldResult> highs = pad.getMixedHighPad();
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto [only, factor] = findOnlyLoop(expr, loops, map.getNumDims());
      if (!only)
        continue;
      AffineExpr rest =
          expr.replace(getAffineDimExpr(only->dim, op.getContext()),
                       emitter.constant(0))
              .replaceDims(dims);
      int64_t low = *getConstantIntValue(lows[dim]);
      int64_t extent = pad.getSourceType().getDimSize(dim);
      // A loop that reads backwards leaves the input at its front.
      AffineExpr first = emitter.constant(low) - rest;
      AffineExpr last = emitter.constant(low + extent - 1) - rest;
      bool hasLow = low != 0, hasHigh = !isConstantIntValue(highs[dim], 0);
      if (factor < 0) {
        std::tie(first, last) = std::pair(-last, -first);
        std::swap(hasLow, hasHigh);
        factor = -factor;
      }
      if (hasLow)
        only->lowerBounds.push_back(first.ceilDiv(factor));
      if (hasHigh)
        only->upperBounds.push_back(last.floorDiv(factor) + 1);
      emitter.setInside(pad, dim);
    }
  }
}

//===----------------------------------------------------------------------===//
// Structured operations
//===----------------------------------------------------------------------===//

ElementEmitter::Indices StructuredEmitter::getIndices(OpOperand &operand) {
  return llvm::map_to_vector(
      op.getMatchingIndexingMap(&operand).getResults(),
      [&](AffineExpr expr) { return expr.replaceDims(dims); });
}

Value StructuredEmitter::emit(unsigned result, ArrayRef<AffineExpr> indices) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  dims.assign(extents.size(), emitter.constant(0));
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(result));
  for (auto [expr, index] : llvm::zip_equal(map.getResults(), indices))
    dims[cast<AffineDimExpr>(expr).getPosition()] = index;
  if (op.getNumReductionLoops() == 0) {
    SmallVector<Value> values = emitBody(/*accumulators=*/{});
    return values.empty() ? Value() : values[result];
  }

  SmallVector<Value> accumulators;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    Value accumulator = emitter.emitElement(init.get(), getIndices(init));
    if (!accumulator)
      return {};
    accumulators.push_back(accumulator);
  }
  SmallVector<ReductionLoop> loops;
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  SmallVector<StringRef> names = getLoopNames(op);
  for (unsigned dim : reductions) {
    ReductionLoop loop;
    loop.dim = dim;
    loop.extent = extents[dim];
    loop.name = names[dim];
    loops.push_back(loop);
  }
  foldPadding(loops);
  SmallVector<Value> results = emitReduction(loops, accumulators);
  for (OpOperand *operand : op.getDpsInputOperands())
    if (auto pad = operand->get().getDefiningOp<tensor::PadOp>())
      emitter.clearInside(pad);
  if (results.empty())
    return {};
  for (auto [index, value] : llvm::enumerate(results))
    if (op.getMatchingIndexingMap(op.getDpsInitOperand(index)) == map)
      emitter.setElement(op->getResult(index), indices, value);
  return results[result];
}

/// Emits the largest (smallest) of several bounds, without those that cannot be
/// the largest (smallest).
Value StructuredEmitter::emitBound(int64_t fixed, ArrayRef<AffineExpr> bounds,
                                   bool isLower) {
  Location location = emitter.getLocation();
  Value value = emitter.materialize(emitter.constant(fixed));
  for (AffineExpr bound : bounds) {
    std::optional<int64_t> extreme = emitter.getBound(bound, /*upper=*/isLower);
    if (extreme && (isLower ? *extreme <= fixed : *extreme >= fixed))
      continue;
    Value other = emitter.materialize(bound);
    value =
        isLower
            ? Value(arith::MaxSIOp::create(builder, location, other, value))
            : Value(arith::MinSIOp::create(builder, location, other, value));
  }
  return value;
}

SmallVector<Value>
StructuredEmitter::emitReduction(ArrayRef<ReductionLoop> loops,
                                 ArrayRef<Value> accumulators) {
  if (loops.empty())
    return emitBody(accumulators);
  const ReductionLoop &loop = loops.front();
  Value lower = emitBound(0, loop.lowerBounds, /*isLower=*/true);
  Value upper = emitBound(loop.extent, loop.upperBounds, /*isLower=*/false);
  if (loop.extent == 1 && getConstantIntValue(lower) &&
      getConstantIntValue(upper)) {
    dims[loop.dim] = emitter.constant(0);
    return emitReduction(loops.drop_front(), accumulators);
  }
  Location location = emitter.getLocation();
  auto forOp = scf::ForOp::create(builder, location, lower, upper,
                                  emitter.materialize(emitter.constant(1)),
                                  accumulators);
  forOp->setAttr(kNameAttrName, builder.getStringAttr(loop.name));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(forOp.getBody());
  dims[loop.dim] =
      emitter.createLoopIndex(forOp.getInductionVar(), loop.extent);
  SmallVector<Value> inner = emitReduction(
      loops.drop_front(), llvm::to_vector_of<Value>(forOp.getRegionIterArgs()));
  if (inner.empty())
    return {};
  scf::YieldOp::create(builder, emitter.getLocation(), inner);
  return llvm::to_vector_of<Value>(forOp.getResults());
}

SmallVector<Value> StructuredEmitter::emitBody(ArrayRef<Value> accumulators) {
  SmallVector<Value> arguments;
  for (OpOperand &operand : op->getOpOperands()) {
    Value argument;
    if (op.getMatchingBlockArgument(&operand).use_empty()) {
      arguments.push_back(argument);
      continue;
    }
    if (!isa<ShapedType>(operand.get().getType()))
      argument = emitter.emitScalar(operand.get());
    else if (op.isDpsInit(&operand) && !accumulators.empty())
      argument =
          accumulators[operand.getOperandNumber() - op.getNumDpsInputs()];
    else
      argument = emitter.emitElement(operand.get(), getIndices(operand));
    if (!argument)
      return {};
    arguments.push_back(argument);
  }
  emitter.setLocation(op.getLoc());
  return emitter.inlineBlock(*op.getBlock(), arguments, [&](int64_t dim) {
    return emitter.materialize(dims[dim]);
  });
}
