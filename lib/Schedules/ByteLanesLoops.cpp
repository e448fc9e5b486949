//===- ByteLanesLoops.cpp - The loops of #tir.byte_lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteLanesKernel.h"
#include "KernelLoops.h"
#include "VectorRescale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tir;

namespace {
class ByteLanesLoops : private KernelLoops {
public:
  ByteLanesLoops(const BlockedKernel &kernel, ByteLanesScheduleAttr schedule,
                 Value sums);

  LogicalResult run();

private:
  using Range = std::pair<Value, Value>;
  /// A block of pixels, and the rows of their windows inside of the input.
  struct Place {
    PixelBlock block;
    Value image, row, first;
    Range rows;
  };
  IntegerAttr number(int64_t value) { return builder.getI64IntegerAttr(value); }
  SmallVector<AffineExpr> getPosition(const Place &place, AffineExpr pixel,
                                      Value channel, AffineExpr number);
  Value getOrigin(const Place &place);
  Range getRows(Value row);
  void emitProducts(const Place &place, Value channel, int64_t channels);
  void emitRescale(const Place &place, Value channel, int64_t channels);
  LogicalResult emitOutputs(const Place &place, Value channel,
                            int64_t channels);
  LogicalResult emitBlock(const Place &place, Value channel, int64_t channels);
  LogicalResult forChannels(
      function_ref<LogicalResult(Value channel, int64_t channels)> emit);
  LogicalResult forRow(function_ref<LogicalResult(const Place &)> emit);

  ByteLanesBlocks blocks;
  Value sums, start;
  std::optional<VectorRescale> rescale;
  std::optional<VectorSum> sum;
  /// The other elements of `sum` with one dimension.
  Value others;
  /// All pixels of all images are one row.
  bool isOneRow;
};
} // namespace

ByteLanesLoops::ByteLanesLoops(const BlockedKernel &kernel,
                               ByteLanesScheduleAttr schedule, Value sums)
    : KernelLoops(kernel), blocks(kernel, schedule.getPixels(),
                                  schedule.getLanes(), schedule.getProducts()),
      sums(sums), start(findBias(kernel)), rescale(VectorRescale::find(kernel)),
      isOneRow(isOneRowOfLanes(kernel)) {
  if (rescale)
    sum = VectorSum::find(kernel);
  if (sum)
    others = flatten(sum->other);
}

//===----------------------------------------------------------------------===//
// The sums of a block
//===----------------------------------------------------------------------===//

/// Returns the position of the sum of a block's pixel and channel.
SmallVector<AffineExpr> ByteLanesLoops::getPosition(const Place &place,
                                                    AffineExpr pixel,
                                                    Value channel,
                                                    AffineExpr number) {
  return KernelLoops::getPosition(
      getIndex(place.image, kernel.batch), getIndex(place.row, kernel.height),
      emitter.createIndex(place.first) + pixel,
      emitter.createIndex(channel) + number, isOneRow);
}

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
ByteLanesLoops::Range ByteLanesLoops::getRows(Value row) {
  Value most = constant(kernel.kernelHeight);
  if (!kernel.pad)
    return {constant(0), most};
  auto [first, last] = getWindowRange(
      scale(row, kernel.strideHeight, -kernel.padTop), kernel.inputHeight,
      kernel.kernelHeight, kernel.dilationHeight);
  Value begin = arith::MinSIOp::create(builder, location, first, most);
  Value end = arith::MaxSIOp::create(builder, location, last, begin);
  return {begin, end};
}

/// Emits the sums of a block.
void ByteLanesLoops::emitProducts(const Place &place, Value channel,
                                  int64_t channels) {
  const PixelBlock &block = place.block;
  Value offset = getOrigin(place), zero = constant(0);
  Value weight = scale(channel, blocks.getWeightsOfChannel());
  int64_t pitch = kernel.inputChannels, lanes = blocks.blocks.lanes;
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
              group = number(lanes), together = number(blocks.products),
              padding = number(kernel.paddingValue);
  if (kernel.isDepthwise) {
    DotWindowLanesOp::create(
        builder, location, input, add(offset, channel), weights, weight, start,
        channel, place.rows.first, place.rows.second, sums, zero, rows, columns,
        rowPitch, columnPitch, pixelPitch, group, together, padding, border,
        number(block.pixels), number(channels), group);
    return;
  }
  UnitAttr joined = blocks.isJoined() ? builder.getUnitAttr() : UnitAttr();
  DotByteLanesOp::create(
      builder, location, input, offset, weights, weight, start, channel,
      place.rows.first, place.rows.second, sums, zero, rows, columns,
      number(pitch), rowPitch, columnPitch, pixelPitch, group, together, joined,
      padding, border, number(block.pixels), number(channels), group);
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
      number(blocks.blocks.lanes), number(kernel.channels));
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
      emitter.materialize(pixel * blocks.blocks.lanes + number));
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

/// Emits code for whole groups of channels, and for the rest.
LogicalResult ByteLanesLoops::forChannels(
    function_ref<LogicalResult(Value channel, int64_t channels)> emit) {
  int64_t lanes = blocks.blocks.lanes, whole = kernel.channels / lanes * lanes;
  if (whole != 0) {
    OpBuilder::InsertionGuard guard(builder);
    if (failed(emit(begin(whole, "c", lanes), lanes)))
      return failure();
  }
  return whole == kernel.channels
             ? success()
             : emit(constant(whole), kernel.channels - whole);
}

/// Emits code for the blocks of all rows.
LogicalResult
ByteLanesLoops::forRow(function_ref<LogicalResult(const Place &)> emit) {
  OpBuilder::InsertionGuard guard(builder);
  Place place;
  place.image = place.row = constant(0);
  if (!isOneRow) {
    place.image = begin(kernel.batch, "n");
    place.row = begin(kernel.height, "h");
  }
  place.rows = getRows(place.row);
  for (const PixelBlock &block : blocks.blocks.getRow()) {
    OpBuilder::InsertionGuard inner(builder);
    place.block = block;
    place.first = add(begin(block.times * block.pixels, "w", block.pixels),
                      constant(block.first));
    if (failed(emit(place)))
      return failure();
  }
  return success();
}

LogicalResult ByteLanesLoops::run() {
  if (blocks.blocks.isByChannels())
    return forChannels([&](Value channel, int64_t channels) {
      return forRow([&](const Place &place) {
        return emitBlock(place, channel, channels);
      });
    });
  return forRow([&](const Place &place) {
    return forChannels([&](Value channel, int64_t channels) {
      return emitBlock(place, channel, channels);
    });
  });
}

LogicalResult tir::lowerByteLanesKernel(const BlockedKernel &kernel,
                                        ByteLanesScheduleAttr schedule,
                                        Value sums) {
  return ByteLanesLoops(kernel, schedule, sums).run();
}
