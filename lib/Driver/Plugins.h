//===- Plugins.h - Plugins of a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_PLUGINS_H
#define TIR_LIB_DRIVER_PLUGINS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "tir/Driver/Compilation.h"

namespace tir {

using EmitErrorFn = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// Loads the plugins that the options name. Adds their dialects to `registry`,
/// and their passes to MLIR's registry of passes, which is shared by the
/// process.
llvm::LogicalResult loadPlugins(const CompilationOptions &options,
                                mlir::DialectRegistry &registry,
                                EmitErrorFn emitError);

/// One `--passes-before`.
struct PassesBefore {
  llvm::StringRef phase;
  std::unique_ptr<mlir::PassManager> passes;
};

/// Parses all `--passes-before` options. This registers the names of upstream's
/// passes and ours.
llvm::LogicalResult parsePassesBefore(const CompilationOptions &options,
                                      mlir::MLIRContext &context,
                                      std::vector<PassesBefore> &result,
                                      EmitErrorFn emitError);

} // namespace tir

#endif // TIR_LIB_DRIVER_PLUGINS_H
