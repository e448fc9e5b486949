//===- VectorSteps.h - Inner steps of #tir.portable with vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOLLVM_VECTORSTEPS_H
#define TIR_LIB_CONVERSION_TIRTOLLVM_VECTORSTEPS_H

#include "mlir/IR/Operation.h"

namespace tir {

/// Expands `op` in front of it if it is a step of `#tir.portable`, and returns
/// whether it is. `hasSSE2` says that products of neighbouring 16-bit numbers
/// are added by one instruction of the x86-64.
bool expandVectorStep(mlir::Operation *op, bool hasSSE2);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOLLVM_VECTORSTEPS_H
