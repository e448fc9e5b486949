//===- MainSteps.h - The steps of a main function, and their order
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_MAINSTEPS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_MAINSTEPS_H

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Plan/StepOrder.h"

namespace tir {

/// The operations of main's block, apart from those that compute addresses,
/// and what determines their order.
class MainSteps {
public:
  /// Steps with effects beside those on the buffers that they get keep their
  /// order, except those for which `isFree` returns true.
  explicit MainSteps(
      PrimFuncOp main,
      llvm::function_ref<bool(mlir::Operation *)> isFree = nullptr);

  const OrderProblem &getProblem() const { return problem; }
  llvm::ArrayRef<mlir::Operation *> getSteps() const { return steps; }

  /// Brings the operations into this order, after those that compute addresses.
  void reorder(llvm::ArrayRef<unsigned> order);

private:
  void collectSteps();
  void addUses(llvm::function_ref<bool(mlir::Operation *)> isFree);
  std::map<unsigned, bool> findUses(llvm::ArrayRef<mlir::Value> origins);
  void addMemory(llvm::ArrayRef<mlir::Value> origins);

  mlir::Block &block;
  mlir::BufferViewFlowAnalysis views;
  mlir::DataLayout layout;
  llvm::SmallVector<mlir::Operation *> addresses, steps;
  llvm::DenseMap<mlir::Operation *, unsigned> stepOf;
  OrderProblem problem;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_MAINSTEPS_H
