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

/// Emits loops and scalar code that compute single elements of the tensors in
/// a kernel's body, from its buffers, on demand: what lies between the buffers
/// and the element is never in memory. How an element follows from others, each
/// operation says itself (`KernelOpInterface::computeElement`).
///
/// Indices are affine expressions over the values that `createIndex` has
/// numbered (loop variables, computed indices), so that the index arithmetic of
/// padding, slices and reshapes composes and simplifies before any of it is
/// emitted.
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

  /// Stands where the element is computed.
  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLocation() const { return location; }
  void setLocation(mlir::Location newLocation) { location = newLocation; }

  /// The element of `tensor` at `indices`; null after an error.
  mlir::Value emitElement(mlir::Value tensor,
                          llvm::ArrayRef<mlir::AffineExpr> indices);
  /// A scalar of the kernel's body, such as an operand of a fill, or of the
  /// block that is being inlined; null after an error.
  mlir::Value emitScalar(mlir::Value scalar);

  /// Inlines a block whose arguments are `arguments`; returns what its
  /// terminator yields, or nothing after an error. `getIndex` gives the value
  /// of `linalg.index`.
  llvm::SmallVector<mlir::Value>
  inlineBlock(mlir::Block &block, llvm::ArrayRef<mlir::Value> arguments,
              llvm::function_ref<mlir::Value(int64_t)> getIndex);
  /// What a block that computes an element from its indices yields.
  mlir::Value emitFromIndices(mlir::Block &block,
                              llvm::ArrayRef<mlir::AffineExpr> indices);

  /// `then` where `condition` holds, else `otherwise`; emitted as one branch.
  mlir::Value emitChoice(mlir::Value condition, mlir::Type type,
                         llvm::function_ref<mlir::Value()> then,
                         llvm::function_ref<mlir::Value()> otherwise);
  /// `condition` and lower <= index < upper, leaving out what holds anyway;
  /// null where it always holds.
  mlir::Value emitInRange(mlir::AffineExpr index, int64_t lower, int64_t upper,
                          mlir::Value condition);

  /// Numbers a value of index type.
  mlir::AffineExpr createIndex(mlir::Value value);
  mlir::AffineExpr createLoopIndex(mlir::Value variable, int64_t extent);
  mlir::AffineExpr constant(int64_t value);
  /// The smallest or largest value of an index, where it is known.
  std::optional<int64_t> getBound(mlir::AffineExpr index, bool upper);
  /// Emits the index as a value.
  mlir::Value materialize(mlir::AffineExpr index);
  llvm::SmallVector<mlir::Value>
  materialize(llvm::ArrayRef<mlir::AffineExpr> indices);

  /// States that `element` is that of `tensor` at `indices`, for an operation
  /// that computes elements of several results together.
  void setElement(mlir::Value tensor, llvm::ArrayRef<mlir::AffineExpr> indices,
                  mlir::Value element);

  /// Whether the surrounding loops keep index `dim` inside what `pad` pads.
  bool isInside(mlir::tensor::PadOp pad, unsigned dim) const;
  void setInside(mlir::tensor::PadOp pad, unsigned dim);
  /// Forgets it, where these loops end.
  void clearInside(mlir::tensor::PadOp pad) { inside.erase(pad); }

private:
  /// Where a tensor goes in a larger buffer: element i to offset + i * stride.
  struct Placement {
    mlir::Value buffer;
    llvm::SmallVector<int64_t> offsets, strides;
    /// The dimension of the buffer for each of the tensor's.
    llvm::SmallVector<unsigned> dims;
  };

  mlir::LogicalResult emitStores(mlir::Value tensor,
                                 const Placement &placement);
  mlir::LogicalResult emitLoopNest(mlir::Value tensor,
                                   const Placement &placement);
  mlir::Value computeElement(mlir::Value tensor,
                             llvm::ArrayRef<mlir::AffineExpr> indices);
  mlir::Value cloneScalar(mlir::Value scalar);
  mlir::AffineExpr simplify(mlir::AffineExpr index);

  mlir::OpBuilder &builder;
  mlir::MLIRContext *context;
  mlir::Location location = mlir::UnknownLoc::get(context);
  llvm::SmallVector<mlir::Value> indexValues;
  /// The inclusive range of each numbered value, where it is known.
  llvm::SmallVector<std::optional<std::pair<int64_t, int64_t>>> indexRanges;
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> numbers;
  /// Elements that were computed already, by value and indices.
  llvm::DenseMap<mlir::Value,
                 llvm::SmallVector<std::pair<Indices, mlir::Value>>>
      computed;
  /// The values of the block that is being inlined; null outside blocks.
  mlir::IRMapping *scope = nullptr;
  llvm::DenseMap<mlir::Operation *, llvm::SmallBitVector> inside;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ELEMENTEMITTER_H
