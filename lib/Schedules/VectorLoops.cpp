//===- VectorLoops.cpp - The loops of #kernel.vector
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLoops.h"
#include "VectorKernel.h"
#include "VectorRescale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class VectorLoops : private KernelLoops {
public:
  VectorLoops(const BlockedKernel &kernel, const VectorBlocks &blocks,
              StringRef family, ArrayRef<Value> scratches)
      : KernelLoops(kernel), blocks(blocks), family(family),
        rescale(VectorRescale::find(kernel)), exact(ExactRescale::find(kernel)),
        bias(findBias(kernel)) {
    if (!bias)
      exact = std::nullopt;
    sums = scratches[0];
    if (blocks.columns != 0)
      columns = scratches[1];
    if (blocks.copies != 0)
      copies = scratches[1];
    if (blocks.padding != 0)
      padding = scratches[1];
    if (blocks.elements != 0)
      elements = scratches.back();
    if ((rescale || exact) && elements)
      sum = VectorSum::find(kernel);
  }

  LogicalResult run();

private:
  /// A parameter of a step: a buffer and the position of its first element.
  struct Place {
    Value buffer, offset;
  };
  void call(StringRef step, ArrayRef<Place> places, ArrayRef<Value> numbers,
            ArrayRef<int64_t> sizes);

  Value getPixelOffset(Value image, Value row, Value column);
  void copyWindows(Value image, Value row, Value first, int64_t pixels);
  LogicalResult emitPixels(Counter image, Counter row, Counter first,
                           int64_t pixels);
  LogicalResult emitWindows(Counter image, Counter row, Counter first,
                            int64_t pixels);
  LogicalResult emitOutputs(Counter image, Counter row, Counter firstColumn,
                            int64_t pixels, Counter firstChannel,
                            int64_t channels);

  const VectorBlocks &blocks;
  StringRef family;
  void emitRescale(Value channel, Place to, int64_t pitch, int64_t pixels,
                   int64_t channels);
  void emitSums(Value at, int64_t pixels, int64_t channels);

  std::optional<VectorRescale> rescale;
  std::optional<ExactRescale> exact;
  Value bias;
  std::optional<VectorSum> sum;
  Value sums, columns, copies, padding, elements;
};
} // namespace

void VectorLoops::call(StringRef step, ArrayRef<Place> places,
                       ArrayRef<Value> numbers, ArrayRef<int64_t> sizes) {
  SmallVector<Value> buffers, offsets;
  for (const Place &place : places) {
    buffers.push_back(place.buffer);
    offsets.push_back(place.offset);
  }
  CallStepOp::create(builder, location, (family + "_" + step).str(), buffers,
                     offsets, numbers, sizes);
}

//===----------------------------------------------------------------------===//
// The pixels of a block
//===----------------------------------------------------------------------===//

/// Returns the position of the first element of the window of a pixel, without
/// padding.
Value VectorLoops::getPixelOffset(Value image, Value row, Value column) {
  int64_t channels = kernel.inputChannels;
  if (kernel.isOneRow())
    return scale(column, channels);
  Value inputRow =
      add(scale(image, kernel.imageHeight), scale(row, kernel.strideHeight));
  return scale(
      add(scale(inputRow, kernel.rowWidth), scale(column, kernel.strideWidth)),
      channels);
}

/// Copies the windows of neighbouring pixels into rows.
void VectorLoops::copyWindows(Value image, Value row, Value first,
                              int64_t pixels) {
  OpBuilder::InsertionGuard guard(builder);
  int64_t segment = kernel.getSegment();
  Value pixel = begin(pixels, "p");
  Segment read = beginSegments(image, row, add(first, pixel), segment);
  Value at = add(scale(pixel, blocks.rowSize), scale(read.number, segment));
  call("copy_row", {{input, constant(0)}, {copies, at}},
       {read.offset, read.begin, read.end}, {segment, kernel.paddingValue});
}

/// Emits all channels of neighbouring pixels.
LogicalResult VectorLoops::emitPixels(Counter image, Counter row, Counter first,
                                      int64_t pixels) {
  Place place = {copies, constant(0)};
  int64_t pitch = blocks.rowSize, size = blocks.rowSize;
  if (blocks.isDirect()) {
    place = {input, getPixelOffset(image.value, row.value, first.value)};
    pitch = kernel.strideWidth * kernel.inputChannels;
    size = kernel.getProducts();
  } else {
    copyWindows(image.value, row.value, first.value, pixels);
  }
  return forBlocks(kernel.channels, blocks.channels, "c",
                   [&](Counter channel, int64_t channels) {
                     call("dot_rows",
                          {place,
                           {weights, scale(channel.value, blocks.rowSize)},
                           {sums, constant(0)}},
                          {}, {pitch, size, blocks.rowSize, pixels, channels});
                     return emitOutputs(image, row, first, pixels, channel,
                                        channels);
                   });
}

/// Emits all channels of neighbouring pixels of a depthwise convolution, or of
/// one whose windows are read where they are.
LogicalResult VectorLoops::emitWindows(Counter image, Counter row,
                                       Counter first, int64_t pixels) {
  Value zero = constant(0);
  int64_t width = blocks.getColumns(pixels), all = kernel.inputChannels;
  Window window = getWindow(image.value, row.value, first.value, width);
  auto rows = window.rows, inside = window.columns;
  int64_t rowPitch = kernel.dilationHeight * kernel.rowWidth * all;
  return forBlocks(
      kernel.channels, blocks.channels, "c",
      [&](Counter channel, int64_t channels) {
        if (blocks.isBySegments()) {
          call("dot_segments",
               {{input, zero},
                {copies, zero},
                {weights, scale(channel.value, blocks.rowSize)},
                {sums, zero}},
               {window.corner, rows.first, rows.second, inside.first,
                inside.second},
               {kernel.kernelHeight, width, rowPitch, all, kernel.strideWidth,
                kernel.getSegment(), pixels, channels, kernel.paddingValue});
          return emitOutputs(image, row, first, pixels, channel, channels);
        }
        Value corner = add(window.corner, channel.value);
        if (blocks.isByColumns()) {
          call("interleave_rows", {{input, zero}, {columns, zero}},
               {corner, rows.first, rows.second, inside.first, inside.second},
               {kernel.kernelHeight, width, rowPitch, all, channels,
                kernel.paddingValue});
          call("dot_columns",
               {{columns, zero},
                {weights, scale(channel.value, blocks.rowSize)},
                {sums, zero}},
               {}, {kernel.kernelWidth, kernel.strideWidth, pixels, channels});
        } else {
          call("dot_window",
               {{input, zero},
                {padding ? padding : input, zero},
                {weights, channel.value},
                {sums, zero}},
               {corner, rows.first, rows.second, inside.first, inside.second},
               {kernel.kernelHeight, kernel.kernelWidth, rowPitch,
                kernel.dilationWidth * all, all, channels});
        }
        return emitOutputs(image, row, first, pixels, channel, channels);
      });
}

//===----------------------------------------------------------------------===//
// The sums of a block
//===----------------------------------------------------------------------===//

/// Emits elements from the sums of a block, with `pitch` of them from a pixel
/// to the next.
void VectorLoops::emitRescale(Value channel, Place to, int64_t pitch,
                              int64_t pixels, int64_t channels) {
  Place from = {sums, constant(0)};
  if (exact) {
    bool byChannel = exact->multiplier != nullptr;
    Value numbers = byChannel ? exact->multiplier : bias;
    // Not read where all channels have the same number.
    Place shift =
        byChannel ? Place{exact->shift, channel} : Place{weights, constant(0)};
    call("rescale", {from, {bias, channel}, {numbers, channel}, shift, to}, {},
         {pitch, byChannel, exact->factor, exact->bits, exact->isDouble,
          exact->zeroPoint, exact->min, exact->max, pixels, channels});
    return;
  }
  if (!rescale->scale) {
    auto [scale, offset, shift] = rescale->numbers;
    call("requantize_uniform", {from, {rescale->bias, channel}, to}, {},
         {pitch, rescale->fractionBits, scale, offset, shift, rescale->min,
          rescale->max, pixels, channels});
    return;
  }
  bool isBySign = rescale->signOffset != nullptr;
  call("requantize",
       {from,
        {rescale->bias, channel},
        {rescale->scale, channel},
        {rescale->offset, channel},
        {isBySign ? rescale->signOffset : rescale->offset, channel},
        {rescale->shift, channel},
        to},
       {},
       {pitch, rescale->fractionBits, isBySign, rescale->min, rescale->max,
        pixels, channels});
}

/// Emits the sums with other elements, where elements were rescaled, from `at`
/// of the output on.
void VectorLoops::emitSums(Value at, int64_t pixels, int64_t channels) {
  int64_t pitch = kernel.channels;
  // One pixel has the channels of all.
  if (channels == pitch) {
    channels *= pixels;
    pixels = 1;
  }
  call("add_elements",
       {{elements, constant(0)}, {flatten(sum->other), at}, {output, at}}, {},
       {sum->factor, sum->otherFactor, sum->offset, sum->shift, sum->min,
        sum->max, channels, pitch, pixels, channels});
}

/// Emits what the kernel does with the sums of a block.
LogicalResult VectorLoops::emitOutputs(Counter image, Counter row,
                                       Counter firstColumn, int64_t pixels,
                                       Counter firstChannel, int64_t channels) {
  if (!rescale && !exact)
    return emitBlockSums(image, row, firstColumn, pixels, firstChannel,
                         channels, sums);
  bool isOneRow = kernel.isOneRow();
  Value at = emitter.materialize(
      getPlace(getPosition(image.index, row.index, firstColumn.index,
                           firstChannel.index, isOneRow),
               isOneRow));
  emitRescale(firstChannel.value,
              sum ? Place{elements, constant(0)} : Place{output, at},
              sum ? channels : kernel.channels, pixels, channels);
  if (sum)
    emitSums(at, pixels, channels);
  return success();
}

LogicalResult VectorLoops::run() {
  if (padding)
    fill(padding, emitter.constant(0), blocks.padding, kernel.paddingValue);
  if (copies)
    clearRowEnds(copies, blocks.pixels, blocks.rowSize);
  return forPixels(blocks.pixels, [&](Counter image, Counter row, Counter first,
                                      int64_t pixels) {
    return kernel.isDepthwise || blocks.isBySegments()
               ? emitWindows(image, row, first, pixels)
               : emitPixels(image, row, first, pixels);
  });
}

LogicalResult tir::lowerVectorKernel(const BlockedKernel &kernel,
                                     VectorScheduleAttr schedule,
                                     ArrayRef<Value> scratches) {
  VectorBlocks blocks(kernel, schedule.getPixels());
  return VectorLoops(kernel, blocks, schedule.getFamily(), scratches).run();
}
