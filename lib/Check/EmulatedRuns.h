//===- EmulatedRuns.h - The target's code against its plain loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_EMULATEDRUNS_H
#define TIR_LIB_CHECK_EMULATEDRUNS_H

#include "Outcome.h"
#include "PlainRuns.h"
#include "tir/Check/CheckKernels.h"
#include "tir/Check/Emulation.h"

namespace tir {

/// What both programs of a check have in common.
struct ComparedResults {
  llvm::ArrayRef<KernelResult> results;
  /// What the compiled model shows. The number of a result that the plain loops
  /// do not show is -1.
  llvm::ArrayRef<ShownResult> shown;
  unsigned runs;
  /// How many turns the loops take in all runs.
  uint64_t turns;
};

/// Makes the target's code from `compiled`, a module after the phase `loops`,
/// and runs it on an emulated machine, on the inputs that `plain` gets. Fails
/// with an error at each kernel whose result differs. Returns on what it ran.
mlir::FailureOr<EmulatedOn> runOnEmulator(mlir::ModuleOp compiled,
                                          PlainRuns &plain,
                                          const ComparedResults &compared,
                                          const Emulation &emulation);

} // namespace tir

#endif // TIR_LIB_CHECK_EMULATEDRUNS_H
