//===- AccumulatorInit.h - What the sums of a convolution start with
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_ACCUMULATORINIT_H
#define TIR_LIB_SCHEDULES_ACCUMULATORINIT_H

#include "BlockedKernel.h"
#include "BlockedRescale.h"

namespace tir {

/// What is added to the sums of products of a kernel that is not laid out: a
/// number for each channel, or the same one for all.
struct AccumulatorInit {
  /// The argument with the numbers of the channels, or null.
  mlir::BlockArgument argument;
  int64_t number = 0;

  /// Returns std::nullopt if the sums start with anything else.
  static std::optional<AccumulatorInit> find(const BlockedKernel &kernel);
};

/// Lets the sums start with these numbers, or with 0 if there is no tensor, and
/// drops the operation that adds the biases to them.
void rewriteAccumulatorInit(const BlockedKernel &kernel,
                            const ChannelNumber &biases);

/// Lets the convolution subtract another zero point from its input, or none.
/// The biases have the rest then.
void dropZeroPoint(const BlockedKernel &kernel, int64_t left = 0);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_ACCUMULATORINIT_H
