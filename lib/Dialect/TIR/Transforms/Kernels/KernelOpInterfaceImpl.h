//===- KernelOpInterfaceImpl.h - Upstream's operations in kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_KERNELOPINTERFACEIMPL_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_KERNELOPINTERFACEIMPL_H

#include "tir/Dialect/TIR/IR/KernelInterfaces.h"

namespace tir {

/// The structured operations of linalg, which is loaded.
llvm::SmallVector<mlir::RegisteredOperationName>
getStructuredOps(mlir::MLIRContext &context);

// Each attaches implementations of KernelOpInterface to operations of one
// dialect, which is loaded.
void attachStructuredModels(mlir::MLIRContext &context);
void attachTensorModels(mlir::MLIRContext &context);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_KERNELOPINTERFACEIMPL_H
