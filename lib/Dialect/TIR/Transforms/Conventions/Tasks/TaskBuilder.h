//===- TaskBuilder.h - Functions for the iterations of a loop ---*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_TASKS_TASKBUILDER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_TASKS_TASKBUILDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "tir/Dialect/TIR/Analysis/ParallelLoops.h"
#include "llvm/ADT/SetVector.h"

namespace tir {

/// Replaces loops by launches of tasks.
class TaskBuilder {
public:
  /// `prefix` begins the names of new symbols.
  TaskBuilder(mlir::SymbolTable &symbols, PrimFuncOp kernel, std::string prefix,
              unsigned threads)
      : symbols(symbols), kernel(kernel), prefix(std::move(prefix)),
        threads(threads) {}

  /// Returns false, and changes nothing, if the loops need what no task can
  /// get.
  bool launch(const ParallelNest &nest);

private:
  /// What the loops need from outside: operations that a task repeats, in their
  /// order, and values that it gets.
  struct Needs {
    llvm::SetVector<mlir::Operation *> repeated;
    llvm::SetVector<mlir::Value> buffers, numbers;
  };

  bool collect(const ParallelNest &nest, Needs &needs);
  bool collect(mlir::Value value, const ParallelNest &nest, Needs &needs);

  mlir::func::FuncOp createPart(const ParallelNest &nest, const Needs &needs);
  void createIterations(mlir::OpBuilder &builder, const ParallelNest &nest,
                        mlir::IRMapping &map, mlir::Value begin,
                        mlir::Value end);
  mlir::func::FuncOp createTask(const ParallelNest &nest, const Needs &needs,
                                mlir::func::FuncOp part,
                                mlir::StringAttr record);
  std::pair<mlir::Value, mlir::Value>
  createShare(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value id,
              mlir::Value group, int64_t count) const;
  void createLaunch(const ParallelNest &nest, const Needs &needs,
                    mlir::func::FuncOp task, mlir::StringAttr record);
  mlir::NamedAttrList getAttributes(mlir::Value buffer);
  mlir::StringAttr insert(mlir::Operation *op);

  mlir::SymbolTable &symbols;
  PrimFuncOp kernel;
  std::string prefix;
  unsigned threads;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_TASKS_TASKBUILDER_H
