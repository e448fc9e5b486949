//===- CommandLine.h - The command tirc and its options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_COMMANDLINE_H
#define TIR_DRIVER_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace tir {

/// Runs `tirc` with these arguments, without the command's own name, and
/// expands response files (`@FILE`). Returns the exit code: 0 on success, 1 if
/// the model or a file caused a failure, and 2 if the command line is wrong.
/// Unless `--quiet` is given, ends a compilation with a summary on `errors`. If
/// `showProgress` is set, prints there how long each phase took. Uses colours
/// on terminals, unless the environment has NO_COLOR.
int runCommand(llvm::ArrayRef<const char *> arguments,
               llvm::raw_ostream &output, llvm::raw_ostream &errors,
               bool showProgress);

} // namespace tir

#endif // TIR_DRIVER_COMMANDLINE_H
