//===- ElementEmitter.h - Code that computes one element of a tensor
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ELEMENTEMITTER_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ELEMENTEMITTER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"

namespace tir {

/// Emits loops and scalar code that compute single elements of the tensors in
/// a kernel's body, from its buffers, on demand: what lies between the buffers
/// and the element is never in memory.
///
/// Indices are affine expressions over the values that `createIndex` has
/// numbered (loop variables, computed indices), so that the index arithmetic of
/// padding, slices and reshapes composes and simplifies before any of it is
/// emitted.
class ElementEmitter {
public:
  explicit ElementEmitter(mlir::OpBuilder &builder)
      : builder(builder), context(builder.getContext()) {}

  /// Stores every element of `tensor` into `buffer` (same shape).
  mlir::LogicalResult emitStores(mlir::Value tensor, mlir::Value buffer);

private:
  using Indices = llvm::SmallVector<mlir::AffineExpr>;

  /// Where a tensor goes in a larger buffer: element i to offset + i * stride.
  struct Placement {
    mlir::Value buffer;
    llvm::SmallVector<int64_t> offsets, strides;
    /// The dimension of the buffer for each of the tensor's.
    llvm::SmallVector<unsigned> dims;
  };

  /// A reduction loop around the body of a structured operation.
  struct ReductionLoop {
    unsigned dim;
    int64_t extent;
    llvm::StringRef name;
    /// Beside 0 and the extent.
    llvm::SmallVector<mlir::AffineExpr> lowerBounds, upperBounds;
  };

  mlir::LogicalResult emitStores(mlir::Value tensor,
                                 const Placement &placement);
  mlir::LogicalResult emitLoopNest(mlir::Value tensor,
                                   const Placement &placement);

  /// The element of `tensor` at `indices`; null after an error.
  mlir::Value emitElement(mlir::Value tensor, const Indices &indices);
  mlir::Value computeElement(mlir::Value tensor, const Indices &indices);

  mlir::Value reportUncomputable(mlir::Value tensor);

  // One for each kind of operation.
  mlir::Value emitStructured(mlir::linalg::LinalgOp op, unsigned result,
                             const Indices &indices);
  mlir::Value emitPad(mlir::tensor::PadOp op, const Indices &indices);
  /// An element that lies in part `input`, which begins at `start`, or later.
  mlir::Value emitConcat(mlir::tensor::ConcatOp op, unsigned input,
                         int64_t start, const Indices &indices);
  mlir::Value emitExtractSlice(mlir::tensor::ExtractSliceOp op,
                               const Indices &indices);
  mlir::Value emitInsertSlice(mlir::tensor::InsertSliceOp op,
                              const Indices &indices);
  mlir::Value emitExpandShape(mlir::tensor::ExpandShapeOp op,
                              const Indices &indices);
  mlir::Value emitCollapseShape(mlir::tensor::CollapseShapeOp op,
                                const Indices &indices);

  // Structured operations.
  llvm::SmallVector<mlir::Value>
  emitReduction(mlir::linalg::LinalgOp op, Indices &dims,
                llvm::ArrayRef<ReductionLoop> loops,
                llvm::ArrayRef<mlir::Value> accumulators);
  mlir::Value emitBound(int64_t fixed, llvm::ArrayRef<mlir::AffineExpr> bounds,
                        bool isLower);
  llvm::SmallVector<mlir::Value>
  emitBody(mlir::linalg::LinalgOp op, const Indices &dims,
           llvm::ArrayRef<mlir::Value> accumulators);
  void foldPadding(mlir::linalg::LinalgOp op,
                   llvm::MutableArrayRef<ReductionLoop> loops,
                   const Indices &dims);

  /// Inlines a block whose arguments are `arguments`; returns what its
  /// terminator yields, or nothing after an error.
  llvm::SmallVector<mlir::Value>
  inlineBlock(mlir::Block &block, llvm::ArrayRef<mlir::Value> arguments,
              llvm::function_ref<mlir::Value(int64_t)> getIndex);
  /// What a block that computes an element from its indices yields.
  mlir::Value emitFromIndices(mlir::Block &block, const Indices &indices);
  /// A scalar of the kernel's body, such as an operand of a fill.
  mlir::Value emitScalar(mlir::Value scalar);

  /// `then` where `condition` holds, else `otherwise`; emitted as one branch.
  mlir::Value emitChoice(mlir::Value condition, mlir::Type type,
                         llvm::function_ref<mlir::Value()> then,
                         llvm::function_ref<mlir::Value()> otherwise);
  /// lower <= index < upper, leaving out what holds anyway; null where it
  /// always holds.
  mlir::Value emitInRange(mlir::AffineExpr index, int64_t lower, int64_t upper,
                          mlir::Value condition);

  /// Numbers a value of index type.
  mlir::AffineExpr createIndex(mlir::Value value);
  mlir::AffineExpr createLoopIndex(mlir::Value variable, int64_t extent);
  /// The smallest or largest value of an index, where it is known.
  std::optional<int64_t> getBound(mlir::AffineExpr index, bool upper);
  mlir::Value materialize(mlir::AffineExpr index);
  llvm::SmallVector<mlir::Value> materialize(const Indices &indices);
  mlir::AffineExpr simplify(mlir::AffineExpr index);
  mlir::AffineExpr constant(int64_t value);

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
  /// Dimensions of a padding whose index the surrounding loops keep inside.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<bool>> provenInside;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ELEMENTEMITTER_H
