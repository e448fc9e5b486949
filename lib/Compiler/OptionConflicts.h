//===- OptionConflicts.h - Options that cannot be combined
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_OPTIONCONFLICTS_H
#define TIR_LIB_COMPILER_OPTIONCONFLICTS_H

#include "tir/Compiler/OptionRules.h"

namespace tir {

/// Checks that no two options are given that contradict each other.
llvm::LogicalResult checkConflicts(const CompilationOptions &options,
                                   EmitErrorFn emitError);

} // namespace tir

#endif // TIR_LIB_COMPILER_OPTIONCONFLICTS_H
