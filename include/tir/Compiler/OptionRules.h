//===- OptionRules.h - Completing and checking options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_OPTIONRULES_H
#define TIR_COMPILER_OPTIONRULES_H

#include "mlir/IR/Diagnostics.h"
#include "tir/Compiler/CompilationOptions.h"

namespace tir {

using EmitErrorFn = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// Emits an error about the options rather than the model.
mlir::InFlightDiagnostic emitOptionError(mlir::MLIRContext &context);

inline bool isToStandardOutput(const CompilationOptions &options) {
  return options.outputDirectory == "-";
}

/// Returns whether the compilation ends before it has products.
inline bool endsAtPhase(const CompilationOptions &options) {
  return !options.compileTo.empty() && options.compileTo != "package";
}

/// Returns whether there is any output besides an explanation.
inline bool writesFiles(const CompilationOptions &options) {
  return !options.emit.empty() || !options.explainMemory ||
         !options.outputDirectory.empty();
}

/// Returns whether the output is one archive, so that `-o` names a file.
bool isArchive(const CompilationOptions &options);

/// Returns whether loaders of shared libraries load code of this kind, so that
/// threads may call it.
bool isForLoaders(const CompilationOptions &options, EmitKind kind);

/// Whether loaders load all code, some of it, or none.
enum class LoadedCode { None, BesideOther, Only };
LoadedCode getLoadedCode(const CompilationOptions &options);

/// Returns whether this output needs the phase emitc, or the phase llvm.
bool needsEmitC(EmitKind kind);
bool needsLLVM(EmitKind kind);

/// Returns whether it is code that LLVM makes.
inline bool isMachineCode(EmitKind kind) {
  return needsLLVM(kind) && kind != EmitKind::HTML;
}

/// Returns whether the report needs the sizes of code, even if no object is
/// written: for the page, and for an estimate that is compared with `--flash`.
bool measuresCode(const CompilationOptions &options);

/// Returns the folder of the output.
std::string getOutputFolder(const CompilationOptions &options);

/// Fills in the model's name and the form of an archive's code, if the options
/// do not state them.
CompilationOptions completeOptions(CompilationOptions options);

/// Returns whether C is portable only because no target was given. Only its
/// speed would show it.
bool isPortableByChance(const CompilationOptions &options);

/// Checks what can be checked before the model is read. Each error names the
/// option, its value and a remedy.
llvm::LogicalResult checkOptions(const CompilationOptions &options,
                                 EmitErrorFn emitError);

} // namespace tir

#endif // TIR_COMPILER_OPTIONRULES_H
