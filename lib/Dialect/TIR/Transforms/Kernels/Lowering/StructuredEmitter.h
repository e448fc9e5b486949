//===- StructuredEmitter.h - Elements of structured operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERING_STRUCTUREDEMITTER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERING_STRUCTUREDEMITTER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"

namespace tir {

/// Emits code that computes an element of a structured operation of linalg: the
/// body of the operation, in loops if the operation reduces.
class StructuredEmitter {
public:
  StructuredEmitter(mlir::linalg::LinalgOp op, ElementEmitter &emitter)
      : op(op), emitter(emitter), builder(emitter.getBuilder()) {}

  /// Emits the element of result `result` at `indices`. Returns null after an
  /// error.
  mlir::Value emit(unsigned result, llvm::ArrayRef<mlir::AffineExpr> indices);

private:
  /// A reduction loop around the body.
  struct ReductionLoop {
    unsigned dim;
    int64_t extent;
    llvm::StringRef name;
    /// Bounds in addition to 0 and the extent.
    llvm::SmallVector<mlir::AffineExpr> lowerBounds, upperBounds;
  };

  static std::pair<ReductionLoop *, int64_t>
  findOnlyLoop(mlir::AffineExpr index,
               llvm::MutableArrayRef<ReductionLoop> loops, unsigned numDims);
  void foldPadding(llvm::MutableArrayRef<ReductionLoop> loops);
  llvm::SmallVector<mlir::Value>
  emitReduction(llvm::ArrayRef<ReductionLoop> loops,
                llvm::ArrayRef<mlir::Value> accumulators);
  mlir::Value emitBound(int64_t fixed, llvm::ArrayRef<mlir::AffineExpr> bounds,
                        bool isLower);
  llvm::SmallVector<mlir::Value>
  emitBody(llvm::ArrayRef<mlir::Value> accumulators);
  /// Returns the indices of the element of `operand` that iteration `dims`
  /// reads.
  ElementEmitter::Indices getIndices(mlir::OpOperand &operand);

  mlir::linalg::LinalgOp op;
  ElementEmitter &emitter;
  mlir::OpBuilder &builder;
  /// The index of each loop of the operation.
  ElementEmitter::Indices dims;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERING_STRUCTUREDEMITTER_H
