//===- Plugins.h - Plugins of a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_PLUGINS_H
#define TIR_LIB_COMPILER_PLUGINS_H

#include "mlir/IR/DialectRegistry.h"
#include "tir/Compiler/OptionRules.h"

namespace tir {

/// Loads the plugins that the options name. Adds their dialects to `registry`,
/// and their passes to MLIR's registry of passes, which is shared by the
/// process.
llvm::LogicalResult loadPlugins(const CompilationOptions &options,
                                mlir::DialectRegistry &registry,
                                EmitErrorFn emitError);

} // namespace tir

#endif // TIR_LIB_COMPILER_PLUGINS_H
