//===- StreamRows.cpp - Calls that run in turns, a row at a time
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls of a `kernel.by_rows` become one loop. In each iteration, each of
// the kernels makes its next row, if it is its turn. Tensors between them
// become rings: a few rows one behind the other, which move down when the
// oldest ones have been read.
//
//===----------------------------------------------------------------------===//

#include "RowLoopBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/RowOps.h"
#include "tir/Dialect/Kernel/IR/RowScheduleInterface.h"
#include "tir/Dialect/TIR/Analysis/BufferDependences.h"
#include "tir/Dialect/TIR/Analysis/RowGroup.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRSTREAMROWSPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Returns the buffer that identifies the tensor of an argument, or null if the
/// argument is only a part of its buffer.
static Value getTensor(CallTIROp call, unsigned index) {
  Value operand = call.getArgs()[index];
  if (!isWholeBuffer(operand.getType()) || !showsWholeBuffer(operand))
    return {};
  return getViewedBuffer(operand);
}

/// Returns whether anything but the calls uses the buffer, or a view of it.
static bool isUsedOutside(Value buffer, ArrayRef<RowCall> calls) {
  SmallVector<Value> views = {buffer};
  for (size_t i = 0; i < views.size(); ++i)
    for (Operation *user : views[i].getUsers()) {
      if (auto view = dyn_cast<ViewLikeOpInterface>(user);
          view && view.getViewSource() == views[i])
        views.push_back(view.getViewDest());
      else if (llvm::none_of(calls, [&](RowCall rowCall) {
                 return rowCall.call == user;
               }))
        return true;
    }
  return false;
}

/// Returns the group of the calls on memrefs, or std::nullopt if they cannot
/// run in turns.
static std::optional<RowGroup> makeGroup(ArrayRef<RowCall> calls) {
  std::optional<RowGroup> group =
      makeRowGroup(calls, getTensor, [&](Value tensor) {
        return tensor.getDefiningOp<memref::AllocOp>()
                   ? isUsedOutside(tensor, calls)
                   : !isFedInput(tensor);
      });
  if (!group)
    return std::nullopt;
  // What one call writes must be nothing else to another one.
  for (auto [call, output] : llvm::zip_equal(group->calls, group->outputs)) {
    Value written = getTensor(call.call, output);
    for (RowCall other : calls)
      for (Value operand : other.call.getArgs())
        if (Value buffer = getViewedBuffer(operand);
            isa<BaseMemRefType>(buffer.getType()) && buffer != written &&
            !isConstantOrigin(buffer) && mayShareMemory(buffer, written))
          return std::nullopt;
  }
  return group;
}

/// Reports an error if something else reads an input whose rows this group gets
/// one by one.
static LogicalResult verifyFed(const RowGroup &group) {
  for (const RowGroup::Tensor &tensor : group.tensors)
    if (isFedInput(tensor.value) && isUsedOutside(tensor.value, group.calls))
      return emitError(tensor.value.getLoc())
             << "is an input that comes by rows ('fed' in '"
             << kKernelArgumentAttrName
             << "'), but calls outside of one group read it, too; put all of "
                "its readers in one '"
             << ByRowsOp::getOperationName() << "'";
  return success();
}

/// Lets kernels move the rows of the rings that they read, if all calls of a
/// kernel agree.
static void moveInKernels(ModuleOp module, ArrayRef<RowGroup> groups) {
  using Argument = std::pair<PrimFuncOp, unsigned>;
  llvm::MapVector<Argument, unsigned> movers;
  for (const RowGroup &group : groups)
    for (unsigned tensor = 0; tensor < group.tensors.size(); ++tensor)
      if (std::optional<RowReader> mover = findMover(group, tensor))
        ++movers[{mover->getRowKernel(), mover->argument}];
  llvm::DenseMap<StringAttr, unsigned> numCalls;
  module.walk(
      [&](CallTIROp call) { ++numCalls[call.getCalleeAttr().getAttr()]; });
  for (auto [argument, count] : movers) {
    auto [kernel, index] = argument;
    ArgumentParts parts = getArgumentParts(kernel, index);
    RowWindowAttr window = parts.window;
    auto schedule =
        dyn_cast_if_present<RowScheduleAttrInterface>(kernel.getScheduleAttr());
    if (count != numCalls.lookup(kernel.getSymNameAttr()) || !schedule ||
        !schedule.canMoveRows(kernel, index, window.getStride()))
      continue;
    parts.window = RowWindowAttr::get(
        module.getContext(), window.getDim(), window.getUnit(),
        window.getStride(), window.getFirst(), window.getRows(),
        /*moves=*/window.getStride(), window.getPadding());
    setArgumentParts(kernel, index, parts);
    kernel.setEffect(index, Effect::ReadWrite);
  }
}

/// Splits calls that follow each other into groups that can run in turns.
static LogicalResult split(ArrayRef<RowCall> calls,
                           std::vector<RowGroup> &groups) {
  while (!calls.empty()) {
    size_t count = calls.size();
    std::optional<RowGroup> group;
    while (count > 0 && !(group = makeGroup(calls.take_front(count))))
      --count;
    if (!group) {
      CallTIROp call = calls.front().call;
      return call.emitOpError("cannot run by rows: its operands are not whole "
                              "buffers, or their rows are not the windows that "
                              "@")
             << call.getCallee() << " reads; move it out of '"
             << ByRowsOp::getOperationName()
             << "' and call the kernel for the whole tensor";
    }
    if (failed(verifyFed(*group)))
      return failure();
    groups.push_back(std::move(*group));
    calls = calls.drop_front(count);
  }
  return success();
}

/// Returns whether calls on both sides of an operation can be in one loop,
/// which takes the place of the last of them.
static bool isTransparent(Operation &op) {
  return isa<memref::AllocOp>(op) || isMemoryEffectFree(&op);
}

namespace {
struct StreamRowsPass
    : public tir::impl::TIRStreamRowsPassBase<StreamRowsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    RowFills fills(symbols);
    SmallVector<PrimFuncOp> functions;
    SmallVector<SmallVector<RowCall>> runs;
    SymbolLookupScope scope(module);
    for (auto function : module.getOps<PrimFuncOp>()) {
      if (function.isPrivate() || function.isExternal())
        continue;
      functions.push_back(function);
      function.walk([&](ByRowsOp rows) {
        findRuns(rows, runs);
        rows.unwrap();
      });
    }
    std::vector<RowGroup> groups;
    for (ArrayRef<RowCall> calls : runs)
      if (failed(split(calls, groups)))
        return signalPassFailure();
    moveInKernels(module, groups);
    for (RowGroup &group : groups)
      RowLoopBuilder(group, fills).build();
    for (PrimFuncOp function : functions) {
      SmallVector<memref::AllocOp> allocs;
      function.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
      for (memref::AllocOp alloc : allocs)
        eraseIfUnused(alloc);
    }
  }

private:
  static void eraseIfUnused(memref::AllocOp alloc) {
    SmallVector<Operation *> views = {alloc};
    for (size_t i = 0; i < views.size(); ++i)
      for (Operation *user : views[i]->getUsers()) {
        if (!isa<ViewLikeOpInterface>(user))
          return;
        views.push_back(user);
      }
    for (Operation *view : llvm::reverse(views))
      view->erase();
  }

  /// Finds the calls of a group between which nothing needs its own time.
  static void findRuns(ByRowsOp rows,
                       SmallVectorImpl<SmallVector<RowCall>> &runs) {
    bool isRun = false;
    for (Operation &op : *rows.getBody()) {
      auto call = dyn_cast<CallTIROp>(op);
      if (call && !isRun)
        runs.emplace_back();
      if (call)
        runs.back().push_back({call, call.lookupCallee()});
      isRun = call || (isRun && isTransparent(op));
    }
  }
};
} // namespace
