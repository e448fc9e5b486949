//===- LanesKernel.h - A sum of float products that #kernel.lanes computes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_LANESKERNEL_H
#define TIR_LIB_SCHEDULES_LANESKERNEL_H

#include "BlockedKernel.h"
#include "tir/Dialect/Kernel/IR/LaneSteps.h"
#include "tir/TargetInfo/FloatVectors.h"

namespace tir {

/// Whether `#kernel.lanes` has loops for the kernel.
bool isLanesKernel(const BlockedKernel &kernel);

/// Whether the weights of a block's channels are laid out together. In a
/// matrix, and at a position of a depthwise window, they lie so already.
bool hasPackedWeights(const BlockedKernel &kernel);

/// Whether all pixels of all images are computed as one row.
bool isOneRowOfLanes(const BlockedKernel &kernel);

/// What a step does with its sums, if it is what `kernel.dot_lanes` does.
struct LanesOutputs {
  /// Returns what follows the sums of a kernel; std::nullopt if a step does not
  /// do all of it.
  static std::optional<LanesOutputs> find(const BlockedKernel &kernel);

  /// A number for each channel that the sums start with, or null.
  mlir::BlockArgument start;
  /// What is added to the sums, or null: a number for each element of the
  /// output, or for each channel.
  mlir::BlockArgument addend;
  bool addsPixels = false;
  std::optional<llvm::APFloat> low, high;
};

/// Neighbouring pixels of a row that are computed together.
struct PixelBlock {
  int64_t first, pixels;
  /// How often the block follows itself.
  int64_t times = 1;
  /// Whether some columns of some windows are padding.
  bool isBorder = false;
  /// Whether all windows have the same columns of padding.
  bool isUniform = false;
};

/// The extents of the blocks in which `#kernel.lanes` computes a kernel.
class LanesBlocks {
public:
  LanesBlocks(const BlockedKernel &kernel, int64_t pixels, int64_t lanes);

  /// Returns the pixels and channels of a block that take the fewest cycles
  /// with such vectors.
  static std::pair<int64_t, int64_t> choose(const BlockedKernel &kernel,
                                            const FloatVectors &vectors);

  /// Returns the columns of the window of the pixel in column `pixel` that are
  /// inside of the input.
  static std::pair<int64_t, int64_t> getColumns(const BlockedKernel &kernel,
                                                int64_t pixel);

  /// Returns about how many cycles the kernel takes.
  uint64_t estimate(const FloatVectors &vectors) const;

  /// Returns the blocks of a row, in their order.
  llvm::SmallVector<PixelBlock> getRow() const;
  /// Whether all pixels are multiplied with a group of channels before the next
  /// group, since the weights do not fit a cache.
  bool isByChannels() const;
  /// Returns how the input is read: the elements of a block are stored in the
  /// order of its channels.
  ReadProgress getProgress() const {
    int64_t together =
        isByChannels() ? kernel.batch * kernel.height * kernel.width : pixels;
    return {/*unit=*/1, together * kernel.channels};
  }
  /// Returns how many steps blocks with padding consist of.
  int64_t getNumBorderSteps() const;

  /// Whether each block that has columns of padding is uniform. A window of a
  /// depthwise convolution has so few products that more steps take longer.
  bool hasUniformBlocks() const {
    return kernel.isFloat && kernel.isDepthwise && kernel.others.empty();
  }
  /// Whether some step does not do all that the kernel does with its sums, so
  /// that they are in memory.
  bool needsScratch() const;
  /// Returns how many sums a block has.
  int64_t getNumSums() const {
    return pixels * lanes * static_cast<int64_t>(1 + kernel.others.size());
  }

  /// The largest block.
  int64_t pixels, lanes;

private:
  double estimateWeights() const;

  const BlockedKernel &kernel;
};

/// What `layOut` of the schedule does.
mlir::LogicalResult layOutLanesKernel(mlir::FunctionOpInterface kernel,
                                      kernel::LanesScheduleAttr schedule,
                                      llvm::ArrayRef<mlir::Operation *> calls,
                                      mlir::SymbolTable &symbols);

/// Replaces the store of a kernel that is laid out by loops. `sums` is an
/// argument with scratch memory for a block.
mlir::LogicalResult lowerLanesKernel(const BlockedKernel &kernel,
                                     kernel::LanesScheduleAttr schedule,
                                     mlir::Value sums);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_LANESKERNEL_H
