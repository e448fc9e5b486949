//===- OutlineBufferOps.h - Kernels of operations on buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_OUTLINEBUFFEROPS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_OUTLINEBUFFEROPS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns true if `op` may be in the main function: buffers, views, and steps
/// that the later phases support.
bool staysInMain(mlir::Operation *op);

/// Outlines operations other than calls into kernels. Consecutive operations
/// share a kernel only if a scalar is passed from one to the next.
mlir::LogicalResult outlineBufferOps(PrimFuncOp main);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_OUTLINEBUFFEROPS_H
