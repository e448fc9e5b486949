//===- StructuredEmitter.cpp - Elements of structured operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"

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

/// The scalar that fills a reduction's accumulators, or null.
static Attribute getInitialValue(linalg::LinalgOp op, unsigned result) {
  Value init = op.getDpsInitOperand(result)->get();
  Attribute value;
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    matchPattern(fill.getInputs()[0], m_Constant(&value));
  return value;
}

static bool isZero(Attribute value) {
  return value && (matchPattern(value, m_Zero()) ||
                   matchPattern(value, m_AnyZeroFloat()));
}

/// True where an iteration that reads `padding` through `operand` leaves every
/// accumulator as it is, so that it need not run: TOSA 1.0 leaves such elements
/// out of convolutions and poolings (2.2 CONV2D, MAX_POOL2D), and upstream's
/// lowering pads with the value that changes nothing.
static bool canSkipPadding(linalg::LinalgOp op, OpOperand &operand,
                           Attribute padding) {
  Block *body = op.getBlock();
  DenseMap<Value, Attribute> constants;
  DenseMap<Value, Value> aliases;
  constants[op.getMatchingBlockArgument(&operand)] = padding;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Attribute value;
    if (matchPattern(input->get(), m_Constant(&value)) &&
        isa<TypedAttr>(value) && !isa<ShapedType>(input->get().getType()))
      constants[op.getMatchingBlockArgument(input)] = value;
  }
  auto resolve = [&](Value value) {
    Value alias = aliases.lookup(value);
    return alias ? alias : value;
  };
  for (Operation &inner : body->without_terminator()) {
    auto attributes = llvm::map_to_vector(inner.getOperands(), [&](Value v) {
      Attribute value = constants.lookup(v);
      if (!value)
        matchPattern(v, m_Constant(&value));
      return value;
    });
    if (inner.getNumResults() != 1)
      return false;
    Value result = inner.getResult(0);
    if (isa<arith::MulIOp, arith::MulFOp>(inner) &&
        llvm::any_of(attributes, isZero)) {
      constants[result] = *llvm::find_if(attributes, isZero);
      continue;
    }
    if (isa<arith::AddIOp, arith::AddFOp>(inner) &&
        llvm::any_of(attributes, isZero)) {
      unsigned other = isZero(attributes[0]) ? 1 : 0;
      aliases[result] = resolve(inner.getOperand(other));
      continue;
    }
    if (isa<arith::MaxSIOp, arith::MaxUIOp, arith::MaximumFOp, arith::MaxNumFOp,
            arith::MinSIOp, arith::MinUIOp, arith::MinimumFOp,
            arith::MinNumFOp>(inner) &&
        (attributes[0] || attributes[1])) {
      // An accumulator that began as this value is no smaller (larger) since.
      unsigned constant = attributes[0] ? 0 : 1;
      Value other = resolve(inner.getOperand(1 - constant));
      for (auto [index, argument] : llvm::enumerate(op.getRegionOutputArgs()))
        if (other == argument &&
            getInitialValue(op, index) == attributes[constant])
          aliases[result] = other;
      continue;
    }
    SmallVector<OpFoldResult> folded;
    if (failed(inner.fold(attributes, folded)) || folded.size() != 1)
      continue;
    if (auto attribute = dyn_cast<Attribute>(folded.front())) {
      constants[result] = attribute;
      continue;
    }
    Value same = resolve(cast<Value>(folded.front()));
    aliases[result] = same;
    if (Attribute known = constants.lookup(same))
      constants[result] = known;
  }
  for (auto [yielded, argument] : llvm::zip_equal(
           body->getTerminator()->getOperands(), op.getRegionOutputArgs()))
    if (resolve(yielded) != argument)
      return false;
  return true;
}

/// The factor of dimension `dim` in `expr` where that is a constant.
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

/// Narrows the reduction loops to the iterations that read inside a padded
/// operand, where the others change nothing.
void ElementEmitter::foldPadding(linalg::LinalgOp op,
                                 MutableArrayRef<ReductionLoop> loops,
                                 const Indices &dims) {
  for (OpOperand *operand : op.getDpsInputOperands()) {
    auto pad = operand->get().getDefiningOp<tensor::PadOp>();
    Attribute padding;
    if (!pad || !pad->hasOneUse() || !pad.getConstantPaddingValue() ||
        !matchPattern(pad.getConstantPaddingValue(), m_Constant(&padding)) ||
        !canSkipPadding(op, *operand, padding))
      continue;
    AffineMap map = op.getMatchingIndexingMap(operand);
    SmallVector<bool> proven(map.getNumResults(), false);
    SmallVector<OpFoldResult> lows = pad.getMixedLowPad();
    SmallVector<OpFoldResult> highs = pad.getMixedHighPad();
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      ReductionLoop *only = nullptr;
      int64_t factor = 0;
      bool linear = true;
      for (ReductionLoop &loop : loops) {
        std::optional<int64_t> f = getFactor(expr, loop.dim, map.getNumDims());
        if (!f)
          linear = false;
        else if (*f != 0) {
          linear &= only == nullptr;
          only = &loop;
          factor = *f;
        }
      }
      if (!linear || !only)
        continue;
      AffineExpr rest =
          expr.replace(getAffineDimExpr(only->dim, context), constant(0))
              .replaceDims(dims);
      int64_t low = *getConstantIntValue(lows[dim]);
      int64_t extent = pad.getSourceType().getDimSize(dim);
      // A loop that reads backwards leaves the input at its beginning.
      AffineExpr first = constant(low) - rest;
      AffineExpr last = constant(low + extent - 1) - rest;
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
      proven[dim] = true;
    }
    provenInside[pad] = proven;
  }
}

//===----------------------------------------------------------------------===//
// Structured operations
//===----------------------------------------------------------------------===//

Value ElementEmitter::emitStructured(linalg::LinalgOp op, unsigned result,
                                     const Indices &indices) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  Indices dims(extents.size(), constant(0));
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(result));
  for (auto [expr, index] : llvm::zip_equal(map.getResults(), indices))
    dims[cast<AffineDimExpr>(expr).getPosition()] = index;
  if (op.getNumReductionLoops() == 0) {
    SmallVector<Value> values = emitBody(op, dims, /*accumulators=*/{});
    return values.empty() ? Value() : values[result];
  }

  SmallVector<Value> accumulators;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    Indices at;
    for (AffineExpr expr : op.getMatchingIndexingMap(&init).getResults())
      at.push_back(expr.replaceDims(dims));
    Value accumulator = emitElement(init.get(), at);
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
  foldPadding(op, loops, dims);
  SmallVector<Value> results = emitReduction(op, dims, loops, accumulators);
  for (OpOperand *operand : op.getDpsInputOperands())
    if (Operation *producer = operand->get().getDefiningOp())
      provenInside.erase(producer);
  if (results.empty())
    return {};
  for (auto [index, value] : llvm::enumerate(results))
    if (op.getMatchingIndexingMap(op.getDpsInitOperand(index)) == map)
      computed[op->getResult(index)].emplace_back(indices, value);
  return results[result];
}

/// The largest (smallest) of several bounds, without those that never decide.
Value ElementEmitter::emitBound(int64_t fixed, ArrayRef<AffineExpr> bounds,
                                bool isLower) {
  Value value = materialize(constant(fixed));
  for (AffineExpr bound : bounds) {
    std::optional<int64_t> extreme = getBound(bound, /*upper=*/isLower);
    if (extreme && (isLower ? *extreme <= fixed : *extreme >= fixed))
      continue;
    Value other = materialize(bound);
    value =
        isLower
            ? Value(arith::MaxSIOp::create(builder, location, other, value))
            : Value(arith::MinSIOp::create(builder, location, other, value));
  }
  return value;
}

SmallVector<Value> ElementEmitter::emitReduction(linalg::LinalgOp op,
                                                 Indices &dims,
                                                 ArrayRef<ReductionLoop> loops,
                                                 ArrayRef<Value> accumulators) {
  if (loops.empty())
    return emitBody(op, dims, accumulators);
  const ReductionLoop &loop = loops.front();
  Value lower = emitBound(0, loop.lowerBounds, /*isLower=*/true);
  Value upper = emitBound(loop.extent, loop.upperBounds, /*isLower=*/false);
  if (loop.extent == 1 && getConstantIntValue(lower) &&
      getConstantIntValue(upper)) {
    dims[loop.dim] = constant(0);
    return emitReduction(op, dims, loops.drop_front(), accumulators);
  }
  auto forOp = scf::ForOp::create(builder, location, lower, upper,
                                  materialize(constant(1)), accumulators);
  forOp->setAttr(kNameAttrName, builder.getStringAttr(loop.name));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(forOp.getBody());
  dims[loop.dim] = createLoopIndex(forOp.getInductionVar(), loop.extent);
  SmallVector<Value> inner =
      emitReduction(op, dims, loops.drop_front(),
                    llvm::to_vector_of<Value>(forOp.getRegionIterArgs()));
  if (inner.empty())
    return {};
  scf::YieldOp::create(builder, location, inner);
  return llvm::to_vector_of<Value>(forOp.getResults());
}

SmallVector<Value> ElementEmitter::emitBody(linalg::LinalgOp op,
                                            const Indices &dims,
                                            ArrayRef<Value> accumulators) {
  SmallVector<Value> arguments;
  for (OpOperand &operand : op->getOpOperands()) {
    Value argument;
    if (op.getMatchingBlockArgument(&operand).use_empty()) {
      arguments.push_back(argument);
      continue;
    }
    if (!isa<ShapedType>(operand.get().getType())) {
      argument = emitScalar(operand.get());
    } else if (op.isDpsInit(&operand) && !accumulators.empty()) {
      argument =
          accumulators[operand.getOperandNumber() - op.getNumDpsInputs()];
    } else {
      Indices at;
      for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
        at.push_back(expr.replaceDims(dims));
      argument = emitElement(operand.get(), at);
    }
    if (!argument)
      return {};
    arguments.push_back(argument);
  }
  location = op.getLoc();
  return inlineBlock(*op.getBlock(), arguments,
                     [&](int64_t dim) { return materialize(dims[dim]); });
}
