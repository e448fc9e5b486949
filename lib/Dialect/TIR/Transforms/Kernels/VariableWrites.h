//===- VariableWrites.h - Where a run leaves the variables
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_VARIABLEWRITES_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_VARIABLEWRITES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// How many results of `function` are outputs; those behind them are variables.
unsigned getNumOutputs(mlir::func::FuncOp function);

/// The variables that `function` gives, each an argument, too.
llvm::SmallDenseSet<mlir::Attribute>
getWrittenVariables(mlir::func::FuncOp function);

/// Writes, at the end of `main`, what the variables are from now on into the
/// arguments that hold them: `values` as the results of `source` behind its
/// outputs. All that reads them stands before, so that no read needs a copy;
/// only one that becomes another does.
void writeVariables(mlir::OpBuilder &builder, mlir::func::FuncOp source,
                    PrimFuncOp main, llvm::ArrayRef<mlir::Value> values);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_VARIABLEWRITES_H
