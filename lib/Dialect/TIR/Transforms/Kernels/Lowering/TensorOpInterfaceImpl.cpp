//===- TensorOpInterfaceImpl.cpp - Upstream's tensor operations in kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Lowering/KernelOpInterfaceImpl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/TIR/Analysis/LoopRows.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
using Indices = ElementEmitter::Indices;

/// An operation that moves each element at most once.
template <typename Model, typename OpT>
struct TensorModel : KernelOpInterface::ExternalModel<Model, OpT> {
  bool readsElementsOnce(Operation *, OpOperand &) const { return true; }
};

/// A slice, which is an address between kernels if a loop knows its place.
template <typename Model, typename OpT>
struct SliceModel : TensorModel<Model, OpT> {
  KernelRole getKernelRole(Operation *op) const {
    return isLoopRow(op) ? KernelRole::BetweenKernels : KernelRole::Computed;
  }
};

struct EmptyModel : TensorModel<EmptyModel, tensor::EmptyOp> {
  KernelRole getKernelRole(Operation *) const { return KernelRole::Leaf; }

  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr>) const {
    // Its elements are undefined, so any value is correct.
    OpBuilder &builder = emitter.getBuilder();
    Type type = cast<tensor::EmptyOp>(op).getType().getElementType();
    return arith::ConstantOp::create(builder, emitter.getLocation(),
                                     builder.getZeroAttr(type));
  }
};

struct ExtractModel : TensorModel<ExtractModel, tensor::ExtractOp> {
  bool isCheapToRecompute(Operation *) const { return true; }

  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr>) const {
    auto extract = cast<tensor::ExtractOp>(op);
    Indices source;
    for (Value operand : extract.getIndices()) {
      Value index = emitter.emitScalar(operand);
      if (!index)
        return {};
      source.push_back(emitter.createIndex(index));
    }
    return emitter.emitElement(extract.getTensor(), source);
  }
};

struct SplatModel : TensorModel<SplatModel, tensor::SplatOp> {
  bool isCheapToRecompute(Operation *) const { return true; }

  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr>) const {
    return emitter.emitScalar(cast<tensor::SplatOp>(op).getInput());
  }
};

struct GenerateModel : TensorModel<GenerateModel, tensor::GenerateOp> {
  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr> indices) const {
    return emitter.emitFromIndices(
        cast<tensor::GenerateOp>(op).getBody().front(), indices);
  }
};

struct CastModel : TensorModel<CastModel, tensor::CastOp> {
  bool isCheapToRecompute(Operation *) const { return true; }
  bool readsSamePosition(Operation *, OpOperand &, unsigned) const {
    return true;
  }

  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr> indices) const {
    return emitter.emitElement(cast<tensor::CastOp>(op).getSource(), indices);
  }
};

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

template <typename Model, typename OpT>
struct ReshapeModel : TensorModel<Model, OpT> {
  bool isCheapToRecompute(Operation *op) const { return isUnitReshape(op); }
  bool readsSamePosition(Operation *, OpOperand &, unsigned) const {
    return true;
  }
};

struct ExpandShapeModel
    : ReshapeModel<ExpandShapeModel, tensor::ExpandShapeOp> {
  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr> indices) const {
    auto expand = cast<tensor::ExpandShapeOp>(op);
    return emitter.emitElement(
        expand.getSrc(), collapseIndices(indices, expand.getResultType(),
                                         expand.getReassociationIndices()));
  }
};

struct CollapseShapeModel
    : ReshapeModel<CollapseShapeModel, tensor::CollapseShapeOp> {
  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr> indices) const {
    auto collapse = cast<tensor::CollapseShapeOp>(op);
    return emitter.emitElement(
        collapse.getSrc(), expandIndices(indices, collapse.getSrcType(),
                                         collapse.getReassociationIndices()));
  }
};

//===----------------------------------------------------------------------===//
// Padding, slices and concatenation
//===----------------------------------------------------------------------===//

struct PadModel : TensorModel<PadModel, tensor::PadOp> {
  bool isCheapToRecompute(Operation *) const { return true; }

  bool canComputeElements(Operation *op) const {
    auto pad = cast<tensor::PadOp>(op);
    return llvm::all_of(llvm::concat<const OpFoldResult>(pad.getMixedLowPad(),
                                                         pad.getMixedHighPad()),
                        [](OpFoldResult amount) {
                          std::optional<int64_t> number =
                              getConstantIntValue(amount);
                          return number && *number >= 0;
                        });
  }

  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr> indices) const {
    auto pad = cast<tensor::PadOp>(op);
    RankedTensorType type = pad.getSourceType();
    Value inside;
    Indices source;
    SmallVector<OpFoldResult> lows = pad.getMixedLowPad();
    for (auto [dim, index] : llvm::enumerate(indices)) {
      int64_t low = *getConstantIntValue(lows[dim]);
      source.push_back(index - low);
      if (!emitter.isInside(pad, dim))
        inside =
            emitter.emitInRange(index, low, low + type.getDimSize(dim), inside);
    }
    auto emitSource = [&] {
      return emitter.emitElement(pad.getSource(), source);
    };
    auto emitPadding = [&] {
      if (Value padding = pad.getConstantPaddingValue())
        return emitter.emitScalar(padding);
      return emitter.emitFromIndices(pad.getRegion().front(), indices);
    };
    if (!inside)
      return emitSource();
    return emitter.emitChoice(inside, type.getElementType(), emitSource,
                              emitPadding);
  }
};

struct ExtractSliceModel
    : SliceModel<ExtractSliceModel, tensor::ExtractSliceOp> {
  bool isCheapToRecompute(Operation *) const { return true; }

  bool canComputeElements(Operation *op) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    return slice.getSizes().empty() && slice.getStrides().empty();
  }

  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr> indices) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    Indices source;
    unsigned next = 0;
    for (auto [dim, offset] : llvm::enumerate(slice.getMixedOffsets())) {
      std::optional<int64_t> number = getConstantIntValue(offset);
      AffineExpr index = number ? emitter.constant(*number)
                                : emitter.createIndex(cast<Value>(offset));
      if (!dropped[dim])
        index = index + indices[next++] * slice.getStaticStrides()[dim];
      source.push_back(index);
    }
    return emitter.emitElement(slice.getSource(), source);
  }
};

struct InsertSliceModel : SliceModel<InsertSliceModel, tensor::InsertSliceOp> {
  bool canComputeElements(Operation *op) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    return insert.getOffsets().empty() && insert.getSizes().empty() &&
           insert.getStrides().empty();
  }

  SmallVector<TensorPiece> getPieces(Operation *op) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    unsigned rank = insert.getDestType().getRank();
    SmallVector<TensorPiece> pieces;
    if (!insert.getDest().getDefiningOp<tensor::EmptyOp>())
      pieces.emplace_back(insert.getDest(), rank);
    TensorPiece &piece = pieces.emplace_back(insert.getSource(), rank);
    piece.offsets.assign(insert.getStaticOffsets());
    piece.strides.assign(insert.getStaticStrides());
    piece.dropped = insert.getDroppedDims();
    return pieces;
  }

  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr> indices) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    llvm::SmallBitVector dropped = insert.getDroppedDims();
    Value inside;
    Indices source;
    for (auto [dim, index] : llvm::enumerate(indices)) {
      int64_t offset = insert.getStaticOffsets()[dim];
      int64_t stride = insert.getStaticStrides()[dim];
      int64_t last = offset + (insert.getStaticSizes()[dim] - 1) * stride;
      inside = emitter.emitInRange(index, offset, last + 1, inside);
      if (stride != 1)
        inside = emitter.emitInRange((index - offset) % stride, 0, 1, inside);
      if (!dropped[dim])
        source.push_back((index - offset).floorDiv(stride));
    }
    auto emitSource = [&] {
      return emitter.emitElement(insert.getSource(), source);
    };
    if (!inside)
      return emitSource();
    return emitter.emitChoice(
        inside, insert.getResultType().getElementType(), emitSource,
        [&] { return emitter.emitElement(insert.getDest(), indices); });
  }
};

struct ConcatModel : TensorModel<ConcatModel, tensor::ConcatOp> {
  SmallVector<TensorPiece> getPieces(Operation *op) const {
    auto concat = cast<tensor::ConcatOp>(op);
    SmallVector<TensorPiece> pieces;
    int64_t start = 0;
    for (Value input : concat.getInputs()) {
      auto type = cast<RankedTensorType>(input.getType());
      pieces.emplace_back(input, type.getRank()).offsets[concat.getDim()] =
          start;
      start += type.getDimSize(concat.getDim());
    }
    return pieces;
  }

  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr> indices) const {
    return computeFrom(cast<tensor::ConcatOp>(op), emitter, /*input=*/0,
                       /*start=*/0, indices);
  }

private:
  /// Emits an element of part `input`, which begins at `start`, or of a later
  /// part.
  static Value computeFrom(tensor::ConcatOp op, ElementEmitter &emitter,
                           unsigned input, int64_t start,
                           ArrayRef<AffineExpr> indices) {
    uint64_t dim = op.getDim();
    Value part = op.getInputs()[input];
    int64_t end =
        start + cast<RankedTensorType>(part.getType()).getDimSize(dim);
    Indices inPart(indices);
    inPart[dim] = inPart[dim] - start;
    auto emitPart = [&] { return emitter.emitElement(part, inPart); };
    if (input + 1 == op.getInputs().size())
      return emitPart();
    // Earlier parts have been tested already.
    Value index = emitter.materialize(indices[dim]);
    Value here = arith::CmpIOp::create(
        emitter.getBuilder(), emitter.getLocation(), arith::CmpIPredicate::slt,
        index, emitter.materialize(emitter.constant(end)));
    return emitter.emitChoice(
        here, op.getResultType().getElementType(), emitPart,
        [&] { return computeFrom(op, emitter, input + 1, end, indices); });
  }
};
} // namespace

void tir::attachTensorModels(MLIRContext &context) {
  tensor::CastOp::attachInterface<CastModel>(context);
  tensor::CollapseShapeOp::attachInterface<CollapseShapeModel>(context);
  tensor::ConcatOp::attachInterface<ConcatModel>(context);
  tensor::EmptyOp::attachInterface<EmptyModel>(context);
  tensor::ExpandShapeOp::attachInterface<ExpandShapeModel>(context);
  tensor::ExtractOp::attachInterface<ExtractModel>(context);
  tensor::ExtractSliceOp::attachInterface<ExtractSliceModel>(context);
  tensor::GenerateOp::attachInterface<GenerateModel>(context);
  tensor::InsertSliceOp::attachInterface<InsertSliceModel>(context);
  tensor::PadOp::attachInterface<PadModel>(context);
  tensor::SplatOp::attachInterface<SplatModel>(context);
}
