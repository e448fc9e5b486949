//===- Variants.h - What a model needs with other options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_VARIANTS_H
#define TIR_LIB_DRIVER_VARIANTS_H

#include "tir/Driver/Compilation.h"
#include "tir/Target/Report/Report.h"

namespace tir {

/// Compiles the model again, without files, with each option that could lower
/// its RAM and that is not given yet. A variant that cannot be compiled is left
/// out. `source` is the model itself.
std::vector<Variant> planVariants(const CompilationOptions &options,
                                  llvm::StringRef source);

/// Returns the options of the table in Variants.cpp with which the model fits
/// the limits of `options` (`--ram`, `--pool`), which it does not fit without
/// them: each that is enough by itself, or else all of them together if that is
/// enough.
std::vector<std::string> findFittingOptions(const CompilationOptions &options,
                                            llvm::StringRef source);

} // namespace tir

#endif // TIR_LIB_DRIVER_VARIANTS_H
