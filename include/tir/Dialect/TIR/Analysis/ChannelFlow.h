//===- ChannelFlow.h - Which channels of tensors are constant, and needed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A channel of a tensor is an index of its last dimension, or of its last two
// for a depthwise convolution that keeps the multiplier apart. This file knows
// no operation; ChannelOpInterface tells it what each one does.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_CHANNELFLOW_H
#define TIR_DIALECT_TIR_ANALYSIS_CHANNELFLOW_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "tir/Dialect/Kernel/IR/ChannelInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include <memory>

namespace tir {

/// The smallest and the largest number, both included, as signed integers. A
/// float has the full range of 64 bits.
struct ChannelRange {
  int64_t low, high;

  /// Returns the range of a type.
  static ChannelRange getFull(mlir::Type type);

  bool isConstant() const { return low == high; }

  ChannelRange join(ChannelRange other) const {
    return {std::min(low, other.low), std::max(high, other.high)};
  }

  bool operator==(const ChannelRange &other) const {
    return low == other.low && high == other.high;
  }
};

using ChannelRanges = std::vector<ChannelRange>;

/// What is known about the channels of the tensors in one block, and which of
/// them are kept.
class ChannelFlow {
public:
  /// Looks at no tensor yet.
  explicit ChannelFlow(mlir::Block &block);

  //===--------------------------------------------------------------------===//
  // Ranges
  //===--------------------------------------------------------------------===//

  /// Returns the number of trailing dimensions that are channels.
  unsigned getChannelRank(mlir::Value value) const {
    auto found = channelRanks.find(value);
    return found == channelRanks.end() ? 1 : found->second;
  }

  /// Lets the last `rank` dimensions of a result be its channels.
  void setChannelRank(mlir::Value value, unsigned rank) {
    channelRanks[value] = rank;
  }

  /// Returns the number of channels, or 0 for a value that has none: one that
  /// is not a tensor of static shape, or has too many channels.
  int64_t getNumChannels(mlir::Value value) const;

  /// Returns the ranges of the elements of each channel. The value has
  /// channels.
  const ChannelRanges &getRanges(mlir::Value value);

  /// Returns the range of all elements of a tensor or of a scalar.
  ChannelRange getRange(mlir::Value value);

  /// Sets the ranges of a result.
  void setRanges(mlir::Value value, ChannelRanges channels);

  //===--------------------------------------------------------------------===//
  // Kept channels
  //===--------------------------------------------------------------------===//

  /// Returns whether each use of a tensor can have a copy of its own, with the
  /// channels that it needs: a constant, an empty tensor, or a structured
  /// operation on such tensors, such as the broadcast of a bias.
  static bool isRecomputed(mlir::Value value, unsigned depth = 0);

  /// Lets two channels be kept or left out together. Does nothing for a tensor
  /// that is recomputed.
  void tie(mlir::Value lhs, int64_t lhsChannel, mlir::Value rhs,
           int64_t rhsChannel);

  /// Ties all channels of two tensors that have the same number of them.
  void tieAll(mlir::Value lhs, mlir::Value rhs);

  /// Keeps one channel, or all of them. Does nothing for a tensor that is
  /// recomputed.
  void keep(mlir::Value value, int64_t channel);
  void keepAll(mlir::ValueRange values);

  /// Lets the number of kept channels of a tensor be a multiple of `factor`, if
  /// it has enough channels.
  void alignKept(mlir::Value value, int64_t factor) {
    alignments.push_back({value, factor});
  }

  /// Returns whether a channel is kept.
  bool isKept(mlir::Value value, int64_t channel) const;

  /// Returns whether a channel is left out.
  bool isShrunk(mlir::Value value) const;

  /// Returns the kept channels in ascending order.
  llvm::SmallVector<int64_t> getKept(mlir::Value value) const;

  //===--------------------------------------------------------------------===//
  // Rewriting
  //===--------------------------------------------------------------------===//

  /// Returns the type that a tensor has with the kept channels only.
  mlir::RankedTensorType getSelectedType(mlir::Value value) const;

  /// Returns a copy of a tensor that is recomputed, with these indices of the
  /// last dimension only. The copy stands before the builder's position.
  static mlir::Value select(mlir::OpBuilder &builder, mlir::Value value,
                            llvm::ArrayRef<int64_t> channels);

  /// Returns a constant with these indices of one dimension only.
  static mlir::DenseElementsAttr select(mlir::DenseElementsAttr elements,
                                        unsigned dimension,
                                        llvm::ArrayRef<int64_t> indices);

  //===--------------------------------------------------------------------===//
  // Driving
  //===--------------------------------------------------------------------===//

  /// Infers the ranges of all tensors.
  void inferRanges();

  /// Finds out which channels are kept: those that are needed, at least one of
  /// each tensor, and all channels of `stored` tensors that are not constant.
  void findKept(llvm::ArrayRef<mlir::Value> stored = {});

  /// Changes all operations in place, then the types of all tensors. Nothing
  /// is known afterwards. Returns whether there was a change.
  bool selectAll();

private:
  /// A class of channels that are kept or left out together.
  using ChannelId = unsigned;

  std::optional<ChannelId> getId(mlir::Value value, int64_t channel) const;
  ChannelId findLeader(ChannelId id);
  void number(mlir::Value value);
  void tieOrKeep(mlir::Operation &op);
  void collectMembers();
  void keepLeader(ChannelId leader);
  void propagate();
  bool keepMore();

  mlir::Block &block;
  /// A tensor of more channels counts as one without channels.
  int64_t maxChannels;
  llvm::DenseMap<mlir::Value, unsigned> channelRanks;
  /// References to ranges stay valid while others are added.
  llvm::DenseMap<mlir::Value, std::unique_ptr<ChannelRanges>> ranges;

  /// The first channel of each tensor, in the order of the block.
  llvm::MapVector<mlir::Value, ChannelId> firstIds;
  /// The tensor of each channel.
  std::vector<mlir::Value> owners;
  std::vector<ChannelId> leaders;
  /// For each leader, whether its class is kept.
  std::vector<bool> kept;
  /// The channels of each class, once all are tied.
  std::vector<std::vector<ChannelId>> members;
  /// The classes that are kept and whose needs have not been asked for.
  std::vector<ChannelId> pending;
  llvm::SmallVector<std::pair<mlir::Value, int64_t>> alignments;
};

/// How an operand of a structured operation depends on a loop.
enum class ChannelUse {
  /// The operand is the same for all iterations.
  None,
  /// The loop is the last index of the operand, and no other one.
  Last,
  /// The loop is another index.
  Elsewhere
};

ChannelUse getChannelUse(mlir::AffineMap access, unsigned loop);

/// Returns the loop that is the last index; std::nullopt if it is computed, or
/// if there is no index.
std::optional<unsigned> getLastLoop(mlir::AffineMap access);

/// Returns the ranges of the arguments and results of a block of scalar code,
/// and of what it yields. `arguments` has the ranges of its arguments.
llvm::DenseMap<mlir::Value, ChannelRange>
inferBodyRanges(mlir::Block &body, llvm::ArrayRef<ChannelRange> arguments);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_CHANNELFLOW_H
