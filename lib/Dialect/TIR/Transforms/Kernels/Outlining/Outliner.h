//===- Outliner.h - Kernels and the main function that calls them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLINING_OUTLINER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLINING_OUTLINER_H

#include "KernelBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Fusion/KernelFusion.h"

namespace tir {

/// Moves the computations of a function on tensors into kernels, and creates
/// the main function, which calls them.
class Outliner {
public:
  explicit Outliner(mlir::func::FuncOp source)
      : source(source), kernels(*source->getBlock()),
        builder(source.getContext()) {}

  mlir::LogicalResult run();

private:
  /// The destination of each value that has one: the tensor that must be
  /// written, or the buffer of an output, after the inverse of the reshapes in
  /// between.
  struct Binding {
    mlir::Value destination;
    llvm::SmallVector<mlir::Operation *> views;
  };

  struct Roles;

  PrimFuncOp createMain();
  mlir::FailureOr<llvm::SmallBitVector>
  outlineBlock(mlir::Block &block, llvm::ArrayRef<mlir::Value> destinations);
  bool bind(const Roles &roles, mlir::Value value, mlir::Value destination);
  void outline(const Kernel &kernel);
  mlir::LogicalResult moveKept(mlir::Operation *op);
  void alignForOthers(mlir::Value tensor);
  void moveCall(BufferCallOpInterface call);
  mlir::LogicalResult moveBranch(mlir::scf::IfOp op);
  mlir::LogicalResult moveLoop(mlir::LoopLikeOpInterface op);
  mlir::Operation *moveWithoutRegions(mlir::Operation *op,
                                      mlir::ValueRange operands);
  mlir::LogicalResult moveRegion(mlir::Region &from, mlir::Region &to,
                                 llvm::ArrayRef<mlir::Value> destinations);
  mlir::Value copyCarried(mlir::Block &block, mlir::Value value,
                          mlir::Value moved);
  std::optional<mlir::Value> getBound(mlir::Value result);
  mlir::Value getDestination(mlir::Value result);
  mlir::Value lookup(mlir::Value value);
  llvm::SmallVector<mlir::Value> lookupAll(mlir::ValueRange values) {
    return llvm::map_to_vector(values,
                               [&](mlir::Value v) { return lookup(v); });
  }

  mlir::func::FuncOp source;
  KernelBuilder kernels;
  mlir::OpBuilder builder;
  PrimFuncOp main;
  mlir::IRMapping mapping;
  /// The values that `lookup` has added to `mapping`. Values that it creates in
  /// a region are only valid there.
  llvm::SmallVector<mlir::Value> found;
  llvm::DenseMap<mlir::Value, Binding> bindings;
  /// How many loops that start from the result of the previous loop share one
  /// buffer, up to this loop.
  llvm::DenseMap<mlir::Operation *, unsigned> loopsInRow;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLINING_OUTLINER_H
