//===- WeightsFor.h - Weights of a retrained model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_WEIGHTSFOR_H
#define TIR_DRIVER_WEIGHTSFOR_H

#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tir {

struct WeightsForOptions {
  /// The folder with the code, which --weights=blob generated.
  std::string folder;
  /// The retrained model.
  std::string model;
  /// The file to write.
  std::string output;
  /// The value of --weights-version, or an empty string.
  std::string version;
  /// Whether to replace a file that tirc did not write.
  bool force = false;
};

/// Writes weights of the model for the code in the folder. If they do not fit,
/// writes nothing, and prints why.
llvm::LogicalResult makeWeightsFor(const WeightsForOptions &options,
                                   llvm::raw_ostream &output,
                                   llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_WEIGHTSFOR_H
