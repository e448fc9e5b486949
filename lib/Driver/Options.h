//===- Options.h - What options ask for, and whether they fit together
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

/// 1-based, as in the names of dumps; 0 for no phase.
unsigned phaseNumber(llvm::StringRef name);

inline bool isToStandardOutput(const CompilationOptions &options) {
  return options.outputDirectory == "-";
}

/// Whether all goes into one archive, so that `-o` names a file.
bool isArchive(const CompilationOptions &options);

/// The folder that the output lies in.
std::string getOutputFolder(const CompilationOptions &options);

/// The options with the model's name, and the code that an archive holds, where
/// they say nothing of these.
CompilationOptions completeOptions(CompilationOptions options);

/// What can be known before the model is read; each error names option, value
/// and remedy.
llvm::LogicalResult checkOptions(const CompilationOptions &options,
                                 EmitErrorFn emitError);

} // namespace tir

#endif // TIR_LIB_DRIVER_OPTIONS_H
