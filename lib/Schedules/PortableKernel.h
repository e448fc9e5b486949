//===- PortableKernel.h - A convolution as loops that compilers vectorise
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_PORTABLEKERNEL_H
#define TIR_LIB_SCHEDULES_PORTABLEKERNEL_H

#include "BlockedKernel.h"

namespace tir {

/// The extents of the blocks in which `#kernel.portable` computes a kernel.
struct PortableBlocks {
  PortableBlocks(const BlockedKernel &kernel, int64_t pixels);

  /// Returns the pixels of a block that take the fewest instructions, with
  /// scratch memory in mind, and at most `maxPixels`.
  static int64_t choosePixels(const BlockedKernel &kernel, int64_t maxPixels);

  /// The pixels and the channels of the largest block.
  int64_t pixels, channels;
  /// The numbers of a row of weights: the products of a channel with zeros at
  /// the end, or the channels of a depthwise window.
  int64_t rowSize;

  /// The elements of the arguments with scratch memory, in their order; 0 for
  /// those that the kernel does not need.
  int64_t sums, numbers, padding;
};

/// Whether a depthwise window has few enough positions for kernel.dot_window.
bool isPortable(const BlockedKernel &kernel);

/// What `layOut` of the schedule does.
mlir::LogicalResult layOutPortableKernel(
    mlir::FunctionOpInterface kernel, kernel::PortableScheduleAttr schedule,
    llvm::ArrayRef<mlir::Operation *> calls, mlir::SymbolTable &symbols);

/// Replaces the store of a kernel that is laid out by loops. `scratches` are
/// the arguments that `PortableBlocks` says it needs.
mlir::LogicalResult lowerPortableKernel(const BlockedKernel &kernel,
                                        kernel::PortableScheduleAttr schedule,
                                        llvm::ArrayRef<mlir::Value> scratches);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_PORTABLEKERNEL_H
