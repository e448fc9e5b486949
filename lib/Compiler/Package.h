//===- Package.h - A compiled model as a package of a firmware ecosystem
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_PACKAGE_H
#define TIR_LIB_COMPILER_PACKAGE_H

#include "tir/Compiler/OptionRules.h"
#include "tir/Compiler/OutputFiles.h"

namespace tir {

/// Returns the ecosystem of the package that is to be written, or std::nullopt
/// if none is.
std::optional<EmitKind> getPackageKind(const CompilationOptions &options);

/// Checks the options of a package, which has C alone and no runtime.
llvm::LogicalResult checkPackage(const CompilationOptions &options,
                                 EmitErrorFn emitError);

/// Returns the files of the package: `products`, the output of earlier steps
/// under the names that they have in a folder, at the places where the
/// ecosystem looks for them, and the files that describe the package.
OutputFiles makePackage(const CompilationOptions &options, llvm::StringRef stem,
                        const OutputFiles &products);

} // namespace tir

#endif // TIR_LIB_COMPILER_PACKAGE_H
