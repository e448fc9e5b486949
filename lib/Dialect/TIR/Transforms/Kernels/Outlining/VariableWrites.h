//===- VariableWrites.h - Writes of variables at the end of a run
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLINING_VARIABLEWRITES_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLINING_VARIABLEWRITES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns how many results of `function` are outputs; the results after them
/// are variables.
unsigned getNumOutputs(mlir::func::FuncOp function);

/// Returns the variables that `function` returns, each of which is also an
/// argument.
llvm::SmallDenseSet<mlir::Attribute>
getWrittenVariables(mlir::func::FuncOp function);

/// Writes the final values of the variables, at the end of `main`, into the
/// arguments that contain them: `values` are the results of `source` after its
/// outputs. All reads come before, so no read needs a copy; only a variable
/// that is assigned to another one does.
void writeVariables(mlir::OpBuilder &builder, mlir::func::FuncOp source,
                    PrimFuncOp main, llvm::ArrayRef<mlir::Value> values);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLINING_VARIABLEWRITES_H
