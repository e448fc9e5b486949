//===- WeightRules.h - What options for weights cannot be combined with
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_WEIGHTRULES_H
#define TIR_LIB_COMPILER_WEIGHTRULES_H

#include "tir/Compiler/OptionRules.h"

namespace tir {

/// Checks what weights in a file beside the code cannot be combined with.
llvm::LogicalResult checkWeightBlob(const CompilationOptions &options,
                                    EmitErrorFn emitError);

/// Checks that no run overwrites weights that the application passes.
llvm::LogicalResult checkWeightInputs(const CompilationOptions &options,
                                      EmitErrorFn emitError);

} // namespace tir

#endif // TIR_LIB_COMPILER_WEIGHTRULES_H
