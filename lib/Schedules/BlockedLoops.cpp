//===- BlockedLoops.cpp - The loops of #kernel.blocked
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedLoops.h"

#include "Saturate.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// The pixels of a block
//===----------------------------------------------------------------------===//

/// Widens the windows of a block by one step.
void BlockedLoops::widenWindows(Value image, Value row, Value first,
                                int64_t pixels) {
  int64_t channels = kernel.inputChannels, size = kernel.getSegment();
  int64_t pitch = kernel.strideWidth * channels;
  Value zero = constant(0);
  Value left = scale(first, kernel.strideWidth, -kernel.padLeft);
  Value top =
      add(scale(image, kernel.imageHeight), scale(row, kernel.strideHeight));
  Value begin = zero, end = constant((pixels - 1) * pitch + size);
  if (kernel.pad) {
    Value before = builder.createOrFold<arith::SubIOp>(location, zero, left);
    begin = scale(builder.createOrFold<arith::MaxSIOp>(location, before, zero),
                  channels);
    end = scale(add(before, constant(kernel.inputWidth)), channels);
  }
  CallStepOp::create(
      builder, location, "dsp_widen_windows", ValueRange{input, scratch},
      ValueRange{zero, zero},
      ValueRange{scale(add(scale(top, kernel.rowWidth), left), channels), begin,
                 end},
      ArrayRef<int64_t>{pixels, pitch, kernel.kernelHeight,
                        kernel.dilationHeight * kernel.rowWidth * channels,
                        size, kernel.paddingValue});
}

void BlockedLoops::widen(Value image, Value row, Value first, int64_t pixels) {
  if (kernel.widensWindows(pixels))
    return widenWindows(image, row, first, pixels);
  OpBuilder::InsertionGuard guard(builder);
  int64_t size = kernel.getBlockSegment(pixels);
  bool isTogether = kernel.sharesColumns();
  // Pixels of one row lie side by side, and so do their words.
  if (isOneRow && kernel.inputChannels % (kernel.isWide ? 2 : 4) == 0) {
    size = pixels * kernel.inputChannels;
    isTogether = true;
  }
  auto create = [&](const Segment &read, Value at) {
    if (kernel.isWide) {
      CallStepOp::create(builder, location, "dsp_copy_halves",
                         ValueRange{input, scratch},
                         ValueRange{constant(0), at},
                         ValueRange{read.offset, read.begin, read.end},
                         ArrayRef<int64_t>{size});
      return;
    }
    WidenBytesOp::create(builder, location, input, read.offset, read.begin,
                         read.end, size, kernel.paddingValue, scratch, at);
  };
  Value column = first, words = constant(0);
  if (!isTogether) {
    Value pixel = begin(pixels, "p");
    column = add(first, pixel);
    words = scale(pixel, kernel.getWords());
  }
  if (isOneRow)
    return create({/*number=*/{}, scale(column, kernel.inputChannels),
                   constant(0), constant(size)},
                  words);
  Segment read = beginSegments(image, row, column, size);
  create(read, add(words, scale(read.number, getNumPairWords(size))));
}

/// Returns the words of a block's pixels in an input of words.
Value BlockedLoops::getPixelWords(Value first, int64_t pixels) {
  auto type =
      MemRefType::get({pixels * kernel.getWords()}, builder.getI32Type());
  return builder.createOrFold<RebaseOp>(location, type, input,
                                        scale(first, kernel.getWords()));
}

//===----------------------------------------------------------------------===//
// The sums of a block
//===----------------------------------------------------------------------===//

/// Emits what the kernel does with the sum of one element.
LogicalResult BlockedLoops::emitOutput(ArrayRef<AffineExpr> position,
                                       Value sum) {
  if (init && !isInitInStep) {
    Value bias = emitter.emitElement(init, position);
    if (!bias)
      return failure();
    sum = add(bias, sum);
  }
  // One index, so that the code has one address for the elements of a block.
  return emitStore(position, getPlace(position, isOneRow), sum);
}

/// Returns whether the kernel requantises 256 times its sums. The layout proved
/// then that the sums with their biases have 24 bits.
static bool hasUpperHalfRescale(const BlockedKernel &kernel) {
  return llvm::any_of(kernel.epilogue, [](Operation *op) {
    return op
        ->walk([](RequantizeOp requantize) {
          return requantize.getOffset().getType().isInteger(32)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

bool BlockedLoops::dropShifts(ArrayRef<Operation *> users) {
  SmallVector<arith::ShLIOp> shifts;
  for (Operation *user : users) {
    auto shift = dyn_cast<arith::ShLIOp>(user);
    if (!shift || getConstantIntValue(shift.getRhs()) != 8)
      return false;
    shifts.push_back(shift);
  }
  for (arith::ShLIOp shift : shifts) {
    shift.replaceAllUsesWith(shift.getLhs());
    shift.erase();
  }
  return !shifts.empty();
}

/// Multiplies each pixel with the rows of weights in no layout of their own.
LogicalResult BlockedLoops::emitLonePixels() {
  return forPixels(1, [&](Counter image, Counter row, Counter first, int64_t) {
    OpBuilder::InsertionGuard guard(builder);
    Value pixel = first.value;
    if (!isOneRow)
      pixel = add(scale(add(scale(image.value, kernel.imageHeight), row.value),
                        kernel.rowWidth),
                  first.value);
    Value zero = constant(0);
    CallStepOp::create(
        builder, location, "dsp_dot_plain", ValueRange{input, weights, scratch},
        ValueRange{scale(pixel, kernel.inputChannels), zero, zero},
        ValueRange{},
        ArrayRef<int64_t>{kernel.getProducts(), kernel.zeroPoint,
                          kernel.channels});
    AffineExpr channel = count(kernel.channels, "c").index;
    SmallVector<AffineExpr> position =
        getPosition(image.index, row.index, first.index, channel, isOneRow);
    return emitSum(position, getPlace(position, isOneRow), scratch, channel);
  });
}

/// Returns the position of a pixel's first element in the input.
Value BlockedLoops::getElement(Value image, Value row, Value column) {
  if (!isOneRow)
    column =
        add(scale(add(scale(image, kernel.imageHeight), row), kernel.rowWidth),
            column);
  return scale(column, kernel.inputChannels);
}

/// Emits the sums of int16 elements from `element` on with pairs of channels,
/// and returns them.
SmallVector<Value> BlockedLoops::emitHalves(Value element, Value weightsAt,
                                            int64_t size, int64_t pairs) {
  CallStepOp::create(builder, location, "dsp_dot_halves",
                     ValueRange{input, weights, scratch},
                     ValueRange{element, weightsAt, constant(0)}, ValueRange{},
                     ArrayRef<int64_t>{size, pairs});
  return loadSums(2 * pairs);
}

/// Returns the sums that a step left in memory.
SmallVector<Value> BlockedLoops::loadSums(int64_t count) {
  SmallVector<Value> sums;
  for (int64_t i = 0; i < count; ++i)
    sums.push_back(
        memref::LoadOp::create(builder, location, scratch, constant(i)));
  return sums;
}

/// Emits the step that multiplies a block with the pairs of channels from
/// number `pair` on. `words` are the block's words.
Operation *BlockedLoops::emitProducts(Value words, Value pair, int64_t pairs,
                                      ValueRange starts, Value image, Value row,
                                      Value first, int64_t pixels) {
  Value weightsAt = scale(pair, kernel.getWords());
  if (readsElements)
    return DotPixelOp::create(builder, location, input,
                              getElement(image, row, first), weights, weightsAt,
                              kernel.getProducts(), pairs, kernel.hasBytes,
                              starts, /*times256=*/false);
  IntegerAttr run, runPitch, pixelPitch;
  // One pixel shares nothing, and neither do windows of one position, so that
  // all words are consecutive.
  if (kernel.sharesColumns() && pixels > 1 &&
      kernel.kernelHeight * kernel.kernelWidth > 1) {
    pixelPitch = builder.getI64IntegerAttr(
        getNumPairWords(kernel.strideWidth * kernel.inputChannels));
    if (kernel.kernelHeight > 1) {
      run = builder.getI64IntegerAttr(getNumPairWords(kernel.getSegment()));
      runPitch = builder.getI64IntegerAttr(
          getNumPairWords(kernel.getBlockSegment(pixels)));
    }
  }
  return DotPairsOp::create(builder, location, words, weights, weightsAt,
                            kernel.getWords(), run, runPitch, pixels,
                            pixelPitch, pairs, kernel.hasBytes, starts,
                            /*times256=*/false);
}

/// Returns the sums of a pair of channels as int64, channel by channel, then
/// pixel by pixel. They are computed in parts that fit 32 bits, whatever the
/// elements and the weights are.
SmallVector<Value> BlockedLoops::emitLongSums(Value words, Value element,
                                              Value pair, int64_t pixels) {
  constexpr int64_t kMostWords = (INT32_MAX / (INT16_MIN * INT8_MIN)) / 2;
  bool isShared = kernel.sharesColumns() && pixels > 1;
  int64_t runs = isShared ? kernel.kernelHeight : 1;
  int64_t size = kernel.getWords() / runs;
  int64_t runPitch =
      isShared ? getNumPairWords(kernel.getBlockSegment(pixels)) : size;
  int64_t pixelPitch =
      isShared ? getNumPairWords(kernel.strideWidth * kernel.inputChannels)
               : size;
  auto emitPart = [&](int64_t run, int64_t first,
                      int64_t count) -> SmallVector<Value> {
    Value weightsAt = scale(pair, kernel.getWords(), run * size + first);
    if (readsElements)
      return emitHalves(add(element, constant(2 * first)), weightsAt,
                        std::min(2 * count, kernel.getProducts() - 2 * first),
                        /*pairs=*/1);
    int64_t place = run * runPitch + first;
    auto type = cast<MemRefType>(words.getType());
    auto rest =
        MemRefType::get({type.getNumElements() - place}, type.getElementType());
    Value part =
        builder.createOrFold<RebaseOp>(location, rest, words, constant(place));
    auto step = DotPairsOp::create(
        builder, location, part, weights, weightsAt, count,
        /*run=*/IntegerAttr(), /*run_pitch=*/IntegerAttr(), pixels,
        builder.getI64IntegerAttr(pixelPitch), /*pairs=*/1, kernel.hasBytes,
        ValueRange(), /*times256=*/false);
    return llvm::to_vector_of<Value>(step.getSums());
  };
  SmallVector<Value> sums;
  for (int64_t run = 0; run < runs; ++run)
    for (int64_t first = 0; first < size; first += kMostWords) {
      SmallVector<Value> part =
          emitPart(run, first, std::min(kMostWords, size - first));
      for (auto [i, sum] : llvm::enumerate(part)) {
        Value wide = arith::ExtSIOp::create(builder, location,
                                            builder.getI64Type(), sum);
        if (sums.size() == i)
          sums.push_back(wide);
        else
          sums[i] = add(sums[i], wide);
      }
    }
  return sums;
}

/// Emits the sums of `channels` channels from pair number `pair` on.
LogicalResult BlockedLoops::emitSums(Value words, Value pair, int64_t pairs,
                                     int64_t channels, Value image, Value row,
                                     Value first, int64_t pixels) {
  AffineExpr firstChannel = emitter.createIndex(pair) * 2;
  auto getPosition = [&](int64_t pixel, int64_t channel) {
    return KernelLoops::getPosition(
        getIndex(image, kernel.batch), getIndex(row, kernel.height),
        emitter.createIndex(first) + pixel,
        kernel.channels == 1 ? emitter.constant(0) : firstChannel + channel,
        isOneRow);
  };
  SmallVector<Value> starts;
  for (int64_t channel = 0; isInitInStep && channel < 2 * pairs; ++channel) {
    // The last pair may have one channel.
    Value start = channel < channels
                      ? emitter.emitElement(init, getPosition(0, channel))
                      : constantWord(0);
    if (!start)
      return failure();
    starts.push_back(start);
  }
  Operation *step = nullptr;
  SmallVector<Value> sums;
  if (kernel.hasLongSums) {
    sums = emitLongSums(words, getElement(image, row, first), pair, pixels);
  } else if (kernel.isWide && readsElements) {
    sums =
        emitHalves(getElement(image, row, first),
                   scale(pair, kernel.getWords()), kernel.getProducts(), pairs);
  } else {
    step = emitProducts(words, pair, pairs, starts, image, row, first, pixels);
    sums = step->getResults();
  }
  // The numbers of a channel are loaded once for all pixels.
  for (int64_t channel = 0; channel < channels; ++channel)
    for (int64_t pixel = 0; pixel < pixels; ++pixel) {
      if (failed(emitOutput(getPosition(pixel, channel),
                            sums[2 * pairs * pixel + channel])))
        return failure();
    }
  // The step shifts more cheaply.
  if (step && dropShifts(llvm::to_vector(step->getUsers())))
    step->setAttr("times256", builder.getUnitAttr());
  return success();
}

LogicalResult BlockedLoops::multiply(Value words, Value image, Value row,
                                     Value first, int64_t pixels) {
  int64_t done = 0;
  auto emit = [&](int64_t blocks, int64_t pairs) -> LogicalResult {
    if (blocks == 0)
      return success();
    OpBuilder::InsertionGuard guard(builder);
    Value pair = scale(begin(blocks, "c"), pairs, done / 2);
    if (failed(emitSums(words, pair, pairs,
                        std::min(2 * pairs, kernel.channels - done), image, row,
                        first, pixels)))
      return failure();
    done += blocks * 2 * pairs;
    return success();
  };
  for (int64_t pairs = kernel.getPairs(pixels); pairs > 0; pairs /= 2)
    if (failed(emit((kernel.channels - done) / (2 * pairs), pairs)))
      return failure();
  return emit(kernel.channels - done, 1);
}

LogicalResult BlockedLoops::emitBlock(Value image, Value row, Value first,
                                      int64_t pixels) {
  if (kernel.readsWords)
    return multiply(getPixelWords(first, pixels), image, row, first, pixels);
  if (!readsElements)
    widen(image, row, first, pixels);
  return multiply(scratch, image, row, first, pixels);
}

LogicalResult BlockedLoops::emitRow(Value image, Value row) {
  int64_t pixels = kernel.getBlockPixels(schedule);
  int64_t width = kernel.getRowPixels(), blocks = width / pixels;
  {
    OpBuilder::InsertionGuard guard(builder);
    Value first = begin(blocks * pixels, "w", pixels);
    if (failed(emitBlock(image, row, first, pixels)))
      return failure();
  }
  int64_t rest = width - blocks * pixels;
  if (rest == 0)
    return success();
  return emitBlock(image, row, constant(blocks * pixels), rest);
}

LogicalResult BlockedLoops::run() {
  if (failed(emitImages()))
    return failure();
  saturateShifts(kernel.store->getParentOp());
  return success();
}

/// Emits the outputs of all images.
LogicalResult BlockedLoops::emitImages() {
  if (kernel.readsRows(schedule))
    return emitLonePixels();
  isInitInStep =
      init && hasUpperHalfRescale(kernel) && !kernel.storesSums(schedule);
  if (isOneRow)
    return emitRow(constant(0), constant(0));
  OpBuilder::InsertionGuard guard(builder);
  Value image = begin(kernel.batch, "n");
  if (kernel.isByColumns())
    return emitDepthwiseImage(image);
  Value row = begin(kernel.height, "h");
  return kernel.isDepthwise ? emitDepthwiseRow(image, row)
                            : emitRow(image, row);
}

LogicalResult tir::lowerBlockedKernel(const BlockedKernel &kernel,
                                      BlockedScheduleAttr schedule,
                                      Value scratch) {
  return BlockedLoops(kernel, schedule, scratch).run();
}
