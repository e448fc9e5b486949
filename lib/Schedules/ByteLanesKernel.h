//===- ByteLanesKernel.h - A sum of int8 products that #kernel.byte_lanes
// computes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_BYTELANESKERNEL_H
#define TIR_LIB_SCHEDULES_BYTELANESKERNEL_H

#include "LanesKernel.h"
#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"

namespace tir {

/// The extents of the blocks in which `#kernel.byte_lanes` computes a kernel.
class ByteLanesBlocks {
public:
  ByteLanesBlocks(const BlockedKernel &kernel, int64_t pixels, int64_t lanes,
                  int64_t products);

  /// Returns the schedule whose blocks take the fewest cycles.
  static kernel::ByteLanesScheduleAttr choose(const BlockedKernel &kernel,
                                              mlir::MLIRContext *context,
                                              const ByteVectors &vectors);

  /// Returns about how many cycles the kernel takes.
  uint64_t estimate(const ByteVectors &vectors) const;

  /// Whether a segment of the weights is a row of the window: with few input
  /// channels, rows of zeros after each column would be most of it.
  bool isJoined() const;
  /// The products of a segment, and the segments of a channel.
  int64_t getSegment() const;
  int64_t getNumSegments() const;
  /// The weights of a channel, with zeros at the end of each segment.
  int64_t getWeightsOfChannel() const {
    return getNumSegments() * llvm::alignTo(getSegment(), products);
  }
  int64_t getNumSums() const { return blocks.pixels * blocks.lanes; }

  const BlockedKernel &kernel;
  /// The blocks of a row.
  LanesBlocks blocks;
  int64_t products;

private:
  double estimateBlock(const ByteVectors &vectors, int64_t pixels,
                       int64_t channels) const;
};

/// Whether `#kernel.byte_lanes` has loops for the kernel.
bool isByteLanesKernel(const BlockedKernel &kernel);

/// What `layOut` of the schedule does.
mlir::LogicalResult layOutByteLanesKernel(
    mlir::FunctionOpInterface kernel, kernel::ByteLanesScheduleAttr schedule,
    llvm::ArrayRef<mlir::Operation *> calls, mlir::SymbolTable &symbols);

/// Replaces the store of a kernel that is laid out by loops. `sums` is an
/// argument with scratch memory for a block.
mlir::LogicalResult lowerByteLanesKernel(const BlockedKernel &kernel,
                                         kernel::ByteLanesScheduleAttr schedule,
                                         mlir::Value sums);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_BYTELANESKERNEL_H
