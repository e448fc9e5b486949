//===- BlockedLoops.cpp - The loops of #tir.blocked
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelOutput.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/PairLayout.h"

using namespace mlir;
using namespace tir;

namespace {
class BlockedLoops {
public:
  BlockedLoops(const BlockedKernel &kernel, BlockedScheduleAttr schedule,
               Value scratch)
      : kernel(kernel), schedule(schedule), builder(kernel.store),
        location(linalg::LinalgOp(kernel.conv).getLoc()), scratch(scratch),
        emitter(builder) {}

  LogicalResult run();

private:
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, location, number);
  }
  Value add(Value lhs, Value rhs) {
    return arith::AddIOp::create(builder, location, lhs, rhs);
  }
  /// Returns `value * factor + summand`.
  Value scale(Value value, int64_t factor, int64_t summand = 0);
  /// Returns the index of a dimension; 0 if its extent is 1.
  AffineExpr getIndex(Value value, int64_t extent) {
    return extent == 1 ? emitter.constant(0) : emitter.createIndex(value);
  }
  Value flatten(Value buffer) {
    return flattenBuffer(builder, location, buffer);
  }
  /// Emits a loop over [0, extent) and returns its variable, or 0 if there is
  /// one iteration; code goes into the loop until `end`.
  Value begin(int64_t extent, StringRef name, int64_t step = 1);
  LogicalResult emitRow(Value image, Value row);
  LogicalResult emitBlock(Value image, Value row, Value first, int64_t pixels);
  void widen(Value image, Value row, Value first, int64_t pixels);
  LogicalResult multiply(Value image, Value row, Value first, int64_t pixels);
  LogicalResult emitSums(Value pair, int64_t pairs, int64_t channels,
                         Value image, Value row, Value first, int64_t pixels);
  LogicalResult emitDepthwiseRow(Value image, Value row);
  LogicalResult emitDepthwisePixels(Value image, Value row, Value first,
                                    int64_t pixels, bool isBorder);
  LogicalResult emitOutput(ArrayRef<AffineExpr> position, AffineExpr place,
                           Value sum);

  const BlockedKernel &kernel;
  BlockedScheduleAttr schedule;
  OpBuilder builder;
  Location location;
  Value scratch;
  Value input, weights, output;
  ElementEmitter emitter;
  /// All pixels of all images are one row.
  bool isOneRow = false;
  int64_t width = 0;
};
} // namespace

Value BlockedLoops::scale(Value value, int64_t factor, int64_t summand) {
  return arith::AddIOp::create(
      builder, location,
      arith::MulIOp::create(builder, location, value, constant(factor)),
      constant(summand));
}

Value BlockedLoops::begin(int64_t extent, StringRef name, int64_t step) {
  auto loop = scf::ForOp::create(builder, location, constant(0),
                                 constant(extent), constant(step));
  loop->setAttr(kNameAttrName, builder.getStringAttr(name));
  builder.setInsertionPointToStart(loop.getBody());
  return loop.getInductionVar();
}

//===----------------------------------------------------------------------===//
// The pixels of a block
//===----------------------------------------------------------------------===//

void BlockedLoops::widen(Value image, Value row, Value first, int64_t pixels) {
  OpBuilder::InsertionGuard guard(builder);
  int64_t channels = kernel.inputChannels, segment = kernel.getSegment();
  Value zero = constant(0), all = constant(segment);
  Value pixel = pixels == 1 ? zero : begin(pixels, "p");
  Value column = add(first, pixel);
  auto create = [&](Value offset, Value from, Value to, Value at) {
    WidenBytesOp::create(builder, location, input, offset, from, to, segment,
                         kernel.paddingValue, scratch, at, pixels);
  };
  if (isOneRow)
    return create(scale(column, channels), zero, all, pixel);

  bool isPadded = kernel.pad != nullptr;
  Value left = scale(column, kernel.strideWidth, -kernel.padLeft);
  int64_t segmentsARow = kernel.dilationWidth == 1 ? 1 : kernel.kernelWidth;
  int64_t pixelsASegment = segment / channels;
  Value kernelRow =
      kernel.kernelHeight == 1 ? zero : begin(kernel.kernelHeight, "kh");
  Value inputRow = add(scale(row, kernel.strideHeight, -kernel.padTop),
                       scale(kernelRow, kernel.dilationHeight));
  Value part = segmentsARow == 1 ? zero : begin(segmentsARow, "kw");
  Value inputColumn = add(left, scale(part, kernel.dilationWidth));
  Value inputPixel = add(
      scale(add(scale(image, kernel.imageHeight), inputRow), kernel.rowWidth),
      inputColumn);
  Value from = zero, to = all;
  if (isPadded) {
    auto clamp = [&](Value value) -> Value {
      value = arith::MaxSIOp::create(builder, location, value, zero);
      return arith::MinSIOp::create(builder, location, value,
                                    constant(pixelsASegment));
    };
    Value before =
        clamp(arith::SubIOp::create(builder, location, zero, inputColumn));
    Value inside = clamp(arith::SubIOp::create(
        builder, location, constant(kernel.inputWidth), inputColumn));
    auto isInside = [&](arith::CmpIPredicate predicate, int64_t bound) {
      return arith::CmpIOp::create(builder, location, predicate, inputRow,
                                   constant(bound));
    };
    Value isRow = arith::AndIOp::create(
        builder, location, isInside(arith::CmpIPredicate::sge, 0),
        isInside(arith::CmpIPredicate::slt, kernel.inputHeight));
    inside = arith::SelectOp::create(builder, location, isRow, inside, zero);
    from = scale(before, channels);
    to = scale(inside, channels);
  }
  Value at = scale(add(scale(kernelRow, segmentsARow), part),
                   getNumPairWords(segment) * pixels);
  create(scale(inputPixel, channels), from, to, add(at, pixel));
}

//===----------------------------------------------------------------------===//
// The sums of a block
//===----------------------------------------------------------------------===//

/// Emits what the kernel does with the sum of one element. `place` is where the
/// element lies in the output if all pixels are one row.
LogicalResult BlockedLoops::emitOutput(ArrayRef<AffineExpr> position,
                                       AffineExpr place, Value sum) {
  SmallVector<AffineExpr> indices;
  Value element = emitOutputElement(kernel, emitter, position, sum, indices);
  if (!element)
    return failure();
  if (isOneRow) {
    memref::StoreOp::create(builder, location, element, output,
                            emitter.materialize(place));
  } else {
    bufferization::MaterializeInDestinationOp store = kernel.store;
    memref::StoreOp::create(builder, location, element, store.getDest(),
                            emitter.materialize(indices));
  }
  return success();
}

/// Emits the sums of `channels` channels from pair number `pair` on.
LogicalResult BlockedLoops::emitSums(Value pair, int64_t pairs,
                                     int64_t channels, Value image, Value row,
                                     Value first, int64_t pixels) {
  auto step = DotPairsOp::create(builder, location, scratch, weights,
                                 scale(pair, kernel.getWords()),
                                 kernel.getWords(), pixels, pairs);
  AffineExpr firstChannel = emitter.createIndex(pair) * 2;
  for (int64_t pixel = 0; pixel < pixels; ++pixel)
    for (int64_t channel = 0; channel < channels; ++channel) {
      AffineExpr column = emitter.createIndex(first) + pixel;
      AffineExpr zero = emitter.constant(0);
      SmallVector<AffineExpr> position = {
          getIndex(image, kernel.batch), getIndex(row, kernel.height),
          kernel.width == 1 ? zero : column,
          kernel.channels == 1 ? zero : firstChannel + channel};
      // Nothing depends on the pixel but its sum. Its number in the row stands
      // in one of the dimensions, so that pixels differ.
      if (isOneRow) {
        position[0] = position[1] = position[2] = zero;
        position[kernel.width != 1 ? 2 : kernel.height != 1 ? 1 : 0] = column;
      }
      AffineExpr place = column * kernel.channels + position[3];
      if (failed(emitOutput(position, place,
                            step.getSums()[2 * pairs * pixel + channel])))
        return failure();
    }
  return success();
}

LogicalResult BlockedLoops::multiply(Value image, Value row, Value first,
                                     int64_t pixels) {
  // One pixel leaves registers for a second pair.
  int64_t pairs = pixels == 1 ? 2 : 1;
  int64_t blocks = kernel.channels / (2 * pairs);
  int64_t done = 0;
  auto emit = [&](int64_t blocks, int64_t pairs) -> LogicalResult {
    if (blocks == 0)
      return success();
    OpBuilder::InsertionGuard guard(builder);
    Value pair = constant(done / 2);
    if (blocks > 1) {
      Value block = begin(blocks, "c");
      pair = scale(block, pairs, done / 2);
    }
    if (failed(emitSums(pair, pairs,
                        std::min(2 * pairs, kernel.channels - done), image, row,
                        first, pixels)))
      return failure();
    done += blocks * 2 * pairs;
    return success();
  };
  if (failed(emit(blocks, pairs)))
    return failure();
  while (done < kernel.channels)
    if (failed(emit(1, 1)))
      return failure();
  return success();
}

LogicalResult BlockedLoops::emitBlock(Value image, Value row, Value first,
                                      int64_t pixels) {
  widen(image, row, first, pixels);
  return multiply(image, row, first, pixels);
}

LogicalResult BlockedLoops::emitRow(Value image, Value row) {
  int64_t pixels = kernel.getBlockPixels(schedule);
  int64_t blocks = width / pixels;
  {
    OpBuilder::InsertionGuard guard(builder);
    Value first = constant(0);
    if (blocks > 1)
      first = begin(blocks * pixels, "w", pixels);
    if (failed(emitBlock(image, row, first, pixels)))
      return failure();
  }
  int64_t rest = width - blocks * pixels;
  if (rest == 0)
    return success();
  return emitBlock(image, row, constant(blocks * pixels), rest);
}

//===----------------------------------------------------------------------===//
// Depthwise convolutions
//===----------------------------------------------------------------------===//

/// Emits the sums of all channels for neighbouring pixels.
LogicalResult BlockedLoops::emitDepthwisePixels(Value image, Value row,
                                                Value first, int64_t pixels,
                                                bool isBorder) {
  OpBuilder::InsertionGuard guard(builder);
  int64_t channels = kernel.channels;
  Value zero = constant(0);
  Value top = scale(row, kernel.strideHeight, -kernel.padTop);
  Value left = scale(first, kernel.strideWidth, -kernel.padLeft);
  // The rows and columns of the window that are inside of the input.
  auto getRange = [&](Value origin, int64_t extent, int64_t window,
                      int64_t dilation) -> std::pair<Value, Value> {
    AffineExpr start = getAffineDimExpr(0, builder.getContext());
    auto expand = [&](AffineExpr expr) {
      return affine::expandAffineExpr(builder, location, expr, origin, {});
    };
    Value begin = expand((-start).ceilDiv(dilation));
    Value end = expand((extent - 1 - start).floorDiv(dilation) + 1);
    begin = arith::MaxSIOp::create(builder, location, begin, zero);
    end = arith::MinSIOp::create(builder, location, end, constant(window));
    return {begin, end};
  };
  std::pair<Value, Value> rows(zero, constant(kernel.kernelHeight)),
      columns(zero, constant(kernel.kernelWidth));
  if (kernel.pad)
    rows = getRange(top, kernel.inputHeight, kernel.kernelHeight,
                    kernel.dilationHeight);
  if (isBorder)
    columns = getRange(left, kernel.inputWidth, kernel.kernelWidth,
                       kernel.dilationWidth);
  Value corner = scale(
      add(scale(add(scale(image, kernel.imageHeight), top), kernel.rowWidth),
          left),
      channels);

  Value block = channels == 4 ? zero : begin(channels / 4, "c");
  Value channel = scale(block, 4);
  auto step = DotTapsOp::create(
      builder, location, input, add(corner, channel), weights, channel,
      rows.first, rows.second, columns.first, columns.second,
      kernel.kernelWidth, kernel.dilationHeight * kernel.rowWidth * channels,
      kernel.dilationWidth * channels, channels, pixels,
      kernel.strideWidth * channels, kernel.zeroPoint);
  AffineExpr firstChannel = emitter.createIndex(block) * 4;
  for (int64_t i = 0; i < 4; ++i)
    for (int64_t pixel = 0; pixel < pixels; ++pixel) {
      AffineExpr column = kernel.width == 1
                              ? emitter.constant(0)
                              : emitter.createIndex(first) + pixel;
      if (failed(emitOutput({getIndex(image, kernel.batch),
                             getIndex(row, kernel.height), column,
                             firstChannel + i, emitter.constant(0)},
                            /*place=*/{}, step.getSums()[4 * pixel + i])))
        return failure();
    }
  return success();
}

/// Emits the pixels at the left and right border one by one, and those between
/// in blocks.
LogicalResult BlockedLoops::emitDepthwiseRow(Value image, Value row) {
  int64_t width = kernel.width, stride = kernel.strideWidth;
  int64_t reach = (kernel.kernelWidth - 1) * kernel.dilationWidth;
  int64_t left = 0, right = 0;
  if (kernel.pad) {
    left = std::min<int64_t>(width, llvm::divideCeil(kernel.padLeft, stride));
    int64_t last = kernel.inputWidth - 1 - reach + kernel.padLeft;
    int64_t inside = last < 0 ? 0 : last / stride + 1;
    right = std::max<int64_t>(width - std::max(inside, left), 0);
  }
  auto emit = [&](int64_t from, int64_t count, int64_t pixels,
                  bool isBorder) -> LogicalResult {
    if (count == 0)
      return success();
    OpBuilder::InsertionGuard guard(builder);
    Value first = constant(from);
    if (count > 1)
      first = add(begin(count * pixels, "w", pixels), first);
    return emitDepthwisePixels(image, row, first, pixels, isBorder);
  };
  int64_t inner = width - left - right;
  int64_t pixels = schedule.getPixels();
  int64_t blocks = inner / pixels, rest = inner % pixels;
  if (failed(emit(0, left, 1, true)) ||
      failed(emit(left, blocks, pixels, false)) ||
      failed(emit(left + blocks * pixels, rest, 1, false)))
    return failure();
  return emit(width - right, right, 1, true);
}

LogicalResult BlockedLoops::run() {
  input = flatten(kernel.input);
  weights = flatten(kernel.weights);
  output = flatten(
      mlir::bufferization::MaterializeInDestinationOp(kernel.store).getDest());
  isOneRow = kernel.isOneRow();
  width = kernel.getRowPixels();
  emitter.setLocation(location);
  Value zero = constant(0);
  if (isOneRow)
    return emitRow(zero, zero);
  OpBuilder::InsertionGuard guard(builder);
  Value image = kernel.batch == 1 ? zero : begin(kernel.batch, "n");
  Value row = kernel.height == 1 ? zero : begin(kernel.height, "h");
  return kernel.isDepthwise ? emitDepthwiseRow(image, row)
                            : emitRow(image, row);
}

LogicalResult tir::lowerBlockedKernel(const BlockedKernel &kernel,
                                      BlockedScheduleAttr schedule,
                                      Value scratch) {
  return BlockedLoops(kernel, schedule, scratch).run();
}
