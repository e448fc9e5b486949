//===- LoopAccesses.cpp - What the iterations of a loop read and write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"

using namespace mlir;
using namespace tir;

namespace {
class LoopFollower {
public:
  LoopFollower(const DataLayout &layout, uint64_t maxSteps)
      : layout(layout), stepsLeft(maxSteps) {}

  bool run(Operation *op);

  LoopAccesses accesses;

private:
  std::optional<int64_t> getNumber(Value value);
  std::optional<int64_t> getOffset(Operation *view);
  void compute(InferIntRangeInterface op);
  bool run(Block &block);
  bool runLoop(scf::ForOp loop);
  bool runIf(scf::IfOp branch);
  bool access(Operation *op);
  LoopAccess getAccess(Value view, Value buffer);

  const DataLayout &layout;
  uint64_t stepsLeft, time = 0;
  DenseMap<Value, ConstantIntRanges> ranges;
};
} // namespace

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Returns the value of an index or condition, if only one is possible.
std::optional<int64_t> LoopFollower::getNumber(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getBitWidth() == 1 ? constant.getZExtValue()
                                       : constant.getSExtValue();
  auto range = ranges.find(value);
  std::optional<APInt> number =
      range != ranges.end() ? range->second.getConstantValue() : std::nullopt;
  if (!number)
    return std::nullopt;
  return number->getBitWidth() == 1 ? number->getZExtValue()
                                    : number->getSExtValue();
}

void LoopFollower::compute(InferIntRangeInterface op) {
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands()) {
    auto range = ranges.find(operand);
    APInt constant;
    if (range != ranges.end())
      operands.push_back(range->second);
    else if (matchPattern(operand, m_ConstantInt(&constant)))
      operands.push_back(ConstantIntRanges::constant(constant));
    else
      operands.push_back(ConstantIntRanges::maxRange(
          ConstantIntRanges::getStorageBitwidth(operand.getType())));
  }
  op.inferResultRanges(operands,
                       [&](Value result, const ConstantIntRanges &range) {
                         ranges.insert_or_assign(result, range);
                       });
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Returns how many elements of its source come before those that `view` shows.
std::optional<int64_t> LoopFollower::getOffset(Operation *view) {
  if (isa<memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp>(view))
    return 0;
  if (auto rebase = dyn_cast<RebaseOp>(view))
    return rebase.getOffset() ? getNumber(rebase.getOffset()) : 0;
  auto slice = dyn_cast<memref::SubViewOp>(view);
  SmallVector<int64_t> strides;
  int64_t ignored, elements = 0;
  if (!slice ||
      failed(slice.getSourceType().getStridesAndOffset(strides, ignored)))
    return std::nullopt;
  for (auto [offset, stride] :
       llvm::zip_equal(slice.getMixedOffsets(), strides)) {
    std::optional<int64_t> index = getConstantIntValue(offset);
    if (!index)
      index = getNumber(cast<Value>(offset));
    if (!index || ShapedType::isDynamic(stride))
      return std::nullopt;
    elements += *index * stride;
  }
  return elements;
}

/// Returns an access to the bytes of `buffer` that `view` shows.
LoopAccess LoopFollower::getAccess(Value view, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Type element = type.getElementType();
  int64_t elementBytes =
      llvm::alignTo(layout.getTypeSize(element).getFixedValue(),
                    layout.getTypeABIAlignment(element));
  LoopAccess all = {time, 0, type.getNumElements() * elementBytes, false};
  std::optional<int64_t> span = getSpan(cast<MemRefType>(view.getType()));
  if (!span || cast<MemRefType>(view.getType()).getElementType() != element)
    return all;
  int64_t first = 0;
  while (view != buffer) {
    Operation *op = view.getDefiningOp();
    std::optional<int64_t> offset = getOffset(op);
    if (!offset)
      return all;
    first += *offset;
    view = cast<ViewLikeOpInterface>(op).getViewSource();
  }
  return {time, first * elementBytes, (first + *span) * elementBytes, false};
}

/// Returns whether `buffer` is known, and can be told from others.
static bool isKnown(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type || !type.hasStaticShape())
    return false;
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    return isa<PrimFuncOp>(argument.getOwner()->getParentOp());
  return isa<memref::AllocOp, memref::GetGlobalOp>(buffer.getDefiningOp());
}

/// Returns whether the operation that `operand` belongs to may read the buffer.
static bool mayRead(OpOperand &operand) {
  if (auto copy = dyn_cast<memref::CopyOp>(operand.getOwner()))
    return operand.get() == copy.getSource();
  auto call = dyn_cast<BufferCallOpInterface>(operand.getOwner());
  if (!call)
    return true;
  auto args = call.getArgOperands();
  unsigned index = operand.getOperandNumber() - args.getBeginOperandIndex();
  return index >= args.size() || call.getArgEffect(index) != Effect::Write;
}

/// Adds the accesses of an operation. Returns false if it may access others
/// than those to its operands.
bool LoopFollower::access(Operation *op) {
  ++time;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    Value buffer = getViewedBuffer(operand.get());
    if (!isKnown(buffer))
      return false;
    LoopAccess found = getAccess(operand.get(), buffer);
    if (mayRead(operand))
      accesses[buffer].push_back(found);
    found.isWrite = true;
    if (mayWrite(operand))
      accesses[buffer].push_back(found);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool LoopFollower::runLoop(scf::ForOp loop) {
  std::optional<int64_t> begin = getNumber(loop.getLowerBound()),
                         end = getNumber(loop.getUpperBound()),
                         step = getNumber(loop.getStep());
  if (!begin || !end || !step || *step <= 0 || loop.getNumResults() != 0 ||
      loop.getUnsignedCmp())
    return false;
  unsigned width =
      ConstantIntRanges::getStorageBitwidth(loop.getInductionVar().getType());
  for (int64_t i = *begin; i < *end; i += *step) {
    ranges.insert_or_assign(
        loop.getInductionVar(),
        ConstantIntRanges::constant(APInt(width, i, /*isSigned=*/true)));
    if (!run(*loop.getBody()))
      return false;
  }
  return true;
}

bool LoopFollower::runIf(scf::IfOp branch) {
  if (branch.getNumResults() != 0)
    return false;
  std::optional<int64_t> condition = getNumber(branch.getCondition());
  if (condition.value_or(1) != 0 && !run(branch.getThenRegion().front()))
    return false;
  return condition.value_or(0) != 0 || branch.getElseRegion().empty() ||
         run(branch.getElseRegion().front());
}

bool LoopFollower::run(Block &block) {
  return llvm::all_of(block, [&](Operation &op) { return run(&op); });
}

bool LoopFollower::run(Operation *op) {
  if (stepsLeft == 0)
    return false;
  --stepsLeft;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return runLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return runIf(branch);
  if (op->getNumRegions() != 0)
    return false;
  if (auto number = dyn_cast<InferIntRangeInterface>(op)) {
    compute(number);
    return true;
  }
  if (isMemoryEffectFree(op) || isa<memref::AllocOp>(op))
    return true;
  return access(op);
}

std::optional<LoopAccesses> tir::findLoopAccesses(scf::ForOp loop,
                                                  const DataLayout &layout,
                                                  uint64_t maxSteps) {
  LoopFollower follower(layout, maxSteps);
  if (!follower.run(loop))
    return std::nullopt;
  return std::move(follower.accesses);
}
