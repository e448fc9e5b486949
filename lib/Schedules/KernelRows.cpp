//===- KernelRows.cpp - Which loops may surround the steps of a kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRows.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;

std::optional<KernelRows> KernelRows::get(FunctionOpInterface kernel) {
  if (!kernel.getFunctionBody().hasOneBlock())
    return std::nullopt;
  KernelRows rows;
  for (Operation &op : kernel.getFunctionBody().front().without_terminator()) {
    if (auto keep = dyn_cast<KeepOp>(op)) {
      rows.kept.push_back(keep);
    } else if (auto store = dyn_cast<MaterializeInDestinationOp>(op)) {
      if (rows.store || !isa<MemRefType>(store.getDest().getType()))
        return std::nullopt;
      rows.store = store;
    } else if (!isMemoryEffectFree(&op) &&
               !isa<bufferization::ToTensorOp>(op)) {
      return std::nullopt;
    }
  }
  if (!rows.store || rows.kept.empty())
    return std::nullopt;
  return rows;
}

MemRefType KernelRows::getScratchType(KeepOp keep) const {
  auto type = cast<RankedTensorType>(keep.getType());
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t dim : dims)
    shape[getKeptDim(keep, dim)] = 1;
  if (llvm::all_of(shape, [](int64_t extent) { return extent == 1; }))
    return {};
  return MemRefType::get(shape, type.getElementType());
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

namespace {
/// How the index of the row occurs in the indices of a tensor that the row
/// needs.
struct Occurrence {
  enum Kind {
    /// The tensor is not needed, as far as is known.
    Unread,
    /// The index of one dimension is the row; others do not depend on it.
    Dimension,
    /// In any other way, or not at all.
    Other
  };

  Kind kind = Unread;
  unsigned dim = 0;

  static Occurrence at(unsigned dim) { return {Dimension, dim}; }
  static Occurrence other() { return {Other, 0}; }

  bool operator==(const Occurrence &other) const {
    return kind == other.kind && dim == other.dim;
  }
  /// Adds another reader.
  void join(Occurrence reader) {
    if (kind == Unread)
      *this = reader;
    else if (!(*this == reader))
      *this = other();
  }
};

using Occurrences = DenseMap<Value, Occurrence>;
} // namespace

/// Returns where `row` occurs in `indices`.
static Occurrence findRow(AffineExpr row, ArrayRef<AffineExpr> indices) {
  unsigned number = cast<AffineDimExpr>(row).getPosition();
  Occurrence found = Occurrence::other();
  for (auto [dim, index] : llvm::enumerate(indices)) {
    if (!index.isFunctionOfDim(number))
      continue;
    if (index != row || found.kind == Occurrence::Dimension)
      return Occurrence::other();
    found = Occurrence::at(dim);
  }
  return found;
}

/// Adds what a structured operation reads for an element of its results.
static void visit(linalg::LinalgOp op, Occurrences &occurrences) {
  Occurrence loop;
  for (auto [init, result] :
       llvm::zip_first(op.getDpsInitsMutable(), op->getResults())) {
    Occurrence own = occurrences.lookup(result);
    if (own.kind == Occurrence::Dimension) {
      AffineExpr index = op.getMatchingIndexingMap(&init).getResult(own.dim);
      auto dim = dyn_cast<AffineDimExpr>(index);
      own = dim ? Occurrence::at(dim.getPosition()) : Occurrence::other();
    }
    if (own.kind != Occurrence::Unread)
      loop.join(own);
  }
  if (loop.kind == Occurrence::Unread)
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    Occurrence read = loop;
    if (loop.kind == Occurrence::Dimension)
      read = findRow(getAffineDimExpr(loop.dim, op.getContext()),
                     op.getMatchingIndexingMap(&operand).getResults());
    occurrences[operand.get()].join(read);
  }
  // Such a tensor is read at any index.
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    occurrences[value].join(Occurrence::other());
}

/// Adds what a reshape reads for an element of its result.
static void visitReshape(Operation *op, Occurrences &occurrences) {
  Occurrence own = occurrences.lookup(op->getResult(0));
  if (own.kind == Occurrence::Dimension) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<AffineExpr> indices;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      indices.push_back(getAffineDimExpr(dim, op->getContext()));
    AffineExpr row = indices[own.dim];
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      indices =
          collapseIndices(indices, type, expand.getReassociationIndices());
    else
      indices = expandIndices(
          indices, cast<tensor::CollapseShapeOp>(op).getSrcType(),
          cast<tensor::CollapseShapeOp>(op).getReassociationIndices());
    own = findRow(row, indices);
  }
  if (own.kind != Occurrence::Unread)
    occurrences[op->getOperand(0)].join(own);
}

LogicalResult KernelRows::addDim(int64_t dim) {
  Occurrences occurrences;
  occurrences[store.getSource()] = Occurrence::at(dim);
  DenseMap<std::pair<Operation *, int64_t>, unsigned> found;
  // All readers of a tensor come before the operation that computes it.
  for (Operation &op : llvm::reverse(*store->getBlock())) {
    if (auto keep = dyn_cast<KeepOp>(op)) {
      Occurrence own = occurrences.lookup(keep.getResult());
      if (own.kind != Occurrence::Dimension)
        return failure();
      found[{keep, dim}] = own.dim;
      occurrences[keep.getTensor()].join(own);
    } else if (auto read = dyn_cast<bufferization::ToTensorOp>(op)) {
      Occurrence own = occurrences.lookup(read.getResult());
      if (own.kind == Occurrence::Dimension)
        found[{read, dim}] = own.dim;
    } else if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      visit(structured, occurrences);
    } else if (isReshape(&op)) {
      visitReshape(&op, occurrences);
    } else {
      for (Value operand : op.getOperands())
        if (&op != store)
          occurrences[operand].join(Occurrence::other());
    }
  }
  dims.push_back(dim);
  keptDims.insert(found.begin(), found.end());
  return success();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

int64_t KernelRows::getRowElements() const {
  auto type = cast<ShapedType>(getStore().getSource().getType());
  int64_t elements = type.getNumElements();
  for (int64_t dim : dims)
    elements /= type.getDimSize(dim);
  return elements;
}

/// Returns the buffers that are read to compute `tensor` after all kept tensors
/// have been computed.
static DenseSet<Value> findBuffersReadLast(Value tensor) {
  DenseSet<Value> buffers, seen;
  SmallVector<Value> tensors = {tensor};
  while (!tensors.empty()) {
    Value value = tensors.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || isa<KeepOp>(op) || !seen.insert(value).second)
      continue;
    if (auto read = dyn_cast<bufferization::ToTensorOp>(op))
      buffers.insert(read.getBuffer());
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    tensors.append(used.begin(), used.end());
  }
  return buffers;
}

SmallVector<bufferization::ToTensorOp> KernelRows::findReadsBeforeRow() const {
  auto type = cast<ShapedType>(getStore().getSource().getType());
  // The elements of a row lie together, and the rows in the order of the loops.
  bool isInRow = false;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    bool numbersRows = llvm::is_contained(dims, int64_t(dim));
    if ((numbersRows && isInRow) || !llvm::is_sorted(dims))
      return {};
    isInRow |= !numbersRows && extent != 1;
  }
  DenseSet<Value> readLast = findBuffersReadLast(getStore().getSource());
  DenseSet<Value> readElsewhere;
  SmallVector<bufferization::ToTensorOp> reads;
  for (auto read :
       getStore()->getBlock()->getOps<bufferization::ToTensorOp>()) {
    bool isSameRow = llvm::all_of(dims, [&](int64_t dim) {
      auto found = keptDims.find({read, dim});
      return found != keptDims.end() && found->second == dim &&
             cast<ShapedType>(read.getType()).getShape() == type.getShape();
    });
    if (isSameRow && !readLast.contains(read.getBuffer()))
      reads.push_back(read);
    else
      readElsewhere.insert(read.getBuffer());
  }
  llvm::erase_if(reads, [&](bufferization::ToTensorOp read) {
    return readElsewhere.contains(read.getBuffer());
  });
  return reads;
}
