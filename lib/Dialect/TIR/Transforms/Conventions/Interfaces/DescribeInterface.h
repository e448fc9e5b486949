//===- DescribeInterface.h - What the attribute tir.interface says
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACES_DESCRIBEINTERFACE_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACES_DESCRIBEINTERFACE_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Describes the inputs or outputs (`kind`) of `main` for `tir.interface`.
/// Without a name, they are `input`, or `input0`, `input1`, ….
mlir::ArrayAttr describeArguments(PrimFuncOp main, llvm::StringRef kind,
                                  llvm::ArrayRef<unsigned> indices);

/// Describes the inputs, or the outputs, that lie in pools of the plan of
/// `main` for `tir.interface`.
mlir::ArrayAttr describePlannedArguments(PrimFuncOp main, llvm::StringRef kind,
                                         bool areInputs);

/// Describe the pools of the application among the arguments of `main`, and the
/// devices, for `tir.interface`.
mlir::ArrayAttr describePools(PrimFuncOp main,
                              llvm::ArrayRef<unsigned> indices);
mlir::ArrayAttr describeDevices(mlir::ModuleOp module);

/// Describes the variables for `tir.interface`: the fields of the struct whose
/// handle is argument `index` of `main`.
mlir::ArrayAttr describeState(PrimFuncOp main, unsigned index);

/// Completes `interface`, which describes what the application passes, with its
/// kind `api`, the entry points, hooks and kernels, and sets it as
/// `tir.interface` of `main`. `init` is null if no device needs to be
/// initialised.
void setInterface(PrimFuncOp main, PrimFuncOp init, llvm::StringRef api,
                  OnError onError, mlir::NamedAttrList interface);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACES_DESCRIBEINTERFACE_H
