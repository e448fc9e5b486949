//===- ChannelOpInterfaceImpl.h - What upstream's operations do with channels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_CHANNELS_CHANNELOPINTERFACEIMPL_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_CHANNELS_CHANNELOPINTERFACEIMPL_H

#include "tir/Dialect/TIR/Analysis/ChannelFlow.h"

namespace tir {

/// Keeps all channels of what an operation reads and computes.
void keepWhole(mlir::Operation *op, ChannelFlow &flow);

/// Returns the loop that is the last index of all results, and no other index
/// of them; std::nullopt if there is none, or if it is a reduction.
std::optional<unsigned> getChannelLoop(mlir::linalg::LinalgOp op);

/// A convolution, a depthwise convolution or a matrix product of integers with
/// constant weights, which are the same for all positions.
class ChannelProducts {
public:
  /// Matches an operation.
  static std::optional<ChannelProducts> match(mlir::linalg::LinalgOp op);

  bool isDepthwise() { return outputLoops.front() == inputLoop; }

  void inferRanges(ChannelFlow &flow);
  void tie(ChannelFlow &flow);
  void keepOperands(ChannelFlow &flow, llvm::ArrayRef<int64_t> channels);
  void select(ChannelFlow &flow);

private:
  /// The weights, minus their zero point, that one input channel has for one
  /// output channel, added up by sign.
  struct Sums {
    int64_t positive = 0, negative = 0;
    bool areZero() const { return positive == 0 && negative == 0; }
    int64_t total() const { return positive + negative; }
  };

  bool findFactors();
  bool findOutputLoops(mlir::AffineMap outputMap);
  bool hasPlainLoops(mlir::AffineMap inputMap, mlir::AffineMap weightsMap);
  int64_t getExtent(unsigned loop) { return extents[loop]; }
  /// The results that a depthwise convolution has for each input channel.
  int64_t getMultiplier() {
    return outputLoops.size() == 2 ? getExtent(outputLoops.back()) : 1;
  }
  unsigned getNumOutputs();
  std::vector<Sums> sumWeights(int64_t output);
  bool canFold(ChannelFlow &flow, int64_t output, llvm::ArrayRef<Sums> sums);
  mlir::Value selectInit(mlir::OpBuilder &builder, ChannelFlow &flow,
                         mlir::RankedTensorType type,
                         llvm::ArrayRef<int64_t> outputs);
  unsigned getWeightsDim(unsigned loop);
  bool isRegular(ChannelFlow &flow);

  mlir::linalg::LinalgOp op;
  mlir::OpOperand *input = nullptr;
  mlir::OpOperand *weights = nullptr;
  mlir::DenseIntElementsAttr numbers;
  /// The same, once `sumWeights` has been called.
  std::vector<int64_t> weightNumbers;
  int64_t inputZeroPoint = 0, weightsZeroPoint = 0;
  /// The loops over the channels of the input, and of the result: that over
  /// input channels and that over the multiplier for a depthwise convolution.
  unsigned inputLoop = 0;
  llvm::SmallVector<unsigned, 2> outputLoops;
  llvm::SmallVector<int64_t> extents;
};

/// Returns a tensor that has one number for each index of the last dimension,
/// as TOSA's convolutions broadcast their bias.
mlir::Value broadcastChannels(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::RankedTensorType type,
                              llvm::ArrayRef<llvm::APInt> numbers);

// Each function attaches implementations of ChannelOpInterface to the
// operations of one dialect, which must be loaded.
void attachStructuredChannels(mlir::MLIRContext &context);
void attachTensorChannels(mlir::MLIRContext &context);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_CHANNELS_CHANNELOPINTERFACEIMPL_H
