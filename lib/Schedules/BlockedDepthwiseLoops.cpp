//===- BlockedDepthwiseLoops.cpp - The blocks of depthwise convolutions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedLoops.h"

#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/Kernel/IR/ColumnSteps.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Lets the steps with some weights multiply their sums by 256 if all of them
/// are shifted so far.
void BlockedLoops::shiftInSteps(Operation *taps) {
  // A block uses a weight several times.
  SetVector<Operation *> steps(llvm::from_range, taps->getUsers());
  SmallVector<Operation *> users;
  for (Operation *step : steps)
    for (Operation *user : step->getUsers())
      if (!steps.contains(user))
        users.push_back(user);
  if (!dropShifts(users))
    return;
  if (auto ofRow = dyn_cast<LoadRowTapsOp>(taps))
    ofRow.setTimes256(true);
  else
    cast<LoadTapsOp>(taps).setTimes256(true);
  for (Operation *op : steps) {
    auto step = dyn_cast<DotColumnsOp>(op);
    OpOperand &init = step ? step.getInitMutable()
                           : cast<DotNextColumnsOp>(op).getInitMutable();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(op);
    init.assign(builder.createOrFold<arith::ShLIOp>(location, init.get(),
                                                    constantWord(8)));
  }
}

/// Moves loads of numbers that several pixels need to the start of their chain,
/// with what they need. LLVM spills less then.
static void loadFirst(Operation *start) {
  Block *block = start->getBlock();
  SmallVector<Operation *> rest;
  for (Operation &op : llvm::make_range(start->getIterator(), block->end()))
    rest.push_back(&op);
  auto isKnown = [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    return !op || op->getBlock() != block || op->isBeforeInBlock(start);
  };
  // Arithmetic on indices is moved before it is known who needs it.
  for (Operation *op : rest) {
    bool isIndex = isPure(op) && op->getNumResults() == 1 &&
                   op->getResult(0).getType().isIndex();
    bool isShared = isa<memref::LoadOp>(op) && !op->hasOneUse();
    if ((isIndex || isShared) && llvm::all_of(op->getOperands(), isKnown))
      op->moveBefore(start);
  }
}

/// Emits a block of pixels of one or two rows, whose words begin at `at`.
LogicalResult BlockedLoops::emitColumns(
    ValueRange taps, Value at, Value start, int64_t rows, int64_t pixels,
    function_ref<LogicalResult(int64_t row, int64_t pixel, Value sum)> store) {
  int64_t stride = kernel.strideWidth;
  if (!kernel.isChain(pixels)) {
    auto step = DotColumnsOp::create(builder, location, scratch, at, taps,
                                     start, rows, pixels, stride);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t pixel = 0; pixel < pixels; ++pixel)
        if (failed(store(i, pixel, step.getSums()[i * pixels + pixel])))
          return failure();
    return success();
  }
  int64_t together = RowWindows{1, stride}.getNumBegun();
  SmallVector<Value> begun;
  Operation *first = nullptr;
  for (int64_t pixel = 0; pixel < pixels; pixel += together) {
    int64_t ends = std::min(together, pixels - pixel);
    int64_t begins = std::min(together, pixels - pixel - ends);
    auto step = DotNextColumnsOp::create(
        builder, location, scratch,
        add(at, constant(getNumColumnWords(3, pixel * stride))), taps, begun,
        start, ends, begins, stride);
    first = first ? first : step;
    for (int64_t i = 0; i < ends; ++i)
      if (failed(store(0, pixel + i, step.getSums()[i])))
        return failure();
    begun = llvm::to_vector_of<Value>(step.getSums().drop_front(ends));
  }
  loadFirst(first);
  return success();
}

/// Emits the pixels of some rows for one channel, whose words begin at `words`.
LogicalResult BlockedLoops::emitDepthwiseChannel(Value image, Value row,
                                                 int64_t rows, Value channel,
                                                 Value words) {
  Value word = scale(channel, kernel.kernelWidth);
  Operation *taps =
      kernel.hasRowTaps
          ? LoadRowTapsOp::create(builder, location, weights, word)
                .getOperation()
          : LoadTapsOp::create(builder, location, weights, word);
  auto getPosition = [&](int64_t i, AffineExpr column) {
    return KernelLoops::getPosition(
        getIndex(image, kernel.batch), getIndex(row, kernel.height) + i, column,
        getIndex(channel, kernel.channels), isOneRow);
  };
  // The words of the first column of a pixel's window, which is the first one
  // of a pair.
  auto getColumnPlace = [&](int64_t rows, int64_t pixel) {
    return getNumColumnWords(rows + 2, pixel * kernel.strideWidth);
  };
  auto emit = [&](int64_t from, int64_t blocks, int64_t pixels) {
    if (blocks == 0)
      return success();
    OpBuilder::InsertionGuard guard(builder);
    Value block = begin(blocks, "b");
    AffineExpr column = emitter.createIndex(block) * pixels + from;
    Value start = isInitInStep
                      ? emitter.emitElement(init, getPosition(0, column))
                      : constantWord(0);
    if (!start)
      return failure();
    Value at = add(words, scale(block, getColumnPlace(rows, pixels),
                                getColumnPlace(rows, from)));
    return emitColumns(taps->getResults(), at, start, rows, pixels,
                       [&](int64_t i, int64_t pixel, Value sum) {
                         return emitOutput(getPosition(i, column + pixel), sum);
                       });
  };
  int64_t pixels = std::min(schedule.getPixels(), kernel.width);
  int64_t blocks = kernel.width / pixels, rest = kernel.width % pixels;
  if (failed(emit(0, blocks, pixels)) ||
      failed(emit(blocks * pixels, rest == 0 ? 0 : 1, rest)))
    return failure();
  shiftInSteps(taps);
  return success();
}

/// Writes the words of columns beside the input for some channels, and those
/// that such columns share with others.
void BlockedLoops::padColumns(int64_t channels, int64_t rows, int64_t begin,
                              int64_t end) {
  if (begin == end)
    return;
  OpBuilder::InsertionGuard guard(builder);
  int64_t half = kernel.paddingValue & 0xffff;
  Value both = constantWord(static_cast<int32_t>(half << 16 | half));
  Value words = scale(this->begin(channels, "i"), kernel.getColumnWords(rows));
  // Two columns of one row of windows have a word together.
  int64_t first =
              getNumColumnWords(rows + 2, rows == 1 ? begin / 2 * 2 : begin),
          last = getNumColumnWords(rows + 2, end);
  words = add(words, constant(first));
  Value word = this->begin(last - first, "p");
  memref::StoreOp::create(builder, location, both, scratch, add(words, word));
}

/// Returns by how many rows the input moves down, or null.
IntegerAttr BlockedLoops::getMoves() const {
  auto function =
      cast<FunctionOpInterface>(kernel.input.getOwner()->getParentOp());
  RowWindowAttr window =
      getArgumentParts(function, kernel.input.getArgNumber()).window;
  return window && window.getMoves() != 0
             ? Builder(window.getContext()).getI64IntegerAttr(window.getMoves())
             : IntegerAttr();
}

/// Emits some rows of windows of 3 x 3, which are widened for four channels at
/// a time.
LogicalResult BlockedLoops::emitDepthwiseColumns(Value image, Value row,
                                                 int64_t rows) {
  int64_t channels = kernel.channels, columns = kernel.getRowColumns();
  int64_t inputRows = rows + 2;
  Value zero = constant(0);
  Value top = scale(row, kernel.strideHeight, -kernel.padTop);
  std::pair<Value, Value> range(zero, constant(inputRows));
  int64_t left = 0, right = columns;
  if (kernel.hasRowsOfPadding())
    range = getWindowRange(top, kernel.inputHeight, inputRows,
                           kernel.dilationHeight);
  if (kernel.pad) {
    left = std::min(kernel.padLeft, columns);
    right = std::clamp(kernel.inputWidth + kernel.padLeft, left, columns);
  }
  Value corner = scale(scale(add(scale(image, kernel.imageHeight), top),
                             kernel.rowWidth, -kernel.padLeft),
                       channels);
  auto emit = [&](int64_t from, int64_t groups, int64_t count) {
    if (groups == 0)
      return success();
    OpBuilder::InsertionGuard guard(builder);
    // All groups have the same columns of padding.
    padColumns(count, rows, 0, left);
    padColumns(count, rows, right, columns);
    Value first = add(begin(groups * count, "c", count), constant(from));
    int64_t rowPitch = kernel.dilationHeight * kernel.rowWidth * channels;
    if (kernel.isWide)
      CallStepOp::create(
          builder, location, "dsp_interleave_halves",
          ValueRange{input, scratch}, ValueRange{zero, zero},
          ValueRange{add(corner, first), range.first, range.second},
          ArrayRef<int64_t>{inputRows, columns, left, right, rowPitch, channels,
                            count});
    else
      WidenRowsOp::create(builder, location, input, add(corner, first),
                          range.first, range.second, constant(left),
                          constant(right), scratch, zero, count, inputRows,
                          columns, rowPitch, channels, kernel.paddingValue,
                          getMoves());
    Value channel = begin(count, "i");
    return emitDepthwiseChannel(image, row, rows, add(first, channel),
                                scale(channel, kernel.getColumnWords(rows)));
  };
  if (failed(emit(0, channels / 4, 4)))
    return failure();
  return emit(channels - channels % 4, channels % 4 == 0 ? 0 : 1, channels % 4);
}

/// Emits an image of windows of 3 x 3.
LogicalResult BlockedLoops::emitDepthwiseImage(Value image) {
  int64_t together = kernel.getRowsTogether();
  int64_t rest = kernel.height % together;
  {
    OpBuilder::InsertionGuard guard(builder);
    Value row = begin(kernel.height - rest, "h", together);
    if (failed(emitDepthwiseColumns(image, row, together)))
      return failure();
  }
  return rest == 0 ? success()
                   : emitDepthwiseColumns(image, constant(kernel.height - rest),
                                          rest);
}

/// Emits the sums of all channels for neighbouring pixels.
LogicalResult BlockedLoops::emitDepthwisePixels(Value image, Value row,
                                                Value first, int64_t pixels,
                                                bool isBorder) {
  OpBuilder::InsertionGuard guard(builder);
  int64_t channels = kernel.channels;
  Value zero = constant(0);
  Value top = scale(row, kernel.strideHeight, -kernel.padTop);
  Value left = scale(first, kernel.strideWidth, -kernel.padLeft);
  std::pair<Value, Value> rows(zero, constant(kernel.kernelHeight)),
      columns(zero, constant(kernel.kernelWidth));
  if (kernel.pad)
    rows = getWindowRange(top, kernel.inputHeight, kernel.kernelHeight,
                          kernel.dilationHeight);
  if (isBorder)
    columns = getWindowRange(left, kernel.inputWidth, kernel.kernelWidth,
                             kernel.dilationWidth);
  Value corner = scale(
      add(scale(add(scale(image, kernel.imageHeight), top), kernel.rowWidth),
          left),
      channels);

  Value block = begin(channels / 4, "c");
  Value channel = scale(block, 4);
  AffineExpr firstChannel = emitter.createIndex(block) * 4;
  auto getPosition = [&](int64_t pixel, int64_t i) {
    return KernelLoops::getPosition(
        getIndex(image, kernel.batch), getIndex(row, kernel.height),
        emitter.createIndex(first) + pixel, firstChannel + i, isOneRow);
  };
  SmallVector<Value> starts;
  for (int64_t i = 0; isInitInStep && i < 4; ++i) {
    Value start = emitter.emitElement(init, getPosition(0, i));
    if (!start)
      return failure();
    starts.push_back(start);
  }
  int64_t rowPitch = kernel.dilationHeight * kernel.rowWidth * channels;
  int64_t columnPitch = kernel.dilationWidth * channels;
  int64_t pixelPitch = kernel.strideWidth * channels;
  SmallVector<Value> sums;
  if (kernel.isWide) {
    CallStepOp::create(
        builder, location, "dsp_dot_taps_halves",
        ValueRange{input, weights, scratch}, ValueRange{zero, channel, zero},
        ValueRange{add(corner, channel), rows.first, rows.second, columns.first,
                   columns.second},
        ArrayRef<int64_t>{kernel.kernelWidth, rowPitch, columnPitch, channels,
                          pixels, pixelPitch});
    sums = loadSums(4 * pixels);
  } else {
    auto step = DotTapsOp::create(
        builder, location, input, add(corner, channel), weights, channel,
        rows.first, rows.second, columns.first, columns.second,
        kernel.kernelWidth, rowPitch, columnPitch, channels, pixels, pixelPitch,
        kernel.zeroPoint, starts);
    sums = llvm::to_vector_of<Value>(step.getSums());
  }
  for (int64_t i = 0; i < 4; ++i)
    for (int64_t pixel = 0; pixel < pixels; ++pixel)
      if (failed(emitOutput(getPosition(pixel, i), sums[4 * pixel + i])))
        return failure();
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
    Value first = add(begin(count * pixels, "w", pixels), constant(from));
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
