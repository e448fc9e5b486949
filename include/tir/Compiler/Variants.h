//===- Variants.h - What a model needs with other options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_VARIANTS_H
#define TIR_COMPILER_VARIANTS_H

#include "tir/Compiler/CompilationOptions.h"
#include "tir/Compiler/OutputFiles.h"
#include "tir/Target/Report/Report.h"

namespace tir {

/// Compiles the same model with other options, in silence.
using CompileFn = llvm::function_ref<mlir::FailureOr<OutputFiles>(
    const CompilationOptions &options)>;

/// Compiles the model again, without files, with each option that could lower
/// its RAM and that is not given yet. A variant that cannot be compiled is left
/// out.
std::vector<Variant> planVariants(const CompilationOptions &options,
                                  CompileFn compile);

/// Returns the options of the table in Variants.cpp with which the model fits
/// the limits of `options` (`--ram`, `--pool`), which it does not fit without
/// them: each that is enough by itself, or else all of them together if that is
/// enough.
std::vector<std::string> findFittingOptions(const CompilationOptions &options,
                                            CompileFn compile);

/// Returns the most bytes of state (`--slide-state`) with which the window of
/// `--slide` keeps the limit of RAM, by rows, so that it takes the least work;
/// the fewest bytes that were tried if none do, and 0 if the limit allows any
/// state.
uint64_t findSlideState(const CompilationOptions &options, CompileFn compile);

} // namespace tir

#endif // TIR_COMPILER_VARIANTS_H
