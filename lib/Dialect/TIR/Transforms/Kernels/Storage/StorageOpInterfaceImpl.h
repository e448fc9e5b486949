//===- StorageOpInterfaceImpl.h - Upstream's operations on wider elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_STORAGE_STORAGEOPINTERFACEIMPL_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_STORAGE_STORAGEOPINTERFACEIMPL_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tir {

/// Returns whether an operation computes in the type that memory has: a sum of
/// products whose accumulator is i48, or one that computes other integers from
/// odd ones.
bool isComputedWide(mlir::linalg::LinalgOp op);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_STORAGE_STORAGEOPINTERFACEIMPL_H
