//===- Compile.h - From a model's file to the files that are written
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_COMPILE_H
#define TIR_DRIVER_COMPILE_H

#include "tir/Compiler/CompilationOptions.h"
#include "tir/Compiler/OutputFiles.h"
#include "tir/Driver/DiagnosticPrinter.h"

namespace tir {

/// What the caller of a compilation learns while it runs. Each function may be
/// null.
struct CompilationCallbacks {
  /// Called when a phase, or reading or writing files, has ended.
  std::function<void(llvm::StringRef phase, double seconds)> progress;
  /// Called with each error and warning, including those that are not printed.
  std::function<void(const PlacedDiagnostic &)> diagnostic;
  /// Called before each pass. If it returns true, the compilation fails without
  /// a diagnostic.
  std::function<bool()> isCancelled;
};

/// How a run ended. `WrongUsage` means that the options are wrong, whatever the
/// model is.
enum class Outcome { Success, Failure, WrongUsage };

/// Compiles one model. Writes errors to `errors`, each with its place and a
/// remedy, and the summary; after an error, only dumps have been written.
/// Writes IR for standard output, and the explanation of the memory, to
/// `output`.
Outcome compile(const CompilationOptions &options,
                const CompilationCallbacks &callbacks,
                llvm::raw_ostream &errors, llvm::raw_ostream &output);

/// Compiles one model and returns the files instead of writing them to
/// `outputDirectory`. An archive has the name `tvmgen_<model>.tar`.
mlir::FailureOr<OutputFiles>
compileToMemory(const CompilationOptions &options,
                const CompilationCallbacks &callbacks,
                llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_COMPILE_H
