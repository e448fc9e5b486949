//===- KernelOpInterfaceImpl.h - Upstream's operations in kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERING_KERNELOPINTERFACEIMPL_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERING_KERNELOPINTERFACEIMPL_H

#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"

namespace tir {

/// Returns the structured operations of linalg. The dialect must be loaded.
llvm::SmallVector<mlir::RegisteredOperationName>
getStructuredOps(mlir::MLIRContext &context);

// Each function attaches implementations of KernelOpInterface to the operations
// of one dialect, which must be loaded.
void attachStructuredModels(mlir::MLIRContext &context);
void attachTensorModels(mlir::MLIRContext &context);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERING_KERNELOPINTERFACEIMPL_H
