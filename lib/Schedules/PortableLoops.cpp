//===- PortableLoops.cpp - The loops of #kernel.portable
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLoops.h"
#include "PortableKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class PortableLoops : private KernelLoops {
public:
  PortableLoops(const BlockedKernel &kernel, const PortableBlocks &blocks,
                ArrayRef<Value> scratches)
      : KernelLoops(kernel), blocks(blocks) {
    sums = scratches[0];
    if (blocks.numbers != 0)
      numbers = scratches[1];
    if (blocks.padding != 0)
      padding = scratches[1];
  }

  LogicalResult run();

private:
  void widen(Value image, Value row, Value first, int64_t pixels);
  LogicalResult emitPixels(Counter image, Counter row, Counter first,
                           int64_t pixels);
  LogicalResult emitWindow(Counter image, Counter row, Counter column);

  const PortableBlocks &blocks;
  Value sums, numbers, padding;
};
} // namespace

//===----------------------------------------------------------------------===//
// The pixels of a block
//===----------------------------------------------------------------------===//

void PortableLoops::widen(Value image, Value row, Value first, int64_t pixels) {
  OpBuilder::InsertionGuard guard(builder);
  int64_t channels = kernel.inputChannels;
  Value zero = constant(0);
  auto create = [&](Value offset, Value from, Value to, int64_t size,
                    Value at) {
    WidenElementsOp::create(builder, location, input, offset, from, to, size,
                            kernel.paddingValue, numbers, at);
  };
  // Pixels that lie one after the other, and have no zeros between them.
  if (kernel.isOneRow() && blocks.rowSize == channels) {
    int64_t all = pixels * channels;
    return create(scale(first, channels), zero, constant(all), all, zero);
  }

  int64_t segment = kernel.getSegment();
  Value all = constant(segment);
  Value pixel = begin(pixels, "p");
  Value column = add(first, pixel);
  Value at = scale(pixel, blocks.rowSize);
  if (kernel.isOneRow())
    return create(scale(column, channels), zero, all, segment, at);

  Segment read = beginSegments(image, row, column, segment);
  create(read.offset, read.begin, read.end, segment,
         add(at, scale(read.number, segment)));
}

//===----------------------------------------------------------------------===//
// The sums of a block
//===----------------------------------------------------------------------===//

/// Emits all channels of neighbouring pixels.
LogicalResult PortableLoops::emitPixels(Counter image, Counter row,
                                        Counter first, int64_t pixels) {
  widen(image.value, row.value, first.value, pixels);
  return forBlocks(kernel.channels, blocks.channels, "c",
                   [&](Counter channel, int64_t channels) {
                     DotRowsOp::create(builder, location, numbers, weights,
                                       scale(channel.value, blocks.rowSize),
                                       sums, blocks.rowSize, pixels, channels);
                     return emitBlockSums(image, row, first, pixels, channel,
                                          channels, sums);
                   });
}

/// Emits all channels of a pixel of a depthwise convolution.
LogicalResult PortableLoops::emitWindow(Counter image, Counter row,
                                        Counter column) {
  Window window =
      getWindow(image.value, row.value, column.value, kernel.kernelWidth);
  int64_t all = kernel.channels;
  return forBlocks(
      all, blocks.channels, "c", [&](Counter channel, int64_t channels) {
        DotWindowOp::create(
            builder, location, input, add(window.corner, channel.value),
            padding ? padding : input, weights, channel.value,
            window.rows.first, window.rows.second, window.columns.first,
            window.columns.second, sums, kernel.kernelHeight,
            kernel.kernelWidth, kernel.dilationHeight * kernel.rowWidth * all,
            kernel.dilationWidth * all, all, channels);
        return emitBlockSums(image, row, column, 1, channel, channels, sums);
      });
}

LogicalResult PortableLoops::run() {
  if (padding)
    fill(padding, emitter.constant(0), blocks.padding, kernel.paddingValue);
  if (numbers)
    clearRowEnds(numbers, blocks.pixels, blocks.rowSize);
  return forPixels(blocks.pixels, [&](Counter image, Counter row, Counter first,
                                      int64_t pixels) {
    return kernel.isDepthwise ? emitWindow(image, row, first)
                              : emitPixels(image, row, first, pixels);
  });
}

LogicalResult tir::lowerPortableKernel(const BlockedKernel &kernel,
                                       PortableScheduleAttr schedule,
                                       ArrayRef<Value> scratches) {
  PortableBlocks blocks(kernel, schedule.getPixels());
  return PortableLoops(kernel, blocks, scratches).run();
}
