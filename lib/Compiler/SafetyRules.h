//===- SafetyRules.h - What checks of a run cannot be combined with
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_SAFETYRULES_H
#define TIR_LIB_COMPILER_SAFETYRULES_H

#include "tir/Compiler/OptionRules.h"

namespace tir {

/// Checks that the interface has what `--safety` checks.
llvm::LogicalResult checkSafety(const CompilationOptions &options,
                                EmitErrorFn emitError);

} // namespace tir

#endif // TIR_LIB_COMPILER_SAFETYRULES_H
