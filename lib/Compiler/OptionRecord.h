//===- OptionRecord.h - The options that control what is generated
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_OPTIONRECORD_H
#define TIR_LIB_COMPILER_OPTIONRECORD_H

#include "tir/Compiler/CompilationOptions.h"
#include "tir/Support/Identity.h"
#include "llvm/Option/ArgList.h"

namespace tir {

/// Returns the given options that control the generated files, in the order of
/// the table of options. Options that can be given once have their last value.
/// Files have their names without folders. With `isFull`, also those that only
/// control files beside the code.
std::vector<std::string> recordOptions(const llvm::opt::InputArgList &args,
                                       bool isFull = false);

/// Returns what the options mean on any machine: `--target=host` becomes the
/// options that it stands for.
std::vector<std::string> nameOptions(const CompilationOptions &options,
                                     llvm::ArrayRef<std::string> record);

/// Returns what the outputs say of the model, whose file has the hash `model`
/// unless a front end has told the one of the file that it read. `options` are
/// complete.
Identity makeIdentity(const CompilationOptions &options,
                      const Identity::Hash &model);

} // namespace tir

#endif // TIR_LIB_COMPILER_OPTIONRECORD_H
