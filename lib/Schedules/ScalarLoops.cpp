//===- ScalarLoops.cpp - The loops of #kernel.scalar
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLoops.h"
#include "ScalarKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class ScalarLoops : private KernelLoops {
public:
  ScalarLoops(const BlockedKernel &kernel, ScalarScheduleAttr schedule,
              Value scratch)
      : KernelLoops(kernel), blocks(kernel, schedule), init(getInit()),
        raised(blocks.isRaised ? scratch : Value()),
        isOneRow(kernel.isOneRow()) {}

  LogicalResult run();

private:
  using Range = std::pair<Value, Value>;
  Range getRange(Value origin, int64_t extent, int64_t window,
                 int64_t dilation);
  Range getRows(Value row);
  Value getOrigin(Value image, Value row, Value column);
  SmallVector<AffineExpr> getPosition(Value image, Value row, AffineExpr column,
                                      AffineExpr channel) {
    return KernelLoops::getPosition(getIndex(image, kernel.batch),
                                    getIndex(row, kernel.height), column,
                                    channel, isOneRow);
  }
  Value getStart(ArrayRef<AffineExpr> position);
  LogicalResult emitOutput(ArrayRef<AffineExpr> position, Value sum) {
    return emitStore(position, getPlace(position, isOneRow), sum);
  }

  LogicalResult emitBlock(Value image, Value row, Range rows, Value first,
                          int64_t pixels, bool isBorder);
  /// What a block reads.
  struct Window {
    Value image, row, first;
    Range rows, elements;
    /// The position of its first element.
    Value offset;
    /// What its sums have too much, or null.
    Value excess;
  };
  void raise(Window &window);
  ValueRange multiply(const Window &window, Value channel, ValueRange starts,
                      int64_t pixels);
  LogicalResult emitGroup(const Window &window, Value channel, int64_t channels,
                          int64_t pixels);
  LogicalResult emitPixels(Value image, Value row);
  LogicalResult emitStrip(Value image, Value row, Range rows, Value first,
                          int64_t pixels, int64_t columnBegin,
                          int64_t columnEnd);
  LogicalResult emitStrips(Value image, Value row);

  ScalarBlocks blocks;
  /// What the sums start with, or null if it is 0.
  Value init;
  /// Where the elements of a pixel are raised, or null.
  Value raised;
  /// All pixels of all images are one row.
  bool isOneRow;
};
} // namespace

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Returns the positions of a window that are read: none if all are outside.
ScalarLoops::Range ScalarLoops::getRange(Value origin, int64_t extent,
                                         int64_t window, int64_t dilation) {
  auto [begin, end] = getWindowRange(origin, extent, window, dilation);
  begin =
      builder.createOrFold<arith::MinSIOp>(location, begin, constant(window));
  end = builder.createOrFold<arith::MaxSIOp>(location, end, begin);
  return {begin, end};
}

/// Returns the rows of a window that are read.
ScalarLoops::Range ScalarLoops::getRows(Value row) {
  if (!kernel.pad)
    return {constant(0), constant(isOneRow ? 1 : kernel.kernelHeight)};
  return getRange(scale(row, kernel.strideHeight, -kernel.padTop),
                  kernel.inputHeight, kernel.kernelHeight,
                  kernel.dilationHeight);
}

/// Returns where the window of a pixel begins in the input.
Value ScalarLoops::getOrigin(Value image, Value row, Value column) {
  int64_t channels = kernel.inputChannels;
  if (isOneRow)
    return scale(column, channels);
  Value top = scale(row, kernel.strideHeight, -kernel.padTop);
  Value left = scale(column, kernel.strideWidth, -kernel.padLeft);
  Value pixel = add(scale(image, kernel.imageHeight), top);
  return scale(add(scale(pixel, kernel.rowWidth), left), channels);
}

Value ScalarLoops::getStart(ArrayRef<AffineExpr> position) {
  return init ? emitter.emitElement(init, position)
              : arith::ConstantIntOp::create(builder, location, 0, 32);
}

//===----------------------------------------------------------------------===//
// Blocks of pixels and channels
//===----------------------------------------------------------------------===//

/// Raises the elements of a pixel. Both them and the weights have 128 too much:
/// their products are the products of the elements, less the zero point, with
/// the weights, and 128 times the raised elements.
void ScalarLoops::raise(Window &window) {
  int64_t rows = isOneRow ? 1 : kernel.kernelHeight;
  auto raise = RaiseElementsOp::create(
      builder, location, builder.getI32Type(), input, window.offset,
      window.rows.first, window.rows.second, window.elements.first,
      window.elements.second, rows,
      kernel.dilationHeight * kernel.rowWidth * kernel.inputChannels,
      kernel.kernelWidth * kernel.inputChannels, kernel.paddingValue, raised,
      constant(0));
  Value bits = arith::ConstantIntOp::create(builder, location, 7, 32);
  window.excess =
      arith::ShLIOp::create(builder, location, raise.getSum(), bits);
}

/// Emits the products of a block with the channels from number `channel` on.
ValueRange ScalarLoops::multiply(const Window &window, Value channel,
                                 ValueRange starts, int64_t pixels) {
  Value first = scale(channel, kernel.getProducts());
  if (raised)
    return DotRaisedOp::create(builder, location, raised, constant(0), weights,
                               first, starts, kernel.getProducts())
        .getSums();
  int64_t rows = isOneRow ? 1 : kernel.kernelHeight;
  return DotBlockOp::create(
             builder, location, input, window.offset, weights, first,
             window.rows.first, window.rows.second, window.elements.first,
             window.elements.second, starts, rows,
             kernel.dilationHeight * kernel.rowWidth * kernel.inputChannels,
             kernel.getProducts() / rows, kernel.paddingValue, pixels,
             kernel.strideWidth * kernel.inputChannels, kernel.hasExcess)
      .getSums();
}

/// Emits the sums of `channels` channels from number `channel` on.
LogicalResult ScalarLoops::emitGroup(const Window &window, Value channel,
                                     int64_t channels, int64_t pixels) {
  AffineExpr column = emitter.createIndex(window.first);
  AffineExpr firstChannel = emitter.createIndex(channel);
  auto position = [&](int64_t pixel, int64_t i) {
    return getPosition(window.image, window.row, column + pixel,
                       kernel.channels == 1 ? emitter.constant(0)
                                            : firstChannel + i);
  };
  SmallVector<Value> starts;
  for (int64_t i = 0; i < blocks.channels; ++i) {
    // The last group may have fewer channels.
    Value start = i < channels
                      ? getStart(position(0, i))
                      : arith::ConstantIntOp::create(builder, location, 0, 32);
    if (!start)
      return failure();
    if (window.excess)
      start = arith::SubIOp::create(builder, location, start, window.excess);
    starts.push_back(start);
  }
  ValueRange sums = multiply(window, channel, starts, pixels);
  // Pixels share what a channel's rescale reads.
  for (int64_t i = 0; i < channels; ++i)
    for (int64_t pixel = 0; pixel < pixels; ++pixel)
      if (failed(emitOutput(position(pixel, i),
                            sums[blocks.channels * pixel + i])))
        return failure();
  return success();
}

/// Emits all channels of neighbouring pixels.
LogicalResult ScalarLoops::emitBlock(Value image, Value row, Range rows,
                                     Value first, int64_t pixels,
                                     bool isBorder) {
  Window window = {image, row, first, rows, {}, {}, {}};
  window.elements = {constant(0),
                     constant(kernel.kernelWidth * kernel.inputChannels)};
  if (isBorder) {
    Value left = scale(first, kernel.strideWidth, -kernel.padLeft);
    Range columns = getRange(left, kernel.inputWidth, kernel.kernelWidth,
                             kernel.dilationWidth);
    window.elements = {scale(columns.first, kernel.inputChannels),
                       scale(columns.second, kernel.inputChannels)};
  }
  window.offset = getOrigin(image, row, first);
  if (raised)
    raise(window);
  int64_t group = blocks.channels;
  int64_t whole = kernel.channels / group * group;
  auto emit = [&](int64_t from, int64_t groups,
                  int64_t channels) -> LogicalResult {
    if (groups == 0)
      return success();
    OpBuilder::InsertionGuard guard(builder);
    Value channel = add(begin(groups * group, "c", group), constant(from));
    return emitGroup(window, channel, channels, pixels);
  };
  if (failed(emit(0, whole / group, group)))
    return failure();
  int64_t last = kernel.channels - whole;
  return emit(whole, last == 0 ? 0 : 1, last);
}

/// Emits a row in blocks, and then the pixels beside them one by one.
LogicalResult ScalarLoops::emitPixels(Value image, Value row) {
  Range rows = getRows(row);
  if (raised) {
    // One loop, as only what is raised knows the borders.
    OpBuilder::InsertionGuard guard(builder);
    return emitBlock(image, row, rows, begin(kernel.getRowPixels(), "w"), 1,
                     /*isBorder=*/blocks.left + blocks.right != 0);
  }
  if (blocks.blocks != 0) {
    OpBuilder::InsertionGuard guard(builder);
    Value first = begin(blocks.blocks * blocks.pixels, "w", blocks.pixels);
    if (failed(emitBlock(image, row, rows, add(first, constant(blocks.left)),
                         blocks.pixels, /*isBorder=*/false)))
      return failure();
  }
  int64_t single = blocks.left + blocks.rest + blocks.right;
  if (single == 0)
    return success();
  OpBuilder::InsertionGuard guard(builder);
  Value number = begin(single, "w");
  Value behind = add(number, constant(blocks.blocks * blocks.pixels));
  Value first = behind;
  if (blocks.left != 0) {
    Value isLeft =
        arith::CmpIOp::create(builder, location, arith::CmpIPredicate::slt,
                              number, constant(blocks.left));
    first = arith::SelectOp::create(builder, location, isLeft, number, behind);
  }
  return emitBlock(image, row, rows, first, 1,
                   /*isBorder=*/blocks.left + blocks.right != 0);
}

//===----------------------------------------------------------------------===//
// Depthwise convolutions
//===----------------------------------------------------------------------===//

/// Emits neighbouring pixels of all channels.
LogicalResult ScalarLoops::emitStrip(Value image, Value row, Range rows,
                                     Value first, int64_t pixels,
                                     int64_t columnBegin, int64_t columnEnd) {
  OpBuilder::InsertionGuard guard(builder);
  Value offset = getOrigin(image, row, first);
  Value channel = begin(kernel.channels, "c");
  AffineExpr column = emitter.createIndex(first);
  auto position = [&](int64_t pixel) {
    return getPosition(image, row, column + pixel,
                       getIndex(channel, kernel.channels));
  };
  Value start = getStart(position(0));
  if (!start)
    return failure();
  auto step = DotStripOp::create(
      builder, location, input, add(offset, channel), weights,
      scale(channel, kernel.getProducts()), rows.first, rows.second, start,
      kernel.kernelHeight, kernel.kernelWidth, columnBegin, columnEnd,
      kernel.dilationHeight * kernel.rowWidth * kernel.channels,
      kernel.channels, pixels, kernel.strideWidth, kernel.dilationWidth,
      kernel.paddingValue);
  for (int64_t pixel = 0; pixel < pixels; ++pixel)
    if (failed(emitOutput(position(pixel), step.getSums()[pixel])))
      return failure();
  return success();
}

/// Returns the columns of a pixel's window that are in the input, from the
/// first one to the end.
static std::pair<int64_t, int64_t> getColumns(const BlockedKernel &kernel,
                                              int64_t pixel) {
  int64_t left = pixel * kernel.strideWidth - kernel.padLeft;
  auto getColumn = [&](int64_t place) {
    return std::clamp<int64_t>(
        llvm::divideCeilSigned(place - left, kernel.dilationWidth), 0,
        kernel.kernelWidth);
  };
  return {getColumn(0), getColumn(kernel.inputWidth)};
}

/// Emits a row of a depthwise convolution from left to right.
LogicalResult ScalarLoops::emitStrips(Value image, Value row) {
  Range rows = getRows(row);
  auto emitBorder = [&](int64_t from, int64_t count) -> LogicalResult {
    for (int64_t pixel = from; pixel < from + count; ++pixel) {
      auto [first, end] = getColumns(kernel, pixel);
      Range read = rows;
      if (first == end) {
        // A window outside of the input reads none of its rows.
        read = {constant(0), constant(0)};
        first = 0;
        end = kernel.kernelWidth;
      }
      if (failed(emitStrip(image, row, read, constant(pixel), 1, first, end)))
        return failure();
    }
    return success();
  };
  auto emitInner = [&](int64_t from, int64_t count,
                       int64_t pixels) -> LogicalResult {
    if (count == 0 || pixels == 0)
      return success();
    OpBuilder::InsertionGuard guard(builder);
    Value first = add(begin(count * pixels, "w", pixels), constant(from));
    return emitStrip(image, row, rows, first, pixels, 0, kernel.kernelWidth);
  };
  int64_t inner = blocks.blocks * blocks.pixels;
  if (failed(emitBorder(0, blocks.left)) ||
      failed(emitInner(blocks.left, blocks.blocks, blocks.pixels)) ||
      failed(emitInner(blocks.left + inner, 1, blocks.rest)))
    return failure();
  return emitBorder(blocks.left + inner + blocks.rest, blocks.right);
}

LogicalResult ScalarLoops::run() {
  if (isOneRow)
    return emitPixels(constant(0), constant(0));
  OpBuilder::InsertionGuard guard(builder);
  Value image = begin(kernel.batch, "n");
  Value row = begin(kernel.height, "h");
  return kernel.isDepthwise ? emitStrips(image, row) : emitPixels(image, row);
}

LogicalResult tir::lowerScalarKernel(const BlockedKernel &kernel,
                                     ScalarScheduleAttr schedule,
                                     Value scratch) {
  return ScalarLoops(kernel, schedule, scratch).run();
}
