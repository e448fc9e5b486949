//===- LanesLoops.cpp - The loops of #tir.lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLoops.h"
#include "LanesKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;

namespace {
class LanesLoops : private KernelLoops {
public:
  LanesLoops(const BlockedKernel &kernel, LanesScheduleAttr schedule,
             Value sums);

  LogicalResult run();

private:
  using Range = std::pair<Value, Value>;
  /// The pixels that a step sums products for, and the columns of their windows
  /// that it reads.
  struct Part {
    int64_t firstPixel, pixels, firstColumn, columns;
  };
  SmallVector<Part> getParts(const PixelBlock &block) const;

  Range getRows(Value row);
  Value getOrigin(Value image, Value row, Value column);
  Value getWeights(Value image, Value channel);
  /// Emits a loop over neighbouring sums and returns the position of one.
  AffineExpr count(int64_t extent, StringRef name);

  /// A block of pixels, and the rows of their windows that are read.
  struct Place {
    PixelBlock block;
    Value image, row, first;
    Range rows;
  };
  SmallVector<AffineExpr> getPosition(const Place &place, AffineExpr pixel,
                                      Value channel, AffineExpr number);
  /// Returns the position in the result of the kernel's products.
  SmallVector<AffineExpr> getOwn(SmallVector<AffineExpr> position) const;
  LogicalResult emitStart(const Place &place, Value channel, int64_t channels);
  void emitStep(Value origin, Value panel, Range rows, const Part &part,
                int64_t channels);
  void emitBorder(const PixelBlock &block, Value origin, Value panel,
                  Range rows, int64_t channels);
  LogicalResult emitOutputs(const Place &place, Value channel,
                            int64_t channels);
  LogicalResult emitBlock(const Place &place, Value channel, int64_t channels);
  LogicalResult forChannels(
      function_ref<LogicalResult(Value channel, int64_t channels)> emit);
  LogicalResult forPixels(function_ref<LogicalResult(const Place &)> emit);

  LanesBlocks blocks;
  Value sums, init;
  /// All pixels of all images are one row.
  bool isOneRow;
  /// The elements from one number, column, row and image to the next.
  int64_t elementPitch, columnPitch, rowPitch, imagePitch;
  /// The weights from one product to the next.
  int64_t weightPitch;
};
} // namespace

LanesLoops::LanesLoops(const BlockedKernel &kernel, LanesScheduleAttr schedule,
                       Value sums)
    : KernelLoops(kernel),
      blocks(kernel, schedule.getPixels(), schedule.getLanes()), sums(sums),
      init(getInit()), isOneRow(isOneRowOfLanes(kernel)),
      elementPitch(kernel.hasPlanes ? kernel.imageHeight * kernel.rowWidth : 1),
      columnPitch(kernel.hasPlanes ? 1 : kernel.inputChannels),
      rowPitch(kernel.rowWidth * columnPitch),
      imagePitch(kernel.imageHeight * kernel.rowWidth * kernel.inputChannels),
      weightPitch(hasPackedWeights(kernel) ? schedule.getLanes()
                                           : kernel.channels) {}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

AffineExpr LanesLoops::count(int64_t extent, StringRef name) {
  Value variable = begin(extent, name);
  return extent == 1 ? emitter.constant(0)
                     : emitter.createLoopIndex(variable, extent);
}

/// Returns the rows of a window that are read.
LanesLoops::Range LanesLoops::getRows(Value row) {
  if (!kernel.pad)
    return {constant(0), constant(kernel.kernelHeight)};
  auto [begin, end] = getWindowRange(
      scale(row, kernel.strideHeight, -kernel.padTop), kernel.inputHeight,
      kernel.kernelHeight, kernel.dilationHeight);
  return {begin, end};
}

/// Returns where the window of a pixel begins in the input.
Value LanesLoops::getOrigin(Value image, Value row, Value column) {
  if (isOneRow)
    return scale(column, columnPitch);
  Value top = scale(row, kernel.strideHeight, -kernel.padTop);
  Value left = scale(column, kernel.strideWidth, -kernel.padLeft);
  return add(add(scale(image, imagePitch), scale(top, rowPitch)),
             scale(left, columnPitch));
}

/// Returns the position of the first weight of a group of channels.
Value LanesLoops::getWeights(Value image, Value channel) {
  if (kernel.isMatrix)
    return add(scale(image, kernel.getProducts() * kernel.channels), channel);
  return kernel.isDepthwise ? channel : scale(channel, kernel.getProducts());
}

/// Returns the position of the sum of a block's pixel and channel.
SmallVector<AffineExpr> LanesLoops::getPosition(const Place &place,
                                                AffineExpr pixel, Value channel,
                                                AffineExpr number) {
  return KernelLoops::getPosition(
      getIndex(place.image, kernel.batch), getIndex(place.row, kernel.height),
      emitter.createIndex(place.first) + pixel,
      emitter.createIndex(channel) + number, isOneRow);
}

SmallVector<AffineExpr>
LanesLoops::getOwn(SmallVector<AffineExpr> position) const {
  // Products of matrices have no rows of pixels.
  if (kernel.isMatrix)
    position.erase(position.begin() + 1);
  return position;
}

//===----------------------------------------------------------------------===//
// The sums of a block
//===----------------------------------------------------------------------===//

/// Emits what the sums of a block start with.
LogicalResult LanesLoops::emitStart(const Place &place, Value channel,
                                    int64_t channels) {
  OpBuilder::InsertionGuard guard(builder);
  AffineExpr pixel = count(place.block.pixels, "p"),
             number = count(channels, "j");
  Value start;
  if (init)
    start = emitter.emitElement(
        init, getOwn(getPosition(place, pixel, channel, number)));
  else
    start = arith::ConstantOp::create(builder, location,
                                      builder.getF32FloatAttr(0));
  if (!start)
    return failure();
  memref::StoreOp::create(builder, location, start, sums,
                          emitter.materialize(pixel * channels + number));
  return success();
}

/// Emits the products of a part of a block. `origin` is where the window of the
/// block's first pixel begins, `panel` where the weights of the channels do.
void LanesLoops::emitStep(Value origin, Value panel, Range rows,
                          const Part &part, int64_t channels) {
  int64_t size = kernel.isDepthwise ? 1 : kernel.inputChannels;
  int64_t columns = part.columns, pitch = kernel.dilationWidth * columnPitch;
  Value offset =
      add(origin, constant(part.firstPixel * kernel.strideWidth * columnPitch +
                           part.firstColumn * pitch));
  Value weight = add(panel, constant(part.firstColumn * size * weightPitch));
  // The elements of a window's row lie one after the other.
  if (pitch == size * elementPitch) {
    size *= columns;
    columns = 1;
  }
  DotLanesOp::create(builder, location, input, offset, weights, weight,
                     rows.first, rows.second, sums,
                     constant(part.firstPixel * channels), columns, size,
                     kernel.dilationHeight * rowPitch, pitch, elementPitch,
                     kernel.strideWidth * columnPitch, weightPitch, part.pixels,
                     channels, kernel.isDepthwise);
}

/// Returns the parts of a block whose windows have the same columns of padding.
SmallVector<LanesLoops::Part>
LanesLoops::getParts(const PixelBlock &block) const {
  SmallVector<Part> parts;
  for (int64_t column = 0; column < kernel.kernelWidth; ++column) {
    int64_t first = block.pixels, end = 0;
    for (int64_t pixel = 0; pixel < block.pixels; ++pixel) {
      auto [from, to] = LanesBlocks::getColumns(kernel, block.first + pixel);
      if (column < from || column >= to)
        continue;
      first = std::min(first, pixel);
      end = pixel + 1;
    }
    if (first >= end)
      continue;
    bool isSame = !parts.empty() && parts.back().firstPixel == first &&
                  parts.back().pixels == end - first &&
                  parts.back().firstColumn + parts.back().columns == column;
    if (isSame)
      ++parts.back().columns;
    else
      parts.push_back({first, end - first, column, 1});
  }
  return parts;
}

/// Emits the products of a block with padding, row by row.
void LanesLoops::emitBorder(const PixelBlock &block, Value origin, Value panel,
                            Range rows, int64_t channels) {
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ForOp::create(builder, location, rows.first, rows.second,
                                 constant(1));
  loop->setAttr(kNameAttrName, builder.getStringAttr("kh"));
  builder.setInsertionPointToStart(loop.getBody());
  Value row = loop.getInductionVar();
  Value offset = add(origin, scale(row, kernel.dilationHeight * rowPitch));
  int64_t size = kernel.isDepthwise ? 1 : kernel.inputChannels;
  Value weight =
      add(panel, scale(row, kernel.kernelWidth * size * weightPitch));
  for (const Part &part : getParts(block))
    emitStep(offset, weight, {constant(0), constant(1)}, part, channels);
}

/// Emits what the kernel does with the sums of a block.
LogicalResult LanesLoops::emitOutputs(const Place &place, Value channel,
                                      int64_t channels) {
  OpBuilder::InsertionGuard guard(builder);
  AffineExpr pixel = count(place.block.pixels, "p"),
             number = count(channels, "j");
  Value sum = memref::LoadOp::create(
      builder, location, sums, emitter.materialize(pixel * channels + number));
  SmallVector<AffineExpr> position = getPosition(place, pixel, channel, number);
  return emitStore(getOwn(position), getPlace(position, isOneRow), sum);
}

//===----------------------------------------------------------------------===//
// Blocks of pixels and channels
//===----------------------------------------------------------------------===//

/// Emits neighbouring channels of a block of pixels.
LogicalResult LanesLoops::emitBlock(const Place &place, Value channel,
                                    int64_t channels) {
  const PixelBlock &block = place.block;
  if (failed(emitStart(place, channel, channels)))
    return failure();
  Value origin = getOrigin(place.image, place.row, place.first);
  if (kernel.isDepthwise)
    origin = add(origin, channel);
  Value panel = getWeights(place.image, channel);
  if (block.isBorder)
    emitBorder(block, origin, panel, place.rows, channels);
  else
    emitStep(origin, panel, place.rows,
             {0, block.pixels, 0, kernel.kernelWidth}, channels);
  return emitOutputs(place, channel, channels);
}

/// Emits code for whole groups of channels, and for the rest.
LogicalResult LanesLoops::forChannels(
    function_ref<LogicalResult(Value channel, int64_t channels)> emit) {
  int64_t lanes = blocks.lanes, whole = kernel.channels / lanes * lanes;
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
LanesLoops::forPixels(function_ref<LogicalResult(const Place &)> emit) {
  OpBuilder::InsertionGuard guard(builder);
  Place place;
  place.image = place.row = constant(0);
  if (!isOneRow) {
    place.image = begin(kernel.batch, "n");
    place.row = begin(kernel.height, "h");
  }
  place.rows = getRows(place.row);
  for (const PixelBlock &block : blocks.getRow()) {
    OpBuilder::InsertionGuard inner(builder);
    place.block = block;
    place.first = add(begin(block.times * block.pixels, "w", block.pixels),
                      constant(block.first));
    if (failed(emit(place)))
      return failure();
  }
  return success();
}

LogicalResult LanesLoops::run() {
  if (blocks.isByChannels())
    return forChannels([&](Value channel, int64_t channels) {
      return forPixels([&](const Place &place) {
        return emitBlock(place, channel, channels);
      });
    });
  return forPixels([&](const Place &place) {
    return forChannels([&](Value channel, int64_t channels) {
      return emitBlock(place, channel, channels);
    });
  });
}

LogicalResult tir::lowerLanesKernel(const BlockedKernel &kernel,
                                    LanesScheduleAttr schedule, Value sums) {
  return LanesLoops(kernel, schedule, sums).run();
}
