//===- RowKernels.h - Kernels that compute one row
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_ROWKERNELS_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_ROWKERNELS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns why tir-make-row-kernels makes no function for a row of what a
/// kernel computes, as the end of a sentence that begins with the kernel.
std::string explainNoRows(PrimFuncOp kernel);

/// Returns the function for a row of what a kernel computes, which is not in
/// the module yet, or null if there is none.
PrimFuncOp makeRowKernel(PrimFuncOp kernel);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_ROWKERNELS_H
