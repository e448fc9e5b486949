//===- OptionParser.h - Options of a compilation from arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_OPTIONPARSER_H
#define TIR_COMPILER_OPTIONPARSER_H

#include "tir/Compiler/CompilationOptions.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Error.h"

namespace tir {

// Each error is a sentence that names the argument.

/// Parses arguments by the table of options.
llvm::Expected<llvm::opt::InputArgList>
parseArguments(llvm::ArrayRef<const char *> arguments);

/// Returns an option as a user writes it: `--plan=`, `-O`.
std::string spellOption(llvm::opt::OptSpecifier id);

/// Returns the error for a value that is not among the option's few.
llvm::Error makeUnknownValueError(const llvm::opt::Arg &arg);

/// Reads the options of the machine to compile for.
llvm::Error readTarget(const llvm::opt::InputArgList &args,
                       TargetOptions &target);

/// Reads the options for the compilation of one model.
llvm::Expected<CompilationOptions>
readCompilationOptions(const llvm::opt::InputArgList &args);

/// Parses arguments for the compilation of one model, such as `--emit=c`, `-o`,
/// and at most one file.
llvm::Expected<CompilationOptions>
parseCompilationOptions(llvm::ArrayRef<const char *> arguments);

} // namespace tir

#endif // TIR_COMPILER_OPTIONPARSER_H
