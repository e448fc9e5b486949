//===- CheckVariable.h - The default of --check
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_CHECKVARIABLE_H
#define TIR_LIB_COMPILER_CHECKVARIABLE_H

#include "tir/Compiler/CompilationOptions.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Error.h"

namespace tir {

/// Returns the value of the environment variable TIRC_CHECK, or "".
std::string getCheckVariable();

/// The values of `--check`, in the order in which Options.td lists them.
inline constexpr std::initializer_list<CheckChoice> kCheckChoices = {
    CheckChoice::Off, CheckChoice::Fast, CheckChoice::Proof,
    CheckChoice::Emulator};

/// Reads the compiler of `--check=emulator`. Without `--check`, the environment
/// variable TIRC_CHECK says what it is, for those who compile often, such as
/// the tests of tirc, and cannot add an option to each command.
llvm::Error readCheckOptions(const llvm::opt::InputArgList &args,
                             CompilationOptions &options);

} // namespace tir

#endif // TIR_LIB_COMPILER_CHECKVARIABLE_H
