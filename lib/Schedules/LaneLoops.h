//===- LaneLoops.h - Loops over blocks of pixels and lanes ------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_LANELOOPS_H
#define TIR_LIB_SCHEDULES_LANELOOPS_H

#include "KernelLoops.h"
#include "LanesKernel.h"

namespace tir {

/// The loops of schedules that compute blocks of pixels, and channels in lanes.
class LaneLoops : protected KernelLoops {
public:
  virtual ~LaneLoops() = default;

  mlir::LogicalResult run();

protected:
  LaneLoops(const BlockedKernel &kernel, int64_t pixels, int64_t lanes);

  using Range = std::pair<mlir::Value, mlir::Value>;
  /// A block of pixels, and the rows of their windows that are read, for each
  /// sum of products.
  struct Place {
    PixelBlock block;
    mlir::Value image, row, first;
    llvm::SmallVector<Range> rows;
  };

  /// Returns the rows of the windows of a row of pixels, for each sum.
  virtual llvm::SmallVector<Range> getRows(mlir::Value row) = 0;
  /// Emits neighbouring channels of a block of pixels.
  virtual mlir::LogicalResult emitBlock(const Place &place, mlir::Value channel,
                                        int64_t channels) = 0;

  /// Returns the position of the sum of a block's pixel and channel.
  llvm::SmallVector<mlir::AffineExpr> getPosition(const Place &place,
                                                  mlir::AffineExpr pixel,
                                                  mlir::Value channel,
                                                  mlir::AffineExpr number);

  LanesBlocks blocks;
  /// All pixels of all images are one row.
  bool isOneRow;

private:
  mlir::LogicalResult
  forChannels(llvm::function_ref<mlir::LogicalResult(mlir::Value channel,
                                                     int64_t channels)>
                  emit);
  mlir::LogicalResult
  forPlaces(llvm::function_ref<mlir::LogicalResult(const Place &)> emit);
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_LANELOOPS_H
