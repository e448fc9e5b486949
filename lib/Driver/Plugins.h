//===- Plugins.h - What others add to a compilation
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

/// Loads the plugins that the options name: dialects into `registry`, passes
/// into the registry of passes that MLIR has for the whole process.
llvm::LogicalResult loadPlugins(const CompilationOptions &options,
                                mlir::DialectRegistry &registry,
                                EmitErrorFn emitError);

/// One `--passes-before`.
struct PassesBefore {
  llvm::StringRef phase;
  std::unique_ptr<mlir::PassManager> passes;
};

/// Reads all of them; upstream's passes and ours have their names then, too.
llvm::LogicalResult parsePassesBefore(const CompilationOptions &options,
                                      mlir::MLIRContext &context,
                                      std::vector<PassesBefore> &result,
                                      EmitErrorFn emitError);

} // namespace tir

#endif // TIR_LIB_DRIVER_PLUGINS_H
