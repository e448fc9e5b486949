//===- CommandLine.h - The command tirc and its options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_COMMANDLINE_H
#define TIR_DRIVER_COMMANDLINE_H

#include "tir/Driver/Compilation.h"
#include "llvm/Support/Error.h"

namespace tir {

/// An option that controls how a model is compiled, as lib/Driver/Options.td
/// defines it. Options about files (`-o`) and about other things that the
/// command does (`--describe`) are not included.
struct OptionInfo {
  enum class Kind {
    Flag,     ///< `--tvm-compat`
    Bool,     ///< `--unpacked-api=true`
    Value,    ///< `--model-name=NAME`
    List,     ///< `--io-quant=...`, several times
    CommaList ///< `--emit=c,obj`
  };

  /// The name without dashes.
  llvm::StringRef name;
  Kind kind;
  /// The placeholder for the value in the help, such as `NAME`.
  llvm::StringRef valueName;
  llvm::StringRef help;
  /// The values that the option takes, separated by commas; empty if it takes
  /// any text.
  llvm::StringRef values;
};

/// Returns all options, ordered by name.
llvm::ArrayRef<OptionInfo> getCompilationOptions();

/// Parses arguments of the command for the compilation of one model, such as
/// `--emit=c`, `-o`, and at most one file. The error is a sentence that names
/// the argument.
llvm::Expected<CompilationOptions>
parseCompilationOptions(llvm::ArrayRef<const char *> arguments);

/// Runs `tirc` with these arguments, without the command's own name, and
/// expands response files (`@FILE`). Returns the exit code: 0 on success, 1 if
/// the model or a file caused a failure, and 2 if the command line is wrong.
/// Unless
/// `--quiet` is given, ends a compilation with a summary on `errors`, and if
/// `showProgress` is set, prints there how long each phase took. Uses colours
/// on terminals, unless the environment has NO_COLOR.
int runCommand(llvm::ArrayRef<const char *> arguments,
               llvm::raw_ostream &output, llvm::raw_ostream &errors,
               bool showProgress);

} // namespace tir

#endif // TIR_DRIVER_COMMANDLINE_H
