//===- VectorSteps.h - Inner steps of #kernel.portable with vectors
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

/// Instructions that compute the sums of products of 16-bit numbers.
enum class DotInstruction {
  None,
  /// PMADDWD of the x86-64 adds the products of neighbours.
  PMADDWD,
  /// VMLADAVA of an Armv8.1-M adds all products to a scalar.
  VMLADAVA,
};

/// Expands `op`, before it, if it is a step of `#kernel.portable`, and returns
/// whether it is.
bool expandVectorStep(mlir::Operation *op, DotInstruction instruction);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOLLVM_VECTORSTEPS_H
