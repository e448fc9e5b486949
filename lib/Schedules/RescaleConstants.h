//===- RescaleConstants.h - What is stored for each channel to rescale it
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_RESCALECONSTANTS_H
#define TIR_LIB_SCHEDULES_RESCALECONSTANTS_H

#include "BlockedRescale.h"
#include "KernelArguments.h"

namespace tir {

/// The numbers of all channels that a kernel reads besides its weights.
struct RescaleConstants {
  /// Adds a constant, which `getValue` returns for each call, and returns the
  /// tensor that the kernel reads.
  using AddConstant = llvm::function_ref<mlir::Value(
      llvm::StringRef name, KernelArguments::GetConstant getValue)>;

  /// Adds the numbers of `rescale`, or the biases only if it is null. `sums`
  /// has the channels of each call.
  static RescaleConstants add(mlir::MLIRContext *context,
                              const ShortRescale *rescale,
                              llvm::ArrayRef<llvm::ArrayRef<ChannelSum>> sums,
                              AddConstant addConstant);

  /// What the sums start with. There is no tensor if it is 0.
  ChannelNumber biases;
  /// What the rescale reads, as `ShortRescale::rewrite` wants it.
  llvm::SmallVector<ChannelNumber> numbers;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_RESCALECONSTANTS_H
