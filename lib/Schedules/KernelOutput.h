//===- KernelOutput.h - What a kernel does with the sums of a convolution
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_KERNELOUTPUT_H
#define TIR_LIB_SCHEDULES_KERNELOUTPUT_H

#include "BlockedKernel.h"

#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"

namespace tir {

/// Returns the buffer with one dimension.
mlir::Value flattenBuffer(mlir::OpBuilder &builder, mlir::Location location,
                          mlir::Value buffer);

/// Returns what the sums of products start with, or null if it is 0.
mlir::Value getInit(const BlockedKernel &kernel);

/// Emits what the kernel does with the sum of one element, at `position` of the
/// convolution's result, and returns what it stores, or null after an error.
/// `indices` gets the position in the stored tensor.
mlir::Value emitOutputElement(const BlockedKernel &kernel,
                              ElementEmitter &emitter,
                              llvm::ArrayRef<mlir::AffineExpr> position,
                              mlir::Value sum,
                              llvm::SmallVectorImpl<mlir::AffineExpr> &indices);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_KERNELOUTPUT_H
