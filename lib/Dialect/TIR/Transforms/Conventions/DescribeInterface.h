//===- DescribeInterface.h - What the attribute tir.interface says
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_DESCRIBEINTERFACE_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_DESCRIBEINTERFACE_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// The inputs or outputs (`kind`) of `main` as `tir.interface` describes them:
/// those without a name are `input`, or `input0`, `input1`, ….
mlir::ArrayAttr describeArguments(PrimFuncOp main, llvm::StringRef kind,
                                  llvm::ArrayRef<unsigned> indices);

/// The pools of the application among the arguments of `main`, and the devices,
/// as `tir.interface` describes them.
mlir::ArrayAttr describePools(PrimFuncOp main,
                              llvm::ArrayRef<unsigned> indices);
mlir::ArrayAttr describeDevices(mlir::ModuleOp module);

/// The variables in the struct that argument `index` of `main` is a handle of,
/// as `tir.interface` describes them.
mlir::ArrayAttr describeState(PrimFuncOp main, unsigned index);

/// Adds to `interface`, which has what the application passes, its kind `api`,
/// the entry points and what is around them, and records it on `main`
/// (`tir.interface`). `init` is null if no device has to be initialised.
void setInterface(PrimFuncOp main, PrimFuncOp init, llvm::StringRef api,
                  OnError onError, mlir::NamedAttrList interface);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_DESCRIBEINTERFACE_H
