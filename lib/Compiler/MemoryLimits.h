//===- MemoryLimits.h - The limits of memory, after a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_MEMORYLIMITS_H
#define TIR_LIB_COMPILER_MEMORYLIMITS_H

#include "tir/Compiler/OptionRules.h"

namespace tir {

/// Compares what a report says with the limits of the options (`--ram`,
/// `--flash`). What the files need for certain, an object's code among it, is
/// an error if it is more. The code of C is an estimate, so that a warning says
/// if it is more.
llvm::LogicalResult checkMemoryLimits(const CompilationOptions &options,
                                      llvm::StringRef report,
                                      mlir::MLIRContext &context);

} // namespace tir

#endif // TIR_LIB_COMPILER_MEMORYLIMITS_H
