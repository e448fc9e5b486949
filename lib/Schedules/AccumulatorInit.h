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
#include "KernelArguments.h"

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

/// The weights of a call, and what is added to the sums of its channels.
struct ConvolutionConstants {
  mlir::DenseElementsAttr weights;
  /// The numbers of the channels, or null.
  mlir::DenseElementsAttr biases;
  /// The number of all channels, if `biases` is null.
  int64_t number;

  /// Returns std::nullopt if the call passes something that is not constant.
  static std::optional<ConvolutionConstants>
  find(const KernelArguments &arguments, const BlockedKernel &kernel,
       const AccumulatorInit &start, unsigned call);

  /// Returns the sums that a channel with these weights can have for int8
  /// elements, or nothing if they do not fit. `total` becomes the sum of the
  /// weights.
  std::optional<ChannelSum> getSum(llvm::ArrayRef<int8_t> weights,
                                   int64_t channel, int64_t zeroPoint,
                                   int64_t &total) const;

  int64_t getBias(int64_t channel) const {
    return biases ? biases.getValues<llvm::APInt>()[channel].getSExtValue()
                  : number;
  }
  /// Returns what the sum of a channel can be for elements that are at least
  /// `least` and at most `most`, and its bias. `total` becomes the sum of its
  /// weights.
  ChannelSum bound(const BlockedKernel &kernel, int64_t channel, int64_t least,
                   int64_t most, int64_t &total) const;
};

/// Returns the tensor of sums that start with the numbers of their channels.
mlir::Value createBroadcast(mlir::OpBuilder &builder, mlir::Location location,
                            const ChannelNumber &numbers, mlir::Value empty);

/// Lets the sums start with these numbers, or with 0 if there is no tensor, and
/// drops the operation that adds the biases to them.
void rewriteAccumulatorInit(const BlockedKernel &kernel,
                            const ChannelNumber &biases);

/// Lets the convolution subtract another zero point from its input, or none.
/// The biases have the rest then.
void dropZeroPoint(const BlockedKernel &kernel, int64_t left = 0);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_ACCUMULATORINIT_H
