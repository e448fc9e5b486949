//===- ElementEmitter.h - Code that computes one element of a tensor
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ELEMENTEMITTER_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ELEMENTEMITTER_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tir {

/// Emits the loops and the scalar code that compute the tensors of a kernel's
/// body from its buffers, one element at a time. Tensors between the buffers
/// and the element are never in memory. Each operation computes its own
/// elements
/// (`KernelOpInterface::computeElement`).
///
/// Indices are affine expressions over numbered values (`createIndex`): loop
/// variables and computed indices. The index arithmetic of padding, slices and
/// reshapes is thus combined and simplified before any of it is emitted.
class ElementEmitter {
public:
  using Indices = llvm::SmallVector<mlir::AffineExpr>;

  explicit ElementEmitter(mlir::OpBuilder &builder)
      : builder(builder), context(builder.getContext()) {}

  /// Stores every element of `tensor` into `buffer` (same shape).
  mlir::LogicalResult emitStores(mlir::Value tensor, mlir::Value buffer);

  //===--------------------------------------------------------------------===//
  // For operations that compute an element
  //===--------------------------------------------------------------------===//

  /// The builder, whose insertion point is where the element is computed.
  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLocation() const { return location; }
  void setLocation(mlir::Location newLocation) { location = newLocation; }

  /// Emits the element of `tensor` at `indices`. Returns null after an error.
  mlir::Value emitElement(mlir::Value tensor,
                          llvm::ArrayRef<mlir::AffineExpr> indices);
  /// Emits a scalar of the kernel's body, such as the operand of a fill, or of
  /// the block that is being inlined. Returns null after an error.
  mlir::Value emitScalar(mlir::Value scalar);

  /// Inlines a block with `arguments` for its arguments, and returns what its
  /// terminator yields, or nothing after an error. `getIndex` returns the value
  /// of `linalg.index`.
  llvm::SmallVector<mlir::Value>
  inlineBlock(mlir::Block &block, llvm::ArrayRef<mlir::Value> arguments,
              llvm::function_ref<mlir::Value(int64_t)> getIndex);
  /// Inlines a block that computes an element from its indices, and returns the
  /// element.
  mlir::Value emitFromIndices(mlir::Block &block,
                              llvm::ArrayRef<mlir::AffineExpr> indices);

  /// Emits a branch that computes `then` if `condition` is true, and
  /// `otherwise` if it is false.
  mlir::Value emitChoice(mlir::Value condition, mlir::Type type,
                         llvm::function_ref<mlir::Value()> then,
                         llvm::function_ref<mlir::Value()> otherwise);
  /// Emits `condition` and lower <= index < upper, without comparisons that are
  /// always true. Returns null if the whole condition is always true.
  mlir::Value emitInRange(mlir::AffineExpr index, int64_t lower, int64_t upper,
                          mlir::Value condition);

  /// Gives a value of index type a number, by which expressions refer to it.
  mlir::AffineExpr createIndex(mlir::Value value);
  mlir::AffineExpr createLoopIndex(mlir::Value variable, int64_t extent);
  mlir::AffineExpr constant(int64_t value);
  /// Returns the smallest or the largest value of an index, if it is known.
  std::optional<int64_t> getBound(mlir::AffineExpr index, bool upper);
  /// Emits the index as a value.
  mlir::Value materialize(mlir::AffineExpr index);
  llvm::SmallVector<mlir::Value>
  materialize(llvm::ArrayRef<mlir::AffineExpr> indices);

  /// Records that `element` is the element of `tensor` at `indices`, for an
  /// operation that computes elements of several results together.
  void setElement(mlir::Value tensor, llvm::ArrayRef<mlir::AffineExpr> indices,
                  mlir::Value element);

  /// Returns whether the surrounding loops keep index `dim` inside the source
  /// of `pad`.
  bool isInside(mlir::tensor::PadOp pad, unsigned dim) const;
  void setInside(mlir::tensor::PadOp pad, unsigned dim);
  /// Forgets it at the end of these loops.
  void clearInside(mlir::tensor::PadOp pad) { inside.erase(pad); }

private:
  /// The part of a larger buffer that a tensor is stored in: element i is
  /// stored at offset + i * stride.
  struct Placement {
    mlir::Value buffer;
    llvm::SmallVector<int64_t> offsets, strides;
    /// The dimension of the buffer for each dimension of the tensor.
    llvm::SmallVector<unsigned> dims;
  };

  mlir::LogicalResult emitStores(mlir::Value tensor,
                                 const Placement &placement);
  mlir::LogicalResult emitLoopNest(mlir::Value tensor,
                                   const Placement &placement);
  mlir::Value computeElement(mlir::Value tensor,
                             llvm::ArrayRef<mlir::AffineExpr> indices);
  mlir::Value cloneScalar(mlir::Value scalar);
  /// Inlines the operations of a block but its terminator, with the values of
  /// `scope`.
  mlir::LogicalResult
  inlineOperations(mlir::Block &block,
                   llvm::function_ref<mlir::Value(int64_t)> getIndex);
  /// Inlines an operation, with the blocks of a branch or a loop in it.
  mlir::LogicalResult
  inlineOperation(mlir::Operation &op,
                  llvm::function_ref<mlir::Value(int64_t)> getIndex);
  mlir::AffineExpr simplify(mlir::AffineExpr index);

  mlir::OpBuilder &builder;
  mlir::MLIRContext *context;
  mlir::Location location = mlir::UnknownLoc::get(context);
  llvm::SmallVector<mlir::Value> indexValues;
  /// The inclusive range of each numbered value, if it is known.
  llvm::SmallVector<std::optional<std::pair<int64_t, int64_t>>> indexRanges;
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> numbers;
  /// Elements that have been computed, by tensor and indices.
  llvm::DenseMap<mlir::Value,
                 llvm::SmallVector<std::pair<Indices, mlir::Value>>>
      computed;
  /// The values of the block that is being inlined; null outside of blocks.
  mlir::IRMapping *scope = nullptr;
  llvm::DenseMap<mlir::Operation *, llvm::SmallBitVector> inside;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ELEMENTEMITTER_H
