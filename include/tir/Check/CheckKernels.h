//===- CheckKernels.h - Compiled kernels against their plain loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CHECK_CHECKKERNELS_H
#define TIR_CHECK_CHECKKERNELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tir/Pipelines/PhaseOptions.h"

namespace tir {

/// What a check found out about one kernel.
struct CheckedKernel {
  enum class How {
    /// Each element of its result was compared.
    Alone,
    /// The schedule keeps its result in a form of its own, so that the result
    /// of a kernel that reads it was compared.
    Together,
  };
  /// The kernel's place in the model, such as `conv2d#3`.
  std::string place;
  How how;
};

struct CheckResult {
  /// Why nothing was checked, as the end of a sentence, or empty.
  std::string whyNot;
  /// In the order of their calls.
  llvm::SmallVector<CheckedKernel> kernels;
  /// How often the model ran, each time with other inputs.
  unsigned runs = 0;
};

/// Compares the kernels of `compiled`, a module after the phase `loops`, with
/// those of `kernels`, the same module before the phase `schedule`.
///
/// Both are compiled for this machine and run on the same inputs: random
/// numbers, extremes and constants. `kernels` skips the phase `schedule`, so
/// that upstream's conversion of linalg makes its loops: it has no schedule,
/// layout, step, row or shared memory. The result of each kernel is compared
/// when it has been computed, and then replaced by the expected one, so that a
/// kernel gets the right inputs whatever the kernels before it do.
///
/// Integers must be equal. A float may differ by 2^-18 of the largest element
/// of its tensor, and by 2^-7 where the type has fewer bits.
///
/// Both modules stay as they are. Fails with an error at each kernel whose
/// result differs, and with an error of the phase that fails.
mlir::FailureOr<CheckResult> checkKernels(mlir::ModuleOp kernels,
                                          mlir::ModuleOp compiled);

} // namespace tir

#endif // TIR_CHECK_CHECKKERNELS_H
