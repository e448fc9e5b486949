//===- ByteLanesLoops.cpp - The loops of #kernel.byte_lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteLanesKernel.h"
#include "LaneLoops.h"
#include "VectorRescale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class ByteLanesLoops : public LaneLoops {
public:
  ByteLanesLoops(const BlockedKernel &kernel, ByteLanesScheduleAttr schedule,
                 Value sums);

private:
  IntegerAttr number(int64_t value) { return builder.getI64IntegerAttr(value); }
  Value getOrigin(const Place &place);
  SmallVector<Range> getRows(Value row) override;
  void emitProducts(const Place &place, Value channel, int64_t channels);
  void emitRescale(const Place &place, Value channel, int64_t channels);
  LogicalResult emitOutputs(const Place &place, Value channel,
                            int64_t channels);
  LogicalResult emitBlock(const Place &place, Value channel,
                          int64_t channels) override;

  /// The layout of the weights.
  ByteLanesBlocks layout;
  Value sums, start;
  std::optional<VectorRescale> rescale;
  std::optional<VectorSum> sum;
  /// The other elements of `sum` with one dimension.
  Value others;
};
} // namespace

ByteLanesLoops::ByteLanesLoops(const BlockedKernel &kernel,
                               ByteLanesScheduleAttr schedule, Value sums)
    : LaneLoops(kernel, schedule.getPixels(), schedule.getLanes()),
      layout(kernel, schedule.getPixels(), schedule.getLanes(),
             schedule.getProducts()),
      sums(sums), start(findBias(kernel)),
      rescale(VectorRescale::find(kernel)) {
  if (rescale)
    sum = VectorSum::find(kernel);
  if (sum)
    others = flatten(sum->other);
}

//===----------------------------------------------------------------------===//
// The sums of a block
//===----------------------------------------------------------------------===//

/// Returns where the window of a block's first pixel begins in the input.
Value ByteLanesLoops::getOrigin(const Place &place) {
  int64_t pitch = kernel.inputChannels;
  if (isOneRow)
    return scale(place.first, pitch);
  Value top = scale(place.row, kernel.strideHeight, -kernel.padTop);
  Value left = scale(place.first, kernel.strideWidth, -kernel.padLeft);
  Value row = add(scale(place.image, kernel.imageHeight), top);
  return scale(add(scale(row, kernel.rowWidth), left), pitch);
}

/// Returns the rows of a window that are inside of the input. Where none are,
/// the range is empty, and still between 0 and the rows of the window.
SmallVector<LaneLoops::Range> ByteLanesLoops::getRows(Value row) {
  Value most = constant(kernel.kernelHeight);
  if (!kernel.pad)
    return {Range(constant(0), most)};
  auto [first, last] = getWindowRange(
      scale(row, kernel.strideHeight, -kernel.padTop), kernel.inputHeight,
      kernel.kernelHeight, kernel.dilationHeight);
  Value begin = arith::MinSIOp::create(builder, location, first, most);
  Value end = arith::MaxSIOp::create(builder, location, last, begin);
  return {Range(begin, end)};
}

/// Emits the sums of a block.
void ByteLanesLoops::emitProducts(const Place &place, Value channel,
                                  int64_t channels) {
  const PixelBlock &block = place.block;
  Value offset = getOrigin(place), zero = constant(0);
  Value weight = scale(channel, layout.getWeightsOfChannel());
  int64_t pitch = kernel.inputChannels, lanes = blocks.lanes;
  DenseI64ArrayAttr border;
  if (block.isBorder)
    border = builder.getDenseI64ArrayAttr(
        {block.first * kernel.strideWidth - kernel.padLeft, kernel.strideWidth,
         kernel.dilationWidth, kernel.inputWidth});
  IntegerAttr rows = number(kernel.kernelHeight),
              columns = number(kernel.kernelWidth),
              rowPitch =
                  number(kernel.dilationHeight * kernel.rowWidth * pitch),
              columnPitch = number(kernel.dilationWidth * pitch),
              pixelPitch = number(kernel.strideWidth * pitch),
              group = number(lanes), together = number(layout.products),
              padding = number(kernel.paddingValue);
  if (kernel.isDepthwise) {
    DotWindowLanesOp::create(
        builder, location, input, add(offset, channel), weights, weight, start,
        channel, place.rows.front().first, place.rows.front().second, sums,
        zero, rows, columns, rowPitch, columnPitch, pixelPitch, group, together,
        padding, border, number(block.pixels), number(channels), group);
    return;
  }
  UnitAttr joined = layout.isJoined() ? builder.getUnitAttr() : UnitAttr();
  DotByteLanesOp::create(builder, location, input, offset, weights, weight,
                         start, channel, place.rows.front().first,
                         place.rows.front().second, sums, zero, rows, columns,
                         number(pitch), rowPitch, columnPitch, pixelPitch,
                         group, together, joined, padding, border,
                         number(block.pixels), number(channels), group);
}

//===----------------------------------------------------------------------===//
// The elements of a block
//===----------------------------------------------------------------------===//

/// Emits the rescale of a block.
void ByteLanesLoops::emitRescale(const Place &place, Value channel,
                                 int64_t channels) {
  AffineExpr zero = emitter.constant(0);
  Value at = emitter.materialize(
      getPlace(getPosition(place, zero, channel, zero), isOneRow));
  DenseI64ArrayAttr factors;
  if (sum)
    factors = builder.getDenseI64ArrayAttr({sum->factor, sum->otherFactor,
                                            sum->offset, sum->shift, sum->min,
                                            sum->max});
  RequantizeLanesOp::create(
      builder, location, sums, constant(0), rescale->scale, rescale->offset,
      rescale->shift, channel, output, at, rescale->signOffset, others,
      number(rescale->fractionBits), number(rescale->min), number(rescale->max),
      factors, number(place.block.pixels), number(channels),
      number(blocks.lanes), number(kernel.channels));
}

/// Emits what the kernel does with the sums of a block.
LogicalResult ByteLanesLoops::emitOutputs(const Place &place, Value channel,
                                          int64_t channels) {
  if (rescale) {
    emitRescale(place, channel, channels);
    return success();
  }
  OpBuilder::InsertionGuard guard(builder);
  AffineExpr pixel = count(place.block.pixels, "p").index,
             number = count(channels, "j").index;
  SmallVector<AffineExpr> position = getPosition(place, pixel, channel, number);
  Value element = memref::LoadOp::create(
      builder, location, sums,
      emitter.materialize(pixel * blocks.lanes + number));
  return emitStore(position, getPlace(position, isOneRow), element);
}

//===----------------------------------------------------------------------===//
// Blocks of pixels and channels
//===----------------------------------------------------------------------===//

LogicalResult ByteLanesLoops::emitBlock(const Place &place, Value channel,
                                        int64_t channels) {
  emitProducts(place, channel, channels);
  return emitOutputs(place, channel, channels);
}

LogicalResult tir::lowerByteLanesKernel(const BlockedKernel &kernel,
                                        ByteLanesScheduleAttr schedule,
                                        Value sums) {
  return ByteLanesLoops(kernel, schedule, sums).run();
}
