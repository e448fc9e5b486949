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

/// An option that says how a model is compiled, as lib/Driver/Options.td
/// defines it. Options about files (`-o`) and other things that the command
/// does (`--describe`) are not among these.
struct OptionInfo {
  enum class Kind {
    Flag,     ///< `--tvm-compat`
    Bool,     ///< `--unpacked-api=true`
    Value,    ///< `--model-name=NAME`
    List,     ///< `--io-quant=...`, several times
    CommaList ///< `--emit=c,obj`
  };

  /// Without dashes.
  llvm::StringRef name;
  Kind kind;
  /// What stands for the value in the help, such as `NAME`.
  llvm::StringRef valueName;
  llvm::StringRef help;
  /// The values that it takes, by commas; empty where any text may be one.
  llvm::StringRef values;
};

/// All of them, by name.
llvm::ArrayRef<OptionInfo> getCompilationOptions();

/// Reads arguments of the command that are about the compilation of one model,
/// such as `--emit=c`, `-o`, and at most one file. The error is a sentence that
/// names the argument.
llvm::Expected<CompilationOptions>
parseCompilationOptions(llvm::ArrayRef<const char *> arguments);

/// Does what `tirc` does with these arguments, the command's own name not among
/// them, those in a response file (`@FILE`) included. Returns its exit code: 0,
/// 1 where the model or a file is the reason that it failed, and 2 for a
/// command that is none. `showProgress` tells on `errors` how long each phase
/// took, unless `--quiet` is given.
int runCommand(llvm::ArrayRef<const char *> arguments,
               llvm::raw_ostream &output, llvm::raw_ostream &errors,
               bool showProgress);

} // namespace tir

#endif // TIR_DRIVER_COMMANDLINE_H
