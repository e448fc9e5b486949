//===- Identify.h - Which models are in a program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_IDENTIFY_H
#define TIR_DRIVER_IDENTIFY_H

#include "tir/Driver/Compile.h"

namespace tir {

struct IdentifyOptions {
  /// A program, or another file with code.
  std::string image;
  /// Files of models, which are compiled again with the recorded options.
  std::vector<std::string> models;
  /// The folder for the recorded options; empty for none.
  std::string records;
  bool force = false;
};

/// Prints which models are in the program. Fails if there is none, if one is
/// damaged, or if one of `models` is in none of them or becomes other code.
llvm::LogicalResult identify(const IdentifyOptions &options,
                             llvm::raw_ostream &output,
                             llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_IDENTIFY_H
