//===- OutlineGuardedRun.h - What a guard lets run, as a function
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_OUTLINEGUARDEDRUN_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_OUTLINEGUARDEDRUN_H

#include "mlir/IR/BuiltinOps.h"

namespace tir {

/// Moves what a guarded `_run` of the C interface does to a function that gets
/// the same arguments. The guard then takes the same few bytes of code for each
/// model: inlined, the run would have fewer registers.
void outlineGuardedRuns(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_OUTLINEGUARDEDRUN_H
