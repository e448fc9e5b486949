//===- KernelComment.h - Figures in the comments of kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_KERNELCOMMENT_H
#define TIR_LIB_TARGET_C_KERNELCOMMENT_H

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "tir/Target/C/ModelInfo.h"
#include "llvm/Support/raw_ostream.h"

namespace tir::c {

/// Prints the comment before a kernel, with the layers that it computes, its
/// MACs, and its channels that are constant. Prints nothing before a function
/// that is not a kernel.
void printKernelComment(mlir::emitc::FuncOp function,
                        llvm::ArrayRef<ModelInfo> models,
                        llvm::raw_ostream &os);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_KERNELCOMMENT_H
