//===- LanesLoops.cpp - The loops of #kernel.lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class LanesLoops : public LaneLoops {
public:
  LanesLoops(const BlockedKernel &kernel, LanesScheduleAttr schedule,
             Value scratch);

private:
  /// A sum of products of each element, and its operands.
  struct Sum {
    const BlockedKernel &kernel;
    Value input, weights;
    /// What the sum starts with, or null if it is 0.
    Value init;
    /// The elements from one number, column, row and image to the next.
    int64_t elementPitch, columnPitch, rowPitch, imagePitch;
    /// The weights from one product to the next.
    int64_t weightPitch;
  };
  Sum getSum(const BlockedKernel &sum);
  /// The pixels that a step sums products for, and the columns of their windows
  /// that it reads.
  struct Part {
    int64_t firstPixel, pixels, firstColumn, columns;
  };
  static SmallVector<Part> getParts(const Sum &sum, const PixelBlock &block);

  SmallVector<Range> getRows(Value row) override;
  Value getOrigin(const Sum &sum, Value image, Value row, Value column);
  Value getWeights(const Sum &sum, Value image, Value channel);
  /// Emits a loop over neighbouring sums and returns the position of one.
  AffineExpr count(int64_t extent, StringRef name);

  /// Returns where sum `number` of a block begins in the scratch memory.
  static int64_t getFirst(size_t number, const PixelBlock &block,
                          int64_t channels) {
    return static_cast<int64_t>(number) * block.pixels * channels;
  }
  /// Returns the position in the result of the kernel's products.
  SmallVector<AffineExpr> getOwn(SmallVector<AffineExpr> position) const;
  LogicalResult emitStart(const Place &place, Value channel, int64_t channels);
  /// What a step does besides adding products to sums in the scratch memory.
  struct Outputs {
    Value start, startAt, addend, addendAt, low, high, buffer, at;
  };
  Outputs getOutputs(const Place &place, Value channel);
  void emitStep(const Sum &sum, Value origin, Value panel, Range rows,
                const Part &part, int64_t first, int64_t channels,
                const Outputs *stored = nullptr);
  void emitBorder(const Sum &sum, const PixelBlock &block, Value origin,
                  Value panel, Range rows, int64_t first, int64_t channels);
  void emitProducts(size_t number, const Place &place, Value channel,
                    int64_t channels);
  LogicalResult emitOutputs(const Place &place, Value channel,
                            int64_t channels);
  void emitWhole(const Place &place, Value channel, int64_t channels);
  LogicalResult emitBlock(const Place &place, Value channel,
                          int64_t channels) override;

  /// The scratch memory: the sums of a block's elements, then their next sums.
  Value scratch;
  /// What a step does with the sums, and its buffers with one dimension.
  std::optional<LanesOutputs> outputs;
  Value start, addend;
  SmallVector<Sum> sums;
};
} // namespace

LanesLoops::LanesLoops(const BlockedKernel &kernel, LanesScheduleAttr schedule,
                       Value scratch)
    : LaneLoops(kernel, schedule.getPixels(), schedule.getLanes()),
      scratch(scratch), outputs(LanesOutputs::find(kernel)) {
  if (outputs && outputs->start)
    start = flatten(outputs->start);
  if (outputs && outputs->addend)
    addend = flatten(outputs->addend);
  kernel.forSums(
      [&](const BlockedKernel &sum) { sums.push_back(getSum(sum)); });
}

LanesLoops::Sum LanesLoops::getSum(const BlockedKernel &sum) {
  bool isFirst = &sum == &kernel;
  int64_t plane = sum.imageHeight * sum.rowWidth,
          columnPitch = sum.hasPlanes ? 1 : sum.inputChannels;
  return {sum,
          isFirst ? input : flatten(sum.input),
          isFirst ? weights : flatten(sum.weights),
          sum.getInit(),
          /*elementPitch=*/sum.hasPlanes ? plane : 1,
          columnPitch,
          /*rowPitch=*/sum.rowWidth * columnPitch,
          /*imagePitch=*/plane * sum.inputChannels,
          /*weightPitch=*/hasPackedWeights(sum) ? blocks.lanes : sum.channels};
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

AffineExpr LanesLoops::count(int64_t extent, StringRef name) {
  Value variable = begin(extent, name);
  return extent == 1 ? emitter.constant(0)
                     : emitter.createLoopIndex(variable, extent);
}

SmallVector<LaneLoops::Range> LanesLoops::getRows(Value row) {
  return llvm::map_to_vector(sums, [&](const Sum &sum) -> Range {
    const BlockedKernel &of = sum.kernel;
    if (!of.pad)
      return {constant(0), constant(of.kernelHeight)};
    return getWindowRange(scale(row, of.strideHeight, -of.padTop),
                          of.inputHeight, of.kernelHeight, of.dilationHeight);
  });
}

/// Returns where the window of a pixel begins in the input.
Value LanesLoops::getOrigin(const Sum &sum, Value image, Value row,
                            Value column) {
  if (isOneRow)
    return scale(column, sum.columnPitch);
  const BlockedKernel &of = sum.kernel;
  Value top = scale(row, of.strideHeight, -of.padTop);
  Value left = scale(column, of.strideWidth, -of.padLeft);
  return add(add(scale(image, sum.imagePitch), scale(top, sum.rowPitch)),
             scale(left, sum.columnPitch));
}

/// Returns the position of the first weight of a group of channels.
Value LanesLoops::getWeights(const Sum &sum, Value image, Value channel) {
  const BlockedKernel &of = sum.kernel;
  if (of.isMatrix)
    return add(scale(image, of.getProducts() * of.channels), channel);
  return of.isDepthwise ? channel : scale(channel, of.getProducts());
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
  for (auto [i, sum] : llvm::enumerate(sums)) {
    Value start;
    if (sum.init)
      start = emitter.emitElement(
          sum.init, getOwn(getPosition(place, pixel, channel, number)));
    else
      start = arith::ConstantOp::create(builder, location,
                                        builder.getF32FloatAttr(0));
    if (!start)
      return failure();
    memref::StoreOp::create(
        builder, location, start, scratch,
        emitter.materialize(getFirst(i, place.block, channels) +
                            pixel * channels + number));
  }
  return success();
}

/// Emits the products of a part of a block. `origin` is where the window of the
/// block's first pixel begins, `panel` where the weights of the channels do,
/// and `first` where the sums of the block do.
void LanesLoops::emitStep(const Sum &sum, Value origin, Value panel, Range rows,
                          const Part &part, int64_t first, int64_t channels,
                          const Outputs *stored) {
  const BlockedKernel &of = sum.kernel;
  int64_t size = of.isDepthwise ? 1 : of.inputChannels,
          row = of.kernelWidth * size * sum.weightPitch;
  int64_t columns = part.columns, pitch = of.dilationWidth * sum.columnPitch,
          pixelPitch = of.strideWidth * sum.columnPitch;
  Value offset = add(origin, constant(part.firstPixel * pixelPitch +
                                      part.firstColumn * pitch));
  Value weight =
      add(panel, constant(part.firstColumn * size * sum.weightPitch));
  // The elements of a window's row lie one after the other.
  if (pitch == size * sum.elementPitch) {
    size *= columns;
    columns = 1;
  }
  auto number = [&](int64_t value) { return builder.getI64IntegerAttr(value); };
  Outputs in = stored ? *stored : Outputs();
  IntegerAttr addendPitch, sumsPitch, weightRowPitch;
  if (stored) {
    sumsPitch = number(of.channels);
    weightRowPitch = number(row);
  } else {
    in.buffer = scratch;
    in.at = constant(first + part.firstPixel * channels);
  }
  if (in.addend && outputs->addsPixels)
    addendPitch = number(of.channels);
  UnitAttr isDepthwise = of.isDepthwise ? builder.getUnitAttr() : UnitAttr(),
           isZero = stored && !in.start ? builder.getUnitAttr() : UnitAttr();
  DotLanesOp::create(builder, location, sum.input, offset, sum.weights, weight,
                     rows.first, rows.second, in.buffer, in.at, number(columns),
                     number(size), number(of.dilationHeight * sum.rowPitch),
                     number(pitch), number(sum.elementPitch),
                     number(pixelPitch), number(sum.weightPitch),
                     number(part.pixels), number(channels), isDepthwise,
                     in.start, in.startAt, isZero, in.addend, in.addendAt,
                     in.low, in.high, addendPitch, sumsPitch, weightRowPitch);
}

/// Returns the parts of a block whose windows have the same columns of padding.
SmallVector<LanesLoops::Part> LanesLoops::getParts(const Sum &sum,
                                                   const PixelBlock &block) {
  SmallVector<Part> parts;
  for (int64_t column = 0; column < sum.kernel.kernelWidth; ++column) {
    int64_t first = block.pixels, end = 0;
    for (int64_t pixel = 0; pixel < block.pixels; ++pixel) {
      auto [from, to] =
          LanesBlocks::getColumns(sum.kernel, block.first + pixel);
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
void LanesLoops::emitBorder(const Sum &sum, const PixelBlock &block,
                            Value origin, Value panel, Range rows,
                            int64_t first, int64_t channels) {
  const BlockedKernel &of = sum.kernel;
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ForOp::create(builder, location, rows.first, rows.second,
                                 constant(1));
  loop->setAttr(kNameAttrName, builder.getStringAttr("kh"));
  builder.setInsertionPointToStart(loop.getBody());
  Value row = loop.getInductionVar();
  Value offset = add(origin, scale(row, of.dilationHeight * sum.rowPitch));
  int64_t size = of.isDepthwise ? 1 : of.inputChannels;
  Value weight =
      add(panel, scale(row, of.kernelWidth * size * sum.weightPitch));
  for (const Part &part : getParts(sum, block))
    emitStep(sum, offset, weight, {constant(0), constant(1)}, part, first,
             channels);
}

/// Emits the products of sum `number` of a block.
void LanesLoops::emitProducts(size_t number, const Place &place, Value channel,
                              int64_t channels) {
  const Sum &sum = sums[number];
  const PixelBlock &block = place.block;
  int64_t first = getFirst(number, block, channels);
  Value origin = getOrigin(sum, place.image, place.row, place.first);
  if (kernel.isDepthwise)
    origin = add(origin, channel);
  Value panel = getWeights(sum, place.image, channel);
  if (block.isBorder)
    emitBorder(sum, block, origin, panel, place.rows[number], first, channels);
  else
    emitStep(sum, origin, panel, place.rows[number],
             {0, block.pixels, 0, sum.kernel.kernelWidth}, first, channels);
}

/// Returns what a step does that computes all of a block from `channel` on.
LanesLoops::Outputs LanesLoops::getOutputs(const Place &place, Value channel) {
  AffineExpr zero = emitter.constant(0);
  Value at = emitter.materialize(
      getPlace(getPosition(place, zero, channel, zero), isOneRow));
  Outputs stored;
  stored.buffer = output;
  stored.at = at;
  if (start) {
    stored.start = start;
    stored.startAt = channel;
  }
  if (addend) {
    stored.addend = addend;
    stored.addendAt = outputs->addsPixels ? at : channel;
  }
  auto limit = [&](const APFloat &value) -> Value {
    return arith::ConstantOp::create(
        builder, location, builder.getFloatAttr(builder.getF32Type(), value));
  };
  if (outputs->low) {
    stored.low = limit(*outputs->low);
    stored.high = limit(*outputs->high);
  }
  return stored;
}

/// Emits all that the kernel does for a block.
void LanesLoops::emitWhole(const Place &place, Value channel,
                           int64_t channels) {
  const Sum &sum = sums.front();
  const PixelBlock &block = place.block;
  Value origin = getOrigin(sum, place.image, place.row, place.first);
  if (kernel.isDepthwise)
    origin = add(origin, channel);
  Range rows = place.rows.front();
  auto [from, to] =
      LanesBlocks::getColumns(kernel, block.isBorder ? block.first : 0);
  if (!block.isBorder)
    std::tie(from, to) = std::pair<int64_t, int64_t>(0, kernel.kernelWidth);
  // All of a window can be padding.
  if (from >= to) {
    rows = {constant(0), constant(0)};
    std::tie(from, to) = std::pair<int64_t, int64_t>(0, 1);
  }
  Outputs stored = getOutputs(place, channel);
  emitStep(sum, origin, getWeights(sum, place.image, channel), rows,
           {0, block.pixels, from, to - from}, /*first=*/0, channels, &stored);
}

/// Emits what the kernel does with the sums of a block.
LogicalResult LanesLoops::emitOutputs(const Place &place, Value channel,
                                      int64_t channels) {
  OpBuilder::InsertionGuard guard(builder);
  AffineExpr pixel = count(place.block.pixels, "p"),
             number = count(channels, "j");
  SmallVector<AffineExpr> position = getPosition(place, pixel, channel, number);
  auto load = [&](size_t i) -> Value {
    return memref::LoadOp::create(
        builder, location, scratch,
        emitter.materialize(getFirst(i, place.block, channels) +
                            pixel * channels + number));
  };
  for (size_t i = 1; i < sums.size(); ++i)
    emitter.setElement(linalg::LinalgOp(sums[i].kernel.conv)->getResult(0),
                       getOwn(position), load(i));
  return emitStore(getOwn(position), getPlace(position, isOneRow), load(0));
}

//===----------------------------------------------------------------------===//
// Blocks of pixels and channels
//===----------------------------------------------------------------------===//

/// Emits neighbouring channels of a block of pixels.
LogicalResult LanesLoops::emitBlock(const Place &place, Value channel,
                                    int64_t channels) {
  if (outputs && (!place.block.isBorder || place.block.isUniform)) {
    emitWhole(place, channel, channels);
    return success();
  }
  if (failed(emitStart(place, channel, channels)))
    return failure();
  for (size_t number = 0; number < sums.size(); ++number)
    emitProducts(number, place, channel, channels);
  return emitOutputs(place, channel, channels);
}

LogicalResult tir::lowerLanesKernel(const BlockedKernel &kernel,
                                    LanesScheduleAttr schedule, Value scratch) {
  return LanesLoops(kernel, schedule, scratch).run();
}
