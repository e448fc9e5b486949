//===- ScalarKernel.h - A convolution that #kernel.scalar computes
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

/// Whether `#kernel.scalar` has steps for the kernel: the elements of a
/// window's row are consecutive, or the columns of a depthwise window are few.
bool isScalarKernel(const BlockedKernel &kernel);

/// Whether the steps can raise the elements of the kernel, whose zero point is
/// -128 then.
bool canRaiseElements(const BlockedKernel &kernel);

/// How a row of pixels is divided into blocks.
struct ScalarBlocks {
  ScalarBlocks(const BlockedKernel &kernel,
               kernel::ScalarScheduleAttr schedule);

  /// Returns about how many instructions a Cortex-M3 takes for the kernel.
  uint64_t estimate(const BlockedKernel &kernel) const;

  /// The bytes of the elements that are raised.
  uint64_t getScratch(const BlockedKernel &kernel) const {
    return isRaised ? kernel.getProducts() : 0;
  }

  /// The output channels of a block.
  int64_t channels;
  /// Whether elements are raised, and weights have 16 bits.
  bool isRaised, hasPairs;
  /// The pixels of a block, and the blocks between the borders.
  int64_t pixels, blocks;
  /// The pixels before the blocks, after them up to the right border, and from
  /// there on. Only the windows at the borders have columns of padding.
  int64_t left, rest, right;
};

/// What `layOut` of the schedule does.
mlir::LogicalResult layOutScalarKernel(mlir::FunctionOpInterface kernel,
                                       kernel::ScalarScheduleAttr schedule,
                                       llvm::ArrayRef<mlir::Operation *> calls,
                                       mlir::SymbolTable &symbols);

/// Replaces the store of a kernel that is laid out by loops. `scratch` is the
/// buffer for the elements that are raised, or null.
mlir::LogicalResult lowerScalarKernel(const BlockedKernel &kernel,
                                      kernel::ScalarScheduleAttr schedule,
                                      mlir::Value scratch);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_SCALARKERNEL_H
