//===- FoldedChannels.h - Which channels of a result are computed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_FOLDEDCHANNELS_H
#define TIR_DIALECT_TIR_IR_FOLDEDCHANNELS_H

#include "mlir/IR/BuiltinAttributes.h"
#include <optional>
#include <vector>

namespace tir {

class FoldedChannelsAttr;

/// A channel whose elements are the same for every input.
struct ConstantChannel {
  int64_t channel, value;
  /// The proof: the smallest and the largest number that the channel is
  /// computed from (the accumulator before its rescale), or the value twice.
  int64_t low, high;
};

/// The channels of a tensor of the model, and which of them are computed. This
/// is what the attribute `#tir.channels` says.
struct FoldedChannels {
  /// The number of channels that the model gives the tensor.
  int64_t count = 0;
  /// The computed channels in ascending order.
  std::vector<int64_t> computed;
  /// The constant channels in ascending order, whether computed or not.
  std::vector<ConstantChannel> constants;

  /// Reads the attribute. Returns std::nullopt if it is another one, or null.
  static std::optional<FoldedChannels> get(mlir::Attribute attribute);

  FoldedChannelsAttr getAttr(mlir::MLIRContext *context) const;

  bool isWhole() const { return int64_t(computed.size()) == count; }
};

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_FOLDEDCHANNELS_H
