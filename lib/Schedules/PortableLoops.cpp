//===- PortableLoops.cpp - The loops of #tir.portable
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelOutput.h"
#include "PortableKernel.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;

namespace {
/// A loop variable, or a constant in place of a loop with one iteration.
struct Counter {
  Value value;
  AffineExpr index;
};

class PortableLoops {
public:
  PortableLoops(const BlockedKernel &kernel, const PortableBlocks &blocks,
                ArrayRef<Value> scratches)
      : kernel(kernel), blocks(blocks), builder(kernel.store),
        location(linalg::LinalgOp(kernel.conv).getLoc()), emitter(builder) {
    sums = scratches[0];
    if (blocks.numbers != 0)
      numbers = scratches[1];
    if (blocks.padding != 0)
      padding = scratches[1];
  }

  LogicalResult run();

private:
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, location, number);
  }
  Value add(Value lhs, Value rhs) {
    return arith::AddIOp::create(builder, location, lhs, rhs);
  }
  /// Returns `value * factor + summand`.
  Value scale(Value value, int64_t factor, int64_t summand = 0) {
    return arith::AddIOp::create(
        builder, location,
        arith::MulIOp::create(builder, location, value, constant(factor)),
        constant(summand));
  }
  /// Emits a loop over [0, extent) in steps, unless there is one iteration;
  /// code goes into the loop until the insertion point is restored.
  Counter begin(int64_t extent, StringRef name, int64_t step = 1);
  /// Emits code for whole blocks, and for the rest.
  LogicalResult
  forBlocks(int64_t extent, int64_t block, StringRef name,
            function_ref<LogicalResult(Counter first, int64_t size)> emit);

  void fill(Value buffer, AffineExpr begin, int64_t count, int64_t number);
  void widen(Value image, Value row, Value first, int64_t pixels);
  LogicalResult emitPixels(Counter image, Counter row, Counter first,
                           int64_t pixels);
  LogicalResult emitOutputs(Counter image, Counter row, Counter firstColumn,
                            int64_t pixels, Counter firstChannel,
                            int64_t channels);
  LogicalResult emitWindow(Counter image, Counter row, Counter column);

  const BlockedKernel &kernel;
  const PortableBlocks &blocks;
  OpBuilder builder;
  Location location;
  Value sums, numbers, padding;
  Value input, weights, output;
  ElementEmitter emitter;
};
} // namespace

Counter PortableLoops::begin(int64_t extent, StringRef name, int64_t step) {
  if (extent <= step)
    return {constant(0), emitter.constant(0)};
  auto loop = scf::ForOp::create(builder, location, constant(0),
                                 constant(extent), constant(step));
  loop->setAttr(kNameAttrName, builder.getStringAttr(name));
  builder.setInsertionPointToStart(loop.getBody());
  Value variable = loop.getInductionVar();
  return {variable, emitter.createLoopIndex(variable, extent)};
}

LogicalResult PortableLoops::forBlocks(
    int64_t extent, int64_t block, StringRef name,
    function_ref<LogicalResult(Counter first, int64_t size)> emit) {
  int64_t whole = extent / block * block;
  {
    OpBuilder::InsertionGuard guard(builder);
    if (failed(emit(begin(whole, name, block), block)))
      return failure();
  }
  if (whole == extent)
    return success();
  OpBuilder::InsertionGuard guard(builder);
  return emit({constant(whole), emitter.constant(whole)}, extent - whole);
}

/// Stores `count` times a number in a buffer, from element `begin` on.
void PortableLoops::fill(Value buffer, AffineExpr begin, int64_t count,
                         int64_t number) {
  OpBuilder::InsertionGuard guard(builder);
  AffineExpr place = begin + this->begin(count, "i").index;
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  Value stored =
      arith::ConstantIntOp::create(builder, location, element, number);
  memref::StoreOp::create(builder, location, stored, buffer,
                          emitter.materialize(place));
}

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
  Value pixel = begin(pixels, "p").value;
  Value column = add(first, pixel);
  Value at = scale(pixel, blocks.rowSize);
  if (kernel.isOneRow())
    return create(scale(column, channels), zero, all, segment, at);

  Value left = scale(column, kernel.strideWidth, -kernel.padLeft);
  int64_t segmentsARow = kernel.dilationWidth == 1 ? 1 : kernel.kernelWidth;
  int64_t pixelsASegment = segment / channels;
  Value kernelRow = begin(kernel.kernelHeight, "kh").value;
  Value inputRow = add(scale(row, kernel.strideHeight, -kernel.padTop),
                       scale(kernelRow, kernel.dilationHeight));
  Value part = begin(segmentsARow, "kw").value;
  Value inputColumn = add(left, scale(part, kernel.dilationWidth));
  Value inputPixel = add(
      scale(add(scale(image, kernel.imageHeight), inputRow), kernel.rowWidth),
      inputColumn);
  Value from = zero, to = all;
  if (kernel.pad) {
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
  Value position = scale(add(scale(kernelRow, segmentsARow), part), segment);
  create(scale(inputPixel, channels), from, to, segment, add(at, position));
}

//===----------------------------------------------------------------------===//
// The sums of a block
//===----------------------------------------------------------------------===//

/// Emits what the kernel does with the sums of a block.
LogicalResult PortableLoops::emitOutputs(Counter image, Counter row,
                                         Counter firstColumn, int64_t pixels,
                                         Counter firstChannel,
                                         int64_t channels) {
  OpBuilder::InsertionGuard guard(builder);
  AffineExpr pixel = begin(pixels, "p").index;
  AffineExpr number = begin(channels, "j").index;
  Value sum = memref::LoadOp::create(
      builder, location, sums, emitter.materialize(pixel * channels + number));
  AffineExpr column = firstColumn.index + pixel;
  AffineExpr channel = firstChannel.index + number;
  AffineExpr zero = emitter.constant(0);
  SmallVector<AffineExpr> position = {image.index, row.index, column, channel};
  AffineExpr place =
      ((image.index * kernel.height + row.index) * kernel.width + column) *
          kernel.channels +
      channel;
  // Nothing depends on the pixel but its sum. Its number stands in one of the
  // dimensions, so that pixels differ.
  if (kernel.isOneRow()) {
    position[0] = position[1] = position[2] = zero;
    position[kernel.width != 1 ? 2 : kernel.height != 1 ? 1 : 0] = column;
    place = column * kernel.channels + channel;
  }
  if (kernel.isDepthwise)
    position.push_back(zero);
  SmallVector<AffineExpr> indices;
  if (Value init = getInit(kernel)) {
    Value bias = emitter.emitElement(init, position);
    if (!bias)
      return failure();
    sum = arith::AddIOp::create(builder, location, bias, sum);
  }
  Value element = emitOutputElement(kernel, emitter, position, sum, indices);
  if (!element)
    return failure();
  memref::StoreOp::create(builder, location, element, output,
                          emitter.materialize(place));
  return success();
}

/// Emits all channels of neighbouring pixels.
LogicalResult PortableLoops::emitPixels(Counter image, Counter row,
                                        Counter first, int64_t pixels) {
  widen(image.value, row.value, first.value, pixels);
  return forBlocks(kernel.channels, blocks.channels, "c",
                   [&](Counter channel, int64_t channels) {
                     DotRowsOp::create(builder, location, numbers, weights,
                                       scale(channel.value, blocks.rowSize),
                                       sums, blocks.rowSize, pixels, channels);
                     return emitOutputs(image, row, first, pixels, channel,
                                        channels);
                   });
}

/// Emits all channels of a pixel of a depthwise convolution.
LogicalResult PortableLoops::emitWindow(Counter image, Counter row,
                                        Counter column) {
  Value zero = constant(0);
  Value top = scale(row.value, kernel.strideHeight, -kernel.padTop);
  Value left = scale(column.value, kernel.strideWidth, -kernel.padLeft);
  // The rows and columns of the window that are inside of the input.
  auto getRange = [&](Value origin, int64_t extent, int64_t window,
                      int64_t dilation) -> std::pair<Value, Value> {
    if (!kernel.pad)
      return {zero, constant(window)};
    AffineExpr start = getAffineDimExpr(0, builder.getContext());
    auto expand = [&](AffineExpr expr) {
      return affine::expandAffineExpr(builder, location, expr, origin, {});
    };
    Value begin = expand((-start).ceilDiv(dilation));
    Value end = expand((extent - 1 - start).floorDiv(dilation) + 1);
    return {arith::MaxSIOp::create(builder, location, begin, zero),
            arith::MinSIOp::create(builder, location, end, constant(window))};
  };
  std::pair<Value, Value> rows = getRange(
      top, kernel.inputHeight, kernel.kernelHeight, kernel.dilationHeight);
  std::pair<Value, Value> columns = getRange(
      left, kernel.inputWidth, kernel.kernelWidth, kernel.dilationWidth);
  int64_t all = kernel.channels;
  Value corner =
      scale(add(scale(add(scale(image.value, kernel.imageHeight), top),
                      kernel.rowWidth),
                left),
            all);
  return forBlocks(
      all, blocks.channels, "c", [&](Counter channel, int64_t channels) {
        DotWindowOp::create(
            builder, location, input, add(corner, channel.value),
            padding ? padding : input, weights, channel.value, rows.first,
            rows.second, columns.first, columns.second, sums,
            kernel.kernelHeight, kernel.kernelWidth,
            kernel.dilationHeight * kernel.rowWidth * all,
            kernel.dilationWidth * all, all, channels);
        return emitOutputs(image, row, column, 1, channel, channels);
      });
}

LogicalResult PortableLoops::run() {
  auto flatten = [&](Value buffer) {
    return flattenBuffer(builder, location, buffer);
  };
  input = flatten(kernel.input);
  weights = flatten(kernel.weights);
  output = flatten(
      bufferization::MaterializeInDestinationOp(kernel.store).getDest());
  emitter.setLocation(location);
  if (padding)
    fill(padding, emitter.constant(0), blocks.padding, kernel.paddingValue);
  int64_t products = kernel.getProducts();
  if (numbers && products != blocks.rowSize) {
    OpBuilder::InsertionGuard guard(builder);
    AffineExpr pixel = begin(blocks.pixels, "p").index;
    fill(numbers, pixel * blocks.rowSize + products, blocks.rowSize - products,
         0);
  }

  OpBuilder::InsertionGuard guard(builder);
  Counter image = {constant(0), emitter.constant(0)}, row = image;
  if (!kernel.isOneRow()) {
    image = begin(kernel.batch, "n");
    row = begin(kernel.height, "h");
  }
  return forBlocks(kernel.getRowPixels(), blocks.pixels, "w",
                   [&](Counter first, int64_t pixels) {
                     return kernel.isDepthwise
                                ? emitWindow(image, row, first)
                                : emitPixels(image, row, first, pixels);
                   });
}

LogicalResult tir::lowerPortableKernel(const BlockedKernel &kernel,
                                       PortableScheduleAttr schedule,
                                       ArrayRef<Value> scratches) {
  PortableBlocks blocks(kernel, schedule.getPixels());
  return PortableLoops(kernel, blocks, scratches).run();
}
