//===- RowLoopBuilder.cpp - The loop of calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowLoopBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

/// Returns the row whose turn it is in this iteration. It is one of the rows
/// that `isBetween` asks for only if that returns true.
Value RowLoopBuilder::getRow(const RowTimes &times) {
  Value since = step;
  if (times.first != 0)
    since = arith::SubIOp::create(builder, loc, step, constant(times.first));
  if (times.period == 1)
    return since;
  return arith::DivUIOp::create(builder, loc, since, constant(times.period));
}

/// Returns whether it is the turn of one of the rows from `first` to `last`.
Value RowLoopBuilder::isBetween(const RowTimes &times, int64_t first,
                                int64_t last) {
  int64_t begin = times.first + first * times.period,
          end = times.first + last * times.period;
  if (begin == end)
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, step,
                                 constant(begin));
  Value condition;
  auto require = [&](arith::CmpIPredicate predicate, Value left, Value right) {
    Value holds = arith::CmpIOp::create(builder, loc, predicate, left, right);
    condition =
        condition
            ? arith::AndIOp::create(builder, loc, condition, holds).getResult()
            : holds;
  };
  if (begin > 0)
    require(arith::CmpIPredicate::uge, step, constant(begin));
  if (end + times.period < group.pipeline.steps)
    require(arith::CmpIPredicate::ule, step, constant(end));
  if (times.period != 1) {
    Value rest =
        arith::RemUIOp::create(builder, loc, step, constant(times.period));
    require(arith::CmpIPredicate::eq, rest,
            constant(llvm::mod(times.first, times.period)));
  }
  if (!condition)
    condition =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  return condition;
}

void RowLoopBuilder::buildIf(Value condition, llvm::function_ref<void()> body) {
  if (matchPattern(condition, m_One())) {
    body();
    return;
  }
  OpBuilder::InsertionGuard guard(builder);
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  body();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

Value RowLoopBuilder::getOutput(unsigned kernel) {
  RowCall rowCall = group.calls[kernel];
  unsigned tensor = group.problem.kernels[kernel].output;
  auto type = cast<MemRefType>(
      rowCall.rowKernel.getArgumentTypes()[group.outputs[kernel]]);
  const RowTimes &times = group.pipeline.kernels[kernel];
  RowWindowAttr window =
      getArgumentParts(rowCall.rowKernel, group.outputs[kernel]).window;
  if (group.problem.kernels[kernel].runs && window.getStride() == 0)
    return rowCall.call.getArgs()[group.outputs[kernel]];
  if (!group.problem.tensors[tensor].isWhole)
    return getSlot(tensor, times, type);
  Value offset = arith::MulIOp::create(
      builder, loc, getRow(times), constant(group.tensors[tensor].rowElements));
  return getPart(group.tensors[tensor].value, offset, type);
}

Value RowLoopBuilder::getWindow(unsigned kernel, unsigned number) {
  RowCall rowCall = group.calls[kernel];
  const RowWindow &window = group.problem.kernels[kernel].windows[number];
  auto type = cast<MemRefType>(
      rowCall.rowKernel.getArgumentTypes()[group.windows[kernel][number]]);
  int64_t elements = group.tensors[window.tensor].rowElements;
  if (auto slot = group.pipeline.slots[kernel][number])
    return getPart(memory[window.tensor], constant(*slot * elements), type);
  Value offset = arith::MulIOp::create(builder, loc,
                                       getRow(group.pipeline.kernels[kernel]),
                                       constant(window.stride * elements));
  if (window.first != 0)
    offset = arith::AddIOp::create(builder, loc, offset,
                                   constant(window.first * elements));
  return getPart(group.tensors[window.tensor].value, offset, type);
}

void RowLoopBuilder::run(unsigned kernel) {
  CallTIROp call = group.calls[kernel].call;
  loc = call.getLoc();
  unsigned output = group.problem.kernels[kernel].output;
  const RowRing &ring = group.pipeline.rings[output];
  bool hasRing = ring.rows != 0;
  if (hasRing && !ring.isReadOnArrival)
    moveDown(output);
  int64_t last =
      group.problem.kernels[kernel].runs.value_or(countRows(output)) - 1;
  buildIf(isBetween(group.pipeline.kernels[kernel], 0, last), [&] {
    SmallVector<Value> args(call.getArgs());
    for (auto [i, index] : llvm::enumerate(group.windows[kernel]))
      args[index] = getWindow(kernel, i);
    args[group.outputs[kernel]] = getOutput(kernel);
    // Scratch memory is needed for a row only.
    for (auto [index, arg] : llvm::enumerate(args))
      if (auto alloc = arg.getDefiningOp<memref::AllocOp>();
          alloc && alloc->hasOneUse() && *alloc->user_begin() == call &&
          call.getArgEffect(index) == Effect::Write)
        arg = builder.clone(*alloc)->getResult(0);
    auto row = CallTIROp::create(builder, loc, call.getCalleeAttr(), args);
    row->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    const RowTimes &times = group.pipeline.kernels[kernel];
    row->setDiscardableAttr(kRowsAttrName,
                            TurnsAttr::get(builder.getContext(), times.first,
                                           times.period, last + 1,
                                           /*fed=*/false));
  });
  if (hasRing)
    pushRows(output, /*copies=*/group.problem.tensors[output].isWhole);
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

void RowLoopBuilder::moveEarly(unsigned kernel) {
  for (auto [tensor, reader] : llvm::enumerate(lastReaders)) {
    const RowRing &ring = group.pipeline.rings[tensor];
    if (reader == kernel && ring.rows != 0 && ring.isReadOnArrival)
      moveDown(tensor);
  }
}

void RowLoopBuilder::findReaders() {
  lastReaders.resize(group.tensors.size());
  isMade.resize(group.tensors.size());
  for (auto [k, kernel] : llvm::enumerate(group.problem.kernels)) {
    isMade[kernel.output] = true;
    for (const RowWindow &window : kernel.windows)
      lastReaders[window.tensor] = k;
    // Planes get each element from some row.
    if (kernel.runs && group.tensors[kernel.output].padding)
      fills.add(builder, loc, group.tensors[kernel.output].value,
                group.tensors[kernel.output].padding);
  }
}

void RowLoopBuilder::allocateRings(bool areKept) {
  for (auto [tensor, ring] : llvm::enumerate(group.pipeline.rings)) {
    if (ring.rows == 0 || isKept(tensor) != areKept)
      continue;
    allocate(tensor);
    if (ring.hasPadding && getFirstUse(tensor) == 0)
      fillAtFirst(tensor);
  }
}

void RowLoopBuilder::pushRowsOfInputs() {
  // As long as a ring is not used, something else may lie in its place.
  for (unsigned tensor = 0; tensor < group.tensors.size(); ++tensor)
    if (int64_t first = getFirstUse(tensor);
        group.pipeline.rings[tensor].hasPadding && first != 0)
      buildIf(isBetween({first, 1}, 0, 0), [&] { fillAtFirst(tensor); });
  for (auto [tensor, ring] : llvm::enumerate(group.pipeline.rings)) {
    if (ring.rows == 0 || isMade[tensor] || isFed(tensor))
      continue;
    if (!ring.isReadOnArrival)
      moveDown(tensor);
    pushRows(tensor, /*copies=*/true);
  }
}

void RowLoopBuilder::build() {
  findReaders();
  allocateRings(/*areKept=*/true);
  auto loop = scf::ForOp::create(builder, loc, constant(0),
                                 constant(group.pipeline.steps), constant(1));
  loop->setAttr(kNameAttrName, builder.getStringAttr("turn"));
  step = loop.getInductionVar();
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  // The application writes a row before the iteration begins, so nothing that
  // the iteration still reads may lie in the row's place.
  for (auto [tensor, ring] : llvm::enumerate(group.pipeline.rings))
    if (isFed(tensor) && ring.rows != 0)
      pushRows(tensor, /*copies=*/true);
  allocateRings(/*areKept=*/false);
  pushRowsOfInputs();
  for (unsigned kernel = 0; kernel < group.calls.size(); ++kernel) {
    run(kernel);
    moveEarly(kernel);
  }
  for (auto [tensor, ring] : llvm::enumerate(group.pipeline.rings))
    if (isFed(tensor) && !ring.isReadOnArrival)
      moveDown(tensor, /*stepsAhead=*/1);
  for (RowCall rowCall : group.calls)
    rowCall.call->erase();
}
