//===- Options.h - Completing and checking options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_OPTIONS_H
#define TIR_LIB_DRIVER_OPTIONS_H

#include "Plugins.h"
#include "tir/Driver/Compilation.h"

namespace tir {

/// Returns the number of a phase, counted from 1, as in the names of dumps.
/// Returns 0 for an unknown name.
unsigned phaseNumber(llvm::StringRef name);

inline bool isToStandardOutput(const CompilationOptions &options) {
  return options.outputDirectory == "-";
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

/// Returns the folder of the output.
std::string getOutputFolder(const CompilationOptions &options);

/// Fills in the model's name and the form of an archive's code, if the options
/// do not state them.
CompilationOptions completeOptions(CompilationOptions options);

/// Checks what can be checked before the model is read. Each error names the
/// option, its value and a remedy.
llvm::LogicalResult checkOptions(const CompilationOptions &options,
                                 EmitErrorFn emitError);

} // namespace tir

#endif // TIR_LIB_DRIVER_OPTIONS_H
