//===- LoopDistances.cpp - How close to its inputs a loop nest may write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the loops of a kernel with ranges of numbers instead of numbers. A loop
// that writes the output runs iteration by iteration. Any other long loop runs
// once, with a range for its variable: it does not matter in which order it
// reads.
// This shares no code with the analysis of tensors (TensorDistances), which it
// checks.
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/LoopDistances.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

#include "IntervalArithmetic.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Steps/Steps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class LoopRunner {
public:
  LoopRunner(PrimFuncOp kernel, BlockArgument output, BlockArgument input,
             uint64_t maxSteps);

  std::optional<int64_t> run();

private:
  Interval get(Value value) const {
    auto found = ranges.find(value);
    return found != ranges.end() ? found->second : Interval();
  }
  void set(Value value, Interval range);
  Interval getPosition(Value buffer, ValueRange indices) const;

  bool isInput(Value buffer) const { return getViewedBuffer(buffer) == input; }
  void read(int64_t first);
  /// Reads elements of a buffer, if there is one, from a position on.
  void readFrom(Value buffer, Value position, int64_t moved = 0) {
    if (buffer && isInput(buffer))
      read(get(position).low + moved);
  }
  void write(int64_t last) { written = std::max(written, last + 1); }
  void readWindow(Value bytes, Value offset, ArrayRef<Value> rows,
                  int64_t rowPitch, ArrayRef<Value> columns,
                  int64_t columnPitch);
  void readSegment(Value bytes, Value offset, Value begin, Value end);

  bool run(Block &block);
  bool run(Operation *op);
  bool runLoop(scf::ForOp loop);
  bool runIf(scf::IfOp op);
  void compute(Operation *op);
  void accessAnyhow(Operation *op);
  void callStep(CallStepOp op);
  void requantizeLanes(RequantizeLanesOp op);

  PrimFuncOp kernel;
  BlockArgument output, input;
  int64_t outputBytes, inputBytes;
  uint64_t stepsLeft;
  DenseMap<Value, Interval> ranges;
  /// The loops in which the output is written.
  DenseSet<Operation *> writers;
  /// The output's elements up to the last one that has been written.
  int64_t written = 0;
  int64_t distance;
};
} // namespace

static int64_t getElementBytes(BlockArgument buffer, const DataLayout &layout) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return llvm::alignTo(layout.getTypeSize(element).getFixedValue(),
                       layout.getTypeABIAlignment(element));
}

static int64_t getNumElements(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getNumElements();
}

LoopRunner::LoopRunner(PrimFuncOp kernel, BlockArgument output,
                       BlockArgument input, uint64_t maxSteps)
    : kernel(kernel), output(output), input(input), stepsLeft(maxSteps) {
  DataLayout layout = DataLayout::closest(kernel);
  outputBytes = getElementBytes(output, layout);
  inputBytes = getElementBytes(input, layout);
  distance = -inputBytes * getNumElements(input);
  kernel.walk([&](Operation *op) {
    bool writes = llvm::any_of(op->getOperands(), [&](Value operand) {
      return isa<BaseMemRefType>(operand.getType()) &&
             getViewedBuffer(operand) == output;
    });
    for (; writes && op != kernel; op = op->getParentOp())
      writers.insert(op);
  });
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Elements of the input from `first` on are read: what has been written may
/// not reach them.
void LoopRunner::read(int64_t first) {
  if (written > 0)
    distance = std::max(distance, written * outputBytes -
                                      std::max<int64_t>(first, 0) * inputBytes);
}

/// Returns the position of an element in the buffer that `view` views as a
/// whole. Any position is possible in a part of a buffer.
Interval LoopRunner::getPosition(Value view, ValueRange indices) const {
  auto type = cast<MemRefType>(view.getType());
  Value buffer = getViewedBuffer(view);
  Interval position = Interval::of(0), all = {0, getNumElements(buffer) - 1};
  if (!isWholeBuffer(type) || getNumElements(view) != getNumElements(buffer))
    return all;
  for (auto [index, extent] : llvm::zip_equal(indices, type.getShape())) {
    Interval range = get(index);
    position = {position.low * extent + std::max<int64_t>(range.low, 0),
                position.high * extent + std::min(range.high, extent - 1)};
  }
  return position;
}

/// Some operation reads the elements of a window: all rows and columns between
/// two numbers, the second of which is excluded.
void LoopRunner::readWindow(Value bytes, Value offset, ArrayRef<Value> rows,
                            int64_t rowPitch, ArrayRef<Value> columns,
                            int64_t columnPitch) {
  Interval firstRow = get(rows[0]), firstColumn = get(columns[0]);
  if (isInput(bytes) && firstRow.low < get(rows[1]).high &&
      firstColumn.low < get(columns[1]).high)
    read(get(offset).low + firstRow.low * rowPitch +
         firstColumn.low * columnPitch);
}

void LoopRunner::readSegment(Value bytes, Value offset, Value begin,
                             Value end) {
  if (isInput(bytes) && get(begin).low < get(end).high)
    read(get(offset).low + get(begin).low);
}

/// A step reads all of its operands before it writes, or one element of each
/// after the other.
void LoopRunner::callStep(CallStepOp op) {
  const StepDescription &step = *findStep(op.getStep());
  auto numbers = llvm::map_to_vector(op.getNumbers(), [&](Value number) {
    return StepInterval{get(number).low, get(number).high};
  });
  auto reaches = step.getReach(op.getSizes());
  auto isWritten = [&](size_t i, Value buffer) {
    return step.buffers[i].isWritten && getViewedBuffer(buffer) == output;
  };
  if (step.isInOrder)
    for (auto [i, buffer] : llvm::enumerate(op.getBuffers()))
      if (isWritten(i, buffer))
        write(get(op.getOffsets()[i]).high - 1);
  for (auto [i, buffer] : llvm::enumerate(op.getBuffers())) {
    int64_t offset = get(op.getOffsets()[i]).low;
    if (step.buffers[i].isWritten || !isInput(buffer))
      continue;
    std::optional<int64_t> first = 0;
    if (i == 0 && step.getFirst)
      first = step.getFirst(numbers, op.getSizes());
    if (first)
      read(offset + *first);
  }
  for (auto [i, buffer] : llvm::enumerate(op.getBuffers()))
    if (isWritten(i, buffer))
      write(reaches[i] == 0 ? getNumElements(output) - 1
                            : get(op.getOffsets()[i]).high + reaches[i] - 1);
}

/// Nothing is known of what an operation does with the buffers that it gets.
void LoopRunner::accessAnyhow(Operation *op) {
  for (Value operand : op->getOperands())
    if (isa<BaseMemRefType>(operand.getType()) &&
        getViewedBuffer(operand) == output)
      write(getNumElements(output) - 1);
  for (Value operand : op->getOperands())
    if (isa<BaseMemRefType>(operand.getType()) && isInput(operand))
      read(0);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

void LoopRunner::set(Value value, Interval range) {
  ranges[value] = {std::max(range.low, Interval::kLeast),
                   std::min(range.high, Interval::kMost)};
}

/// Computes indices and conditions. Elements of tensors have any value.
void LoopRunner::compute(Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isIntOrIndex())
    return;
  auto operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return get(operand); });
  set(op->getResult(0), evaluateInterval(op, operands));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Runs an iteration at a time if the loop writes the output or has only a few
/// iterations, such as the pixels of a block, and else all at once.
bool LoopRunner::runLoop(scf::ForOp loop) {
  Interval begin = get(loop.getLowerBound()), end = get(loop.getUpperBound()),
           step = get(loop.getStep());
  for (BlockArgument argument : loop.getRegionIterArgs())
    set(argument, Interval());
  for (Value result : loop.getResults())
    set(result, Interval());
  bool isCounted =
      begin.isNumber() && end.isNumber() && step.isNumber() && step.low > 0;
  constexpr int64_t kFew = 8;
  bool isShort = isCounted && end.low - begin.low <= kFew * step.low;
  if (!writers.contains(loop) && !isShort) {
    set(loop.getInductionVar(), {begin.low, end.high - 1});
    return begin.low >= end.high || run(*loop.getBody());
  }
  if (!isCounted)
    return false;
  for (int64_t i = begin.low; i < end.low; i += step.low) {
    set(loop.getInductionVar(), Interval::of(i));
    if (!run(*loop.getBody()))
      return false;
  }
  return true;
}

/// Runs the branches that may be taken, one after the other.
bool LoopRunner::runIf(scf::IfOp op) {
  for (Value result : op.getResults())
    set(result, Interval());
  Interval condition = get(op.getCondition());
  if (condition.high > 0 && !run(op.getThenRegion().front()))
    return false;
  return condition.low > 0 || op.getElseRegion().empty() ||
         run(op.getElseRegion().front());
}

void LoopRunner::requantizeLanes(RequantizeLanesOp op) {
  for (Value buffer :
       {op.getScale(), op.getOffset(), op.getShift(), op.getSignOffset()})
    readFrom(buffer, op.getChannel());
  readFrom(op.getSums(), op.getFrom());
  readFrom(op.getOther(), op.getTo());
  if (getViewedBuffer(op.getOutputs()) == output)
    write(get(op.getTo()).high +
          (static_cast<int64_t>(op.getPixels()) - 1) *
              static_cast<int64_t>(op.getOutputsPitch()) +
          static_cast<int64_t>(op.getChannels()) - 1);
}

bool LoopRunner::run(Operation *op) {
  if (stepsLeft == 0)
    return false;
  --stepsLeft;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return runLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return runIf(branch);
  if (op->getNumRegions() != 0)
    return false;
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](memref::LoadOp load) {
        if (isInput(load.getMemRef()))
          read(getPosition(load.getMemRef(), load.getIndices()).low);
      })
      .Case([&](memref::StoreOp store) {
        if (getViewedBuffer(store.getMemRef()) == output)
          write(getPosition(store.getMemRef(), store.getIndices()).high);
      })
      .Case<WidenBytesOp, WidenElementsOp>([&](auto widen) {
        readSegment(widen.getBytes(), widen.getOffset(), widen.getBegin(),
                    widen.getEnd());
      })
      .Case([&](CallStepOp step) { callStep(step); })
      .Case([&](DotPixelOp dot) {
        readFrom(dot.getElements(), dot.getOffset());
        readFrom(dot.getWeights(), dot.getWeightsOffset());
      })
      .Case([&](DotLanesOp dot) {
        readFrom(dot.getElements(), dot.getOffset(),
                 get(dot.getRowBegin()).low *
                     static_cast<int64_t>(dot.getRowPitch()));
        readFrom(dot.getWeights(), dot.getWeightsOffset());
        readFrom(dot.getStart(), dot.getStartAt());
        readFrom(dot.getAddend(), dot.getAddendAt());
        if (getViewedBuffer(dot.getSums()) == output)
          write(get(dot.getAt()).high +
                (static_cast<int64_t>(dot.getPixels()) - 1) *
                    dot.getSumsOfPixel() +
                static_cast<int64_t>(dot.getChannels()) - 1);
      })
      .Case<DotByteLanesOp, DotWindowLanesOp>([&](auto dot) {
        if (std::optional<int64_t> first = dot.getFirstInside())
          readFrom(dot.getElements(), dot.getOffset(),
                   *first + get(dot.getRowBegin()).low *
                                static_cast<int64_t>(dot.getRowPitch()));
        readFrom(dot.getWeights(), dot.getWeightsOffset());
        readFrom(dot.getStart(), dot.getStartAt());
      })
      .Case([&](RequantizeLanesOp requantize) { requantizeLanes(requantize); })
      .Case<WidenRowsOp, DotTapsOp, DotWindowOp>([&](auto window) {
        readWindow(window.getBytes(), window.getOffset(),
                   {window.getRowBegin(), window.getRowEnd()},
                   window.getRowPitch(),
                   {window.getColumnBegin(), window.getColumnEnd()},
                   window.getColumnPitch());
      })
      .Default([&](Operation *other) {
        if (isMemoryEffectFree(other))
          compute(other);
        else
          accessAnyhow(other);
      });
  return true;
}

bool LoopRunner::run(Block &block) {
  return llvm::all_of(block, [&](Operation &op) { return run(&op); });
}

std::optional<int64_t> LoopRunner::run() {
  bool isWhole = llvm::all_of(ArrayRef{output, input}, [](Value buffer) {
    return isWholeBuffer(buffer.getType());
  });
  if (!isWhole || !kernel.getBody().hasOneBlock() ||
      !run(kernel.getBody().front()))
    return std::nullopt;
  return distance;
}

std::optional<int64_t> tir::findDistanceInLoops(PrimFuncOp kernel,
                                                unsigned output, unsigned input,
                                                uint64_t maxSteps) {
  return LoopRunner(kernel, kernel.getArgument(output),
                    kernel.getArgument(input), maxSteps)
      .run();
}
