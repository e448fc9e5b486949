//===- ScalarKernel.h - A convolution that #tir.scalar computes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_SCALARKERNEL_H
#define TIR_LIB_SCHEDULES_SCALARKERNEL_H

#include "BlockedKernel.h"

namespace tir {

/// The output channels of a block.
inline constexpr int64_t kScalarChannels = 4;

/// Whether `#tir.scalar` has steps for the kernel: the elements of a window's
/// row are consecutive, or the columns of a depthwise window are few.
bool isScalarKernel(const BlockedKernel &kernel);

/// How a row of pixels is divided into blocks.
struct ScalarBlocks {
  ScalarBlocks(const BlockedKernel &kernel, int64_t pixels);

  /// Returns the pixels of a block that take the fewest instructions.
  static int64_t choosePixels(const BlockedKernel &kernel, int64_t maxPixels);
  /// Returns about how many instructions a Cortex-M3 takes for the kernel.
  uint64_t estimate(const BlockedKernel &kernel) const;

  /// The pixels of a block, and the blocks between the borders.
  int64_t pixels, blocks;
  /// The pixels before the blocks, after them up to the right border, and from
  /// there on. Only the windows at the borders have columns of padding.
  int64_t left, rest, right;
};

/// Gives the constants of a kernel the layout of the schedule, here and in its
/// calls. Returns failure, with nothing changed and without an error, if the
/// schedule cannot compute the kernel with the constants of one of the calls.
mlir::LogicalResult layOutScalarKernel(mlir::FunctionOpInterface kernel,
                                       ScalarScheduleAttr schedule,
                                       llvm::ArrayRef<mlir::Operation *> calls,
                                       mlir::SymbolTable &symbols);

/// Replaces the store of a kernel that is laid out by loops.
mlir::LogicalResult lowerScalarKernel(const BlockedKernel &kernel,
                                      ScalarScheduleAttr schedule);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_SCALARKERNEL_H
