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
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/Analysis/LoopNames.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

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

SmallVector<Value> ElementEmitter::materialize(const Indices &indices) {
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

/// Whatever puts tensors side by side is stored piece by piece, each in loops
/// of its own.
LogicalResult ElementEmitter::emitStores(Value tensor,
                                         const Placement &placement) {
  if (auto concat = tensor.getDefiningOp<tensor::ConcatOp>()) {
    Placement part = placement;
    unsigned dim = placement.dims[concat.getDim()];
    for (Value input : concat.getInputs()) {
      if (failed(emitStores(input, part)))
        return failure();
      part.offsets[dim] +=
          cast<RankedTensorType>(input.getType()).getDimSize(concat.getDim()) *
          part.strides[dim];
    }
    return success();
  }
  if (auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>()) {
    if (!insert.getDest().getDefiningOp<tensor::EmptyOp>() &&
        failed(emitStores(insert.getDest(), placement)))
      return failure();
    Placement part = placement;
    part.dims.clear();
    llvm::SmallBitVector dropped = insert.getDroppedDims();
    for (unsigned dim = 0; dim < dropped.size(); ++dim) {
      unsigned target = placement.dims[dim];
      part.offsets[target] +=
          insert.getStaticOffsets()[dim] * part.strides[target];
      part.strides[target] *= insert.getStaticStrides()[dim];
      if (!dropped[dim])
        part.dims.push_back(target);
    }
    return emitStores(insert.getSource(), part);
  }
  return emitLoopNest(tensor, placement);
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

Value ElementEmitter::emitElement(Value tensor, const Indices &indices) {
  Indices simplified =
      llvm::map_to_vector(indices, [&](AffineExpr e) { return simplify(e); });
  Region *region = builder.getInsertionBlock()->getParent();
  for (auto &[known, value] : computed[tensor])
    if (known == simplified && value.getParentRegion()->isAncestor(region))
      return value;
  Value element = computeElement(tensor, simplified);
  if (element)
    computed[tensor].emplace_back(simplified, element);
  return element;
}

Value ElementEmitter::computeElement(Value tensor, const Indices &indices) {
  Type elementType = cast<RankedTensorType>(tensor.getType()).getElementType();
  DenseElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements)) && elements.isSplat())
    return arith::ConstantOp::create(builder, location,
                                     elements.getSplatValue<TypedAttr>());
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return reportUncomputable(tensor);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](bufferization::ToTensorOp read) -> Value {
        return memref::LoadOp::create(builder, location, read.getBuffer(),
                                      materialize(indices));
      })
      .Case([&](tensor::EmptyOp) -> Value {
        // Its elements have no value; any will do.
        return arith::ConstantOp::create(builder, location,
                                         builder.getZeroAttr(elementType));
      })
      .Case([&](linalg::LinalgOp structured) {
        return emitStructured(
            structured, cast<OpResult>(tensor).getResultNumber(), indices);
      })
      .Case([&](tensor::PadOp pad) { return emitPad(pad, indices); })
      .Case([&](tensor::ConcatOp concat) {
        return emitConcat(concat, /*input=*/0, /*start=*/0, indices);
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        return emitExtractSlice(slice, indices);
      })
      .Case([&](tensor::InsertSliceOp insert) {
        return emitInsertSlice(insert, indices);
      })
      .Case([&](tensor::ExpandShapeOp expand) {
        return emitExpandShape(expand, indices);
      })
      .Case([&](tensor::CollapseShapeOp collapse) {
        return emitCollapseShape(collapse, indices);
      })
      .Case([&](tensor::CastOp cast) {
        return emitElement(cast.getSource(), indices);
      })
      .Case([&](tensor::SplatOp splat) { return emitScalar(splat.getInput()); })
      .Case([&](tensor::GenerateOp generate) {
        return emitFromIndices(generate.getBody().front(), indices);
      })
      .Default([&](Operation *) { return reportUncomputable(tensor); });
}

Value ElementEmitter::reportUncomputable(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  emitError(tensor.getLoc())
      << (op ? "'" + op->getName().getStringRef().str() + "'" : "a value")
      << " of type " << tensor.getType()
      << " stands in a kernel, but no single element of it can be computed; "
         "use structured linalg and tensor operations between the buffers";
  return {};
}

Value ElementEmitter::emitPad(tensor::PadOp op, const Indices &indices) {
  const SmallVector<bool> proven = provenInside.lookup(op);
  Value inside;
  Indices source;
  SmallVector<OpFoldResult> lows = op.getMixedLowPad();
  for (auto [dim, index] : llvm::enumerate(indices)) {
    int64_t low = *getConstantIntValue(lows[dim]);
    source.push_back(index - low);
    if (proven.empty() || !proven[dim])
      inside = emitInRange(index, low, low + op.getSourceType().getDimSize(dim),
                           inside);
  }
  if (!inside)
    return emitElement(op.getSource(), source);
  auto emitPadding = [&]() -> Value {
    if (Value padding = op.getConstantPaddingValue())
      return emitScalar(padding);
    return emitFromIndices(op.getRegion().front(), indices);
  };
  return emitChoice(
      inside, op.getSourceType().getElementType(),
      [&] { return emitElement(op.getSource(), source); }, emitPadding);
}

Value ElementEmitter::emitConcat(tensor::ConcatOp op, unsigned input,
                                 int64_t start, const Indices &indices) {
  uint64_t dim = op.getDim();
  Value part = op.getInputs()[input];
  int64_t end = start + cast<RankedTensorType>(part.getType()).getDimSize(dim);
  Indices inPart = indices;
  inPart[dim] = inPart[dim] - start;
  auto emitPart = [&] { return emitElement(part, inPart); };
  if (input + 1 == op.getInputs().size())
    return emitPart();
  // What lies before this part was tested for the parts before.
  Value here = arith::CmpIOp::create(
      builder, location, arith::CmpIPredicate::slt, materialize(indices[dim]),
      materialize(constant(end)));
  return emitChoice(here, op.getResultType().getElementType(), emitPart,
                    [&] { return emitConcat(op, input + 1, end, indices); });
}

Value ElementEmitter::emitExtractSlice(tensor::ExtractSliceOp op,
                                       const Indices &indices) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  Indices source;
  unsigned next = 0;
  for (auto [dim, offset] : llvm::enumerate(op.getMixedOffsets())) {
    std::optional<int64_t> number = getConstantIntValue(offset);
    AffineExpr index =
        number ? constant(*number) : createIndex(cast<Value>(offset));
    if (!dropped[dim])
      index = index + indices[next++] * op.getStaticStrides()[dim];
    source.push_back(index);
  }
  return emitElement(op.getSource(), source);
}

Value ElementEmitter::emitInsertSlice(tensor::InsertSliceOp op,
                                      const Indices &indices) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  Value inside;
  Indices source;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    int64_t offset = op.getStaticOffsets()[dim];
    int64_t stride = op.getStaticStrides()[dim];
    int64_t last = offset + (op.getStaticSizes()[dim] - 1) * stride;
    inside = emitInRange(index, offset, last + 1, inside);
    if (stride != 1)
      inside = emitInRange((index - offset) % stride, 0, 1, inside);
    if (!dropped[dim])
      source.push_back((index - offset).floorDiv(stride));
  }
  auto emitSource = [&] { return emitElement(op.getSource(), source); };
  if (!inside)
    return emitSource();
  return emitChoice(inside, op.getResultType().getElementType(), emitSource,
                    [&] { return emitElement(op.getDest(), indices); });
}

Value ElementEmitter::emitExpandShape(tensor::ExpandShapeOp op,
                                      const Indices &indices) {
  Indices source;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    AffineExpr linear = constant(0);
    for (int64_t dim : group)
      linear = linear * op.getResultType().getDimSize(dim) + indices[dim];
    source.push_back(linear);
  }
  return emitElement(op.getSrc(), source);
}

Value ElementEmitter::emitCollapseShape(tensor::CollapseShapeOp op,
                                        const Indices &indices) {
  ArrayRef<int64_t> shape = op.getSrcType().getShape();
  Indices source(shape.size(), constant(0));
  for (auto [group, linear] :
       llvm::zip_equal(op.getReassociationIndices(), indices)) {
    AffineExpr rest = linear;
    int64_t inner = 1;
    for (int64_t dim : group)
      inner *= shape[dim];
    for (int64_t dim : group) {
      inner /= std::max<int64_t>(shape[dim], 1);
      if (shape[dim] == 1)
        continue;
      source[dim] = rest.floorDiv(inner);
      rest = rest % inner;
    }
  }
  return emitElement(op.getSrc(), source);
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Value ElementEmitter::emitScalar(Value scalar) {
  Operation *op = scalar.getDefiningOp();
  // The kernel's own scalars stay where they are, ahead of the loops.
  if (!op || op->hasTrait<OpTrait::ConstantLike>())
    return scalar;
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    Indices indices = llvm::map_to_vector(extract.getIndices(), [&](Value v) {
      return createIndex(emitScalar(v));
    });
    return emitElement(extract.getTensor(), indices);
  }
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value emitted = emitScalar(operand);
    if (!emitted)
      return {};
    mapping.map(operand, emitted);
  }
  return builder.clone(*op, mapping)
      ->getResult(cast<OpResult>(scalar).getResultNumber());
}

Value ElementEmitter::emitFromIndices(Block &block, const Indices &indices) {
  SmallVector<Value> yielded =
      inlineBlock(block, materialize(indices), /*getIndex=*/nullptr);
  return yielded.empty() ? Value() : yielded.front();
}

SmallVector<Value>
ElementEmitter::inlineBlock(Block &block, ArrayRef<Value> arguments,
                            function_ref<Value(int64_t)> getIndex) {
  IRMapping mapping;
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments))
    if (value)
      mapping.map(argument, value);
  auto resolve = [&](Value value) -> Value {
    if (Value mapped = mapping.lookupOrNull(value))
      return mapped;
    return emitScalar(value);
  };
  for (Operation &op : block.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(op)) {
      mapping.map(index.getResult(), getIndex(index.getDim()));
      continue;
    }
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      Indices indices = llvm::map_to_vector(extract.getIndices(), [&](Value v) {
        return createIndex(resolve(v));
      });
      Value element = emitElement(extract.getTensor(), indices);
      if (!element)
        return {};
      mapping.map(extract.getResult(), element);
      continue;
    }
    for (Value operand : op.getOperands())
      if (!mapping.contains(operand)) {
        Value emitted = emitScalar(operand);
        if (!emitted)
          return {};
        mapping.map(operand, emitted);
      }
    builder.clone(op, mapping);
  }
  return llvm::map_to_vector(block.getTerminator()->getOperands(), resolve);
}
