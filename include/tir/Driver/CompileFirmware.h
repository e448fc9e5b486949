//===- CompileFirmware.h - From the files of several models to one program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_COMPILEFIRMWARE_H
#define TIR_DRIVER_COMPILEFIRMWARE_H

#include "tir/Driver/Compile.h"

namespace tir {

/// The arguments of a compilation of several models.
struct FirmwareArguments {
  /// The file that says which of them may run at the same time.
  std::string plan;
  /// The files of the models.
  std::vector<std::string> models;
  /// The options of all models, as on the command line, and `MODEL:OPTION` for
  /// one of them.
  std::vector<std::string> options, modelOptions;
};

/// Compiles the models, and writes the program to the folder of the options.
/// Errors name the model and its place, or the place in the plan.
Outcome compileFirmware(const FirmwareArguments &arguments,
                        const CompilationCallbacks &callbacks, bool summarize,
                        llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_COMPILEFIRMWARE_H
