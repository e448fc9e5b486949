//===- ElementEmitter.cpp - Code that computes one element of a tensor
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"
#include "tir/Dialect/TIR/Analysis/LoopNames.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

AffineExpr ElementEmitter::createIndex(Value value) {
  if (std::optional<int64_t> number = getConstantIntValue(value))
    return constant(*number);
  AffineExpr &expr = numbers[value];
  if (!expr) {
    expr = getAffineDimExpr(indexValues.size(), context);
    indexValues.push_back(value);
    indexRanges.push_back(std::nullopt);
  }
  return expr;
}

AffineExpr ElementEmitter::createLoopIndex(Value variable, int64_t extent) {
  AffineExpr expr = createIndex(variable);
  indexRanges.back() = {0, extent - 1};
  return expr;
}

AffineExpr ElementEmitter::constant(int64_t value) {
  return getAffineConstantExpr(value, context);
}

AffineExpr ElementEmitter::simplify(AffineExpr index) {
  return simplifyAffineExpr(index, indexValues.size(), /*numSymbols=*/0);
}

Value ElementEmitter::materialize(AffineExpr index) {
  return affine::expandAffineExpr(builder, location, simplify(index),
                                  indexValues, /*symbolValues=*/{});
}

SmallVector<Value> ElementEmitter::materialize(ArrayRef<AffineExpr> indices) {
  return llvm::map_to_vector(indices,
                             [&](AffineExpr e) { return materialize(e); });
}

std::optional<int64_t> ElementEmitter::getBound(AffineExpr index, bool upper) {
  SmallVector<std::optional<int64_t>> lowers, uppers;
  for (auto range : indexRanges) {
    lowers.push_back(range ? std::optional(range->first) : std::nullopt);
    uppers.push_back(range ? std::optional(range->second) : std::nullopt);
  }
  return getBoundForAffineExpr(simplify(index), indexValues.size(),
                               /*numSymbols=*/0, lowers, uppers, upper);
}

Value ElementEmitter::emitInRange(AffineExpr index, int64_t lower,
                                  int64_t upper, Value condition) {
  auto require = [&](arith::CmpIPredicate predicate, int64_t bound) {
    Value holds =
        arith::CmpIOp::create(builder, location, predicate, materialize(index),
                              materialize(constant(bound)));
    condition =
        condition
            ? Value(arith::AndIOp::create(builder, location, condition, holds))
            : holds;
  };
  std::optional<int64_t> least = getBound(index, /*upper=*/false);
  std::optional<int64_t> most = getBound(index, /*upper=*/true);
  if (!least || *least < lower)
    require(arith::CmpIPredicate::sge, lower);
  if (!most || *most >= upper)
    require(arith::CmpIPredicate::slt, upper);
  return condition;
}

Value ElementEmitter::emitChoice(Value condition, Type type,
                                 function_ref<Value()> then,
                                 function_ref<Value()> otherwise) {
  auto branch = scf::IfOp::create(builder, location, TypeRange(type), condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  for (auto [block, compute] : {std::pair(branch.thenBlock(), then),
                                std::pair(branch.elseBlock(), otherwise)}) {
    builder.setInsertionPointToStart(block);
    Value value = compute();
    if (!value)
      return {};
    scf::YieldOp::create(builder, location, value);
  }
  return branch.getResult(0);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

LogicalResult ElementEmitter::emitStores(Value tensor, Value buffer) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  Placement placement;
  placement.buffer = buffer;
  placement.offsets.assign(rank, 0);
  placement.strides.assign(rank, 1);
  placement.dims = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  return emitStores(tensor, placement);
}

LogicalResult ElementEmitter::emitStores(Value tensor,
                                         const Placement &placement) {
  auto op = tensor.getDefiningOp<KernelOpInterface>();
  SmallVector<TensorPiece> pieces =
      op ? op.getPieces() : SmallVector<TensorPiece>();
  if (pieces.empty())
    return emitLoopNest(tensor, placement);
  for (const TensorPiece &piece : pieces) {
    Placement part = placement;
    part.dims.clear();
    for (auto [dim, target] : llvm::enumerate(placement.dims)) {
      part.offsets[target] += piece.offsets[dim] * part.strides[target];
      part.strides[target] *= piece.strides[dim];
      if (!piece.dropped[dim])
        part.dims.push_back(target);
    }
    if (failed(emitStores(piece.source, part)))
      return failure();
  }
  return success();
}

LogicalResult ElementEmitter::emitLoopNest(Value tensor,
                                           const Placement &placement) {
  location = tensor.getLoc();
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<StringRef> names = getDimensionNames(tensor);
  OpBuilder::InsertionGuard guard(builder);
  Indices indices;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    if (extent == 1) {
      indices.push_back(constant(0));
      continue;
    }
    auto loop = scf::ForOp::create(builder, location, materialize(constant(0)),
                                   materialize(constant(extent)),
                                   materialize(constant(1)));
    loop->setAttr(kNameAttrName, builder.getStringAttr(names[dim]));
    builder.setInsertionPointToStart(loop.getBody());
    indices.push_back(createLoopIndex(loop.getInductionVar(), extent));
  }
  Value element = emitElement(tensor, indices);
  if (!element)
    return failure();
  SmallVector<Value> target;
  for (unsigned dim = 0, next = 0; dim < placement.offsets.size(); ++dim) {
    AffineExpr index = constant(placement.offsets[dim]);
    if (next < placement.dims.size() && placement.dims[next] == dim)
      index = index + indices[next++] * placement.strides[dim];
    target.push_back(materialize(index));
  }
  memref::StoreOp::create(builder, location, element, placement.buffer, target);
  return success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value ElementEmitter::emitElement(Value tensor, ArrayRef<AffineExpr> indices) {
  // The element does not belong to the block that is being inlined.
  llvm::SaveAndRestore<IRMapping *> outside(scope, nullptr);
  Indices simplified =
      llvm::map_to_vector(indices, [&](AffineExpr e) { return simplify(e); });
  Region *region = builder.getInsertionBlock()->getParent();
  for (auto &[known, value] : computed[tensor])
    if (known == simplified && value.getParentRegion()->isAncestor(region))
      return value;
  Value element = computeElement(tensor, simplified);
  if (element)
    setElement(tensor, simplified, element);
  return element;
}

void ElementEmitter::setElement(Value tensor, ArrayRef<AffineExpr> indices,
                                Value element) {
  computed[tensor].emplace_back(Indices(indices), element);
}

/// Returns `op` if it computes its own elements, else null.
static KernelOpInterface getComputed(Operation *op) {
  auto kernelOp = dyn_cast_if_present<KernelOpInterface>(op);
  return kernelOp && kernelOp.canComputeElements() ? kernelOp
                                                   : KernelOpInterface();
}

static void reportUncomputable(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  emitError(tensor.getLoc())
      << (op ? "'" + op->getName().getStringRef().str() + "'" : "a value")
      << " of type " << tensor.getType()
      << " stands in a kernel, but no single element of it can be computed; "
         "use structured linalg and tensor operations between the buffers"
      << (op ? ", or implement tir::kernel::KernelOpInterface for it" : "");
}

/// Returns an element of a constant, or null if it is not known which one.
static TypedAttr getConstantElement(DenseElementsAttr elements,
                                    ArrayRef<AffineExpr> indices) {
  if (elements.isSplat())
    return elements.getSplatValue<TypedAttr>();
  SmallVector<uint64_t> position;
  for (AffineExpr index : indices) {
    auto number = dyn_cast<AffineConstantExpr>(index);
    if (!number)
      return {};
    position.push_back(number.getValue());
  }
  return elements.getValues<TypedAttr>()[position];
}

Value ElementEmitter::computeElement(Value tensor,
                                     ArrayRef<AffineExpr> indices) {
  DenseElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements)))
    if (TypedAttr element = getConstantElement(elements, indices))
      return arith::ConstantOp::create(builder, location, element);
  if (auto read = tensor.getDefiningOp<bufferization::ToTensorOp>())
    return memref::LoadOp::create(builder, location, read.getBuffer(),
                                  materialize(indices));
  if (KernelOpInterface op = getComputed(tensor.getDefiningOp()))
    return op.computeElement(*this, cast<OpResult>(tensor).getResultNumber(),
                             indices);
  reportUncomputable(tensor);
  return {};
}

bool ElementEmitter::isInside(tensor::PadOp pad, unsigned dim) const {
  auto dims = inside.find(pad);
  return dims != inside.end() && dims->second.test(dim);
}

void ElementEmitter::setInside(tensor::PadOp pad, unsigned dim) {
  llvm::SmallBitVector &dims = inside[pad];
  dims.resize(pad.getResultType().getRank());
  dims.set(dim);
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Value ElementEmitter::emitScalar(Value scalar) {
  if (scope)
    if (Value inlined = scope->lookupOrNull(scalar))
      return inlined;
  llvm::SaveAndRestore<IRMapping *> outside(scope, nullptr);
  return cloneScalar(scalar);
}

Value ElementEmitter::cloneScalar(Value scalar) {
  Operation *op = scalar.getDefiningOp();
  // The kernel's own scalars stay before the loops.
  if (!op || op->hasTrait<OpTrait::ConstantLike>())
    return scalar;
  if (KernelOpInterface kernelOp = getComputed(op))
    return kernelOp.computeElement(
        *this, cast<OpResult>(scalar).getResultNumber(), /*indices=*/{});
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value emitted = cloneScalar(operand);
    if (!emitted)
      return {};
    mapping.map(operand, emitted);
  }
  return builder.clone(*op, mapping)
      ->getResult(cast<OpResult>(scalar).getResultNumber());
}

Value ElementEmitter::emitFromIndices(Block &block,
                                      ArrayRef<AffineExpr> indices) {
  SmallVector<Value> yielded =
      inlineBlock(block, materialize(indices), /*getIndex=*/nullptr);
  return yielded.empty() ? Value() : yielded.front();
}

SmallVector<Value>
ElementEmitter::inlineBlock(Block &block, ArrayRef<Value> arguments,
                            function_ref<Value(int64_t)> getIndex) {
  IRMapping mapping;
  llvm::SaveAndRestore<IRMapping *> inBlock(scope, &mapping);
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments))
    if (value)
      mapping.map(argument, value);
  if (failed(inlineOperations(block, getIndex)))
    return {};
  return llvm::map_to_vector(block.getTerminator()->getOperands(),
                             [&](Value v) { return emitScalar(v); });
}

LogicalResult
ElementEmitter::inlineOperations(Block &block,
                                 function_ref<Value(int64_t)> getIndex) {
  for (Operation &op : block.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      scope->map(index.getResult(), getIndex(index.getDim()));
      continue;
    }
    if (KernelOpInterface kernelOp = getComputed(&op)) {
      for (OpResult result : op.getResults()) {
        Value element = kernelOp.computeElement(*this, result.getResultNumber(),
                                                /*indices=*/{});
        if (!element)
          return failure();
        scope->map(result, element);
      }
      continue;
    }
    if (failed(inlineOperation(op, getIndex)))
      return failure();
  }
  return success();
}

LogicalResult
ElementEmitter::inlineOperation(Operation &op,
                                function_ref<Value(int64_t)> getIndex) {
  for (Value operand : op.getOperands())
    if (!scope->contains(operand)) {
      Value emitted = emitScalar(operand);
      if (!emitted)
        return failure();
      scope->map(operand, emitted);
    }
  Operation *inlined = builder.cloneWithoutRegions(op, *scope);
  OpBuilder::InsertionGuard guard(builder);
  for (auto [from, to] :
       llvm::zip_equal(op.getRegions(), inlined->getRegions()))
    for (Block &block : from) {
      Block *copy = builder.createBlock(&to, to.end());
      for (BlockArgument argument : block.getArguments())
        scope->map(argument,
                   copy->addArgument(argument.getType(), argument.getLoc()));
      if (failed(inlineOperations(block, getIndex)) ||
          failed(inlineOperation(*block.getTerminator(), getIndex)))
        return failure();
    }
  return success();
}
