//===- VectorKernel.h - A convolution by steps that are written as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_VECTORKERNEL_H
#define TIR_LIB_SCHEDULES_VECTORKERNEL_H

#include "BlockedKernel.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"

namespace tir {

/// The extents of the blocks in which `#kernel.vector` computes a kernel.
struct VectorBlocks {
  VectorBlocks(const BlockedKernel &kernel, int64_t pixels);

  /// Returns about how many instructions the steps of the kernel take.
  uint64_t estimate(llvm::StringRef family) const;

  /// Whether the elements of a window follow each other in the input.
  bool isDirect() const {
    return !kernel.isDepthwise && !kernel.pad &&
           ((kernel.kernelHeight == 1 && kernel.kernelWidth == 1) ||
            kernel.isOneWindow());
  }

  /// Whether a depthwise convolution is computed by columns of words, which
  /// have the rows of a window.
  bool isByColumns() const { return columns != 0; }
  /// Whether windows are read where they are, row by row, unless they have
  /// padding.
  bool isBySegments() const;
  /// The columns that the windows of neighbouring pixels cover.
  int64_t getColumns(int64_t count) const {
    return (count - 1) * kernel.strideWidth + kernel.kernelWidth;
  }

  const BlockedKernel &kernel;
  /// The pixels and the channels of the largest block.
  int64_t pixels, channels;
  /// The elements of a row of weights.
  int64_t rowSize;

  /// The elements of the arguments with scratch memory, in their order; 0 for
  /// those that the kernel does not need.
  int64_t sums, columns = 0, copies = 0, padding = 0, elements = 0;
};

/// Whether `#kernel.vector` has steps for the kernel.
bool isVectorKernel(const BlockedKernel &kernel);

/// What `layOut` of the schedule does.
mlir::LogicalResult layOutVectorKernel(mlir::FunctionOpInterface kernel,
                                       kernel::VectorScheduleAttr schedule,
                                       llvm::ArrayRef<mlir::Operation *> calls,
                                       mlir::SymbolTable &symbols);

/// Replaces the store of a kernel that is laid out by loops. `scratches` are
/// the arguments that `VectorBlocks` says it needs.
mlir::LogicalResult lowerVectorKernel(const BlockedKernel &kernel,
                                      kernel::VectorScheduleAttr schedule,
                                      llvm::ArrayRef<mlir::Value> scratches);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_VECTORKERNEL_H
