//===- OverlapLaunches.cpp - Other steps while a device computes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MainSteps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "tir/Dialect/TIR/Analysis/Launches.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIROVERLAPLAUNCHESPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static void createSyncs(OpBuilder &builder, Operation *launch,
                        ArrayRef<Value> contexts) {
  auto call = cast<BufferCallOpInterface>(launch);
  llvm::SmallSetVector<Value, 4> reads, writes;
  for (auto [index, operand] : llvm::enumerate(call.getArgOperands())) {
    if (!isa<BaseMemRefType>(operand.getType()) || isConstantBuffer(operand))
      continue;
    (call.getArgEffect(index) == Effect::Read ? reads : writes).insert(operand);
  }
  reads.remove_if([&](Value buffer) { return writes.contains(buffer); });
  for (Value context : contexts)
    SyncOp::create(builder, launch->getLoc(), context, reads.getArrayRef(),
                   writes.getArrayRef());
}

//===----------------------------------------------------------------------===//
// Functions that only launch
//===----------------------------------------------------------------------===//

/// Returns whether a function does nothing but launch a kernel.
static bool onlyLaunches(PrimFuncOp function, Launches &launches) {
  if (!function || !function.isPrivate() || function.isExternal() ||
      !llvm::hasSingleElement(function.getBody()))
    return false;
  unsigned count = 0;
  for (Operation &op : function.getBody().front().without_terminator()) {
    bool isLaunch = launches.isLaunch(&op);
    count += isLaunch;
    if (!isLaunch && (op.getNumRegions() != 0 || !isMemoryEffectFree(&op)))
      return false;
  }
  return count == 1;
}

/// Replaces a call of a function that only launches by its body.
static void inlineLaunch(CallTIROp call, PrimFuncOp callee) {
  OpBuilder builder(call);
  IRMapping mapping;
  for (auto [argument, operand] :
       llvm::zip_equal(callee.getArguments(), call.getArgs())) {
    Value passed = operand;
    if (operand.getType() != argument.getType())
      passed = memref::CastOp::create(builder, call.getLoc(),
                                      argument.getType(), operand);
    mapping.map(argument, passed);
  }
  for (Operation &op : callee.getBody().front().without_terminator())
    builder.clone(op, mapping)->setLoc(call.getLoc());
  call.erase();
}

static void inlineLaunches(PrimFuncOp main, Launches &launches,
                           llvm::SmallSetVector<PrimFuncOp, 4> &inlined) {
  for (auto call :
       llvm::make_early_inc_range(main.getBody().front().getOps<CallTIROp>())) {
    PrimFuncOp callee = call.lookupCallee();
    if (!onlyLaunches(callee, launches))
      continue;
    bool fits = llvm::all_of(
        llvm::zip_equal(call->getOperandTypes(), callee.getArgumentTypes()),
        [](auto types) {
          auto [from, to] = types;
          return from == to || memref::CastOp::areCastCompatible(from, to);
        });
    if (!fits)
      continue;
    inlineLaunch(call, callee);
    inlined.insert(callee);
  }
}

//===----------------------------------------------------------------------===//
// The order of a main function
//===----------------------------------------------------------------------===//

namespace {
/// Chooses the order of the steps of a main function, and where it waits.
class LaunchOrder {
public:
  LaunchOrder(PrimFuncOp main, Launches &launches);

  void choose(bool reorder);
  void apply(bool reorder);

private:
  SmallVector<unsigned> getWaits(unsigned step);
  unsigned findNext(ArrayRef<unsigned> ready);
  void take(unsigned step);

  PrimFuncOp main;
  Launches &launches;
  MainSteps steps;
  SmallVector<llvm::SmallDenseSet<unsigned, 4>> before;
  SmallVector<SmallVector<unsigned>> after;
  SmallVector<llvm::SmallSetVector<Attribute, 2>> devices;
  /// The launches that main has not waited for, in their order.
  SmallVector<unsigned> running;
  SmallVector<unsigned> order;
  /// What main waits for before each step of `order`.
  SmallVector<SmallVector<unsigned>> waits;
};
} // namespace

LaunchOrder::LaunchOrder(PrimFuncOp main, Launches &launches)
    : main(main), launches(launches),
      steps(main, [&](Operation *op) { return launches.isLaunch(op); }) {
  before.resize(steps.getSteps().size());
  after.resize(before.size());
  for (auto [first, second] : steps.getProblem().dependences)
    if (before[second].insert(first).second)
      after[first].push_back(second);
  for (Operation *step : steps.getSteps())
    devices.push_back(launches.getDevices(step));
}

/// Returns the running launches that must end before a step.
SmallVector<unsigned> LaunchOrder::getWaits(unsigned step) {
  return llvm::filter_to_vector(running, [&](unsigned launch) {
    return before[step].contains(launch) ||
           llvm::any_of(devices[step], [&](Attribute device) {
             return devices[launch].contains(device);
           });
  });
}

/// Returns the step that comes next: a launch, or else a step that need not
/// wait, or else the one that waits for the launches that began first.
unsigned LaunchOrder::findNext(ArrayRef<unsigned> ready) {
  auto rank = [&](unsigned step) {
    SmallVector<unsigned> ends = getWaits(step);
    unsigned place = 0;
    if (!ends.empty())
      place = 1 + (llvm::find(running, ends.back()) - running.begin());
    return std::tuple(place, !launches.isLaunch(steps.getSteps()[step]), step);
  };
  return *llvm::min_element(
      ready, [&](unsigned a, unsigned b) { return rank(a) < rank(b); });
}

void LaunchOrder::take(unsigned step) {
  waits.push_back(getWaits(step));
  llvm::erase_if(running, [&](unsigned launch) {
    return llvm::is_contained(waits.back(), launch);
  });
  order.push_back(step);
  if (launches.isLaunch(steps.getSteps()[step]))
    running.push_back(step);
}

void LaunchOrder::choose(bool reorder) {
  if (!reorder) {
    for (unsigned step = 0; step < before.size(); ++step)
      take(step);
    return;
  }
  SmallVector<unsigned> missing, ready;
  for (auto [step, needed] : llvm::enumerate(before)) {
    missing.push_back(needed.size());
    if (needed.empty())
      ready.push_back(step);
  }
  while (!ready.empty()) {
    unsigned step = findNext(ready);
    llvm::erase(ready, step);
    take(step);
    for (unsigned next : after[step])
      if (--missing[next] == 0)
        ready.push_back(next);
  }
}

void LaunchOrder::apply(bool reorder) {
  if (reorder)
    steps.reorder(order);
  auto syncBefore = [&](Operation *op, ArrayRef<unsigned> ends) {
    OpBuilder builder(op);
    for (unsigned end : ends) {
      Operation *launch = steps.getSteps()[end];
      createSyncs(builder, launch, launches.getContexts(launch));
    }
  };
  for (auto [step, ends] : llvm::zip_equal(order, waits))
    syncBefore(steps.getSteps()[step], ends);
  syncBefore(main.getBody().front().getTerminator(), running);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct OverlapLaunchesPass
    : public tir::impl::TIROverlapLaunchesPassBase<OverlapLaunchesPass> {
  using TIROverlapLaunchesPassBase::TIROverlapLaunchesPassBase;

  void runOnOperation() override {
    bool isAsynchronous =
        llvm::any_of(getOperation().getOps<DeviceOp>(), [](DeviceOp device) {
          return listsHook(device, Hook::Sync);
        });
    if (!isAsynchronous)
      return;
    SymbolLookupScope scope(getOperation());
    Launches launches(getOperation());
    llvm::SmallSetVector<PrimFuncOp, 4> inlined;
    for (auto main : getOperation().getOps<PrimFuncOp>())
      if (isMain(main) && !hasSyncs(main))
        inlineLaunches(main, launches, inlined);
    for (PrimFuncOp function : inlined)
      if (SymbolTable::symbolKnownUseEmpty(function, getOperation()))
        function.erase();
    // The erased functions are in its tables.
    launches = Launches(getOperation());
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isExternal() && !hasSyncs(function) &&
          failed(run(function, launches)))
        return signalPassFailure();
  }

private:
  static bool isMain(PrimFuncOp function) {
    return function && !function.isPrivate() && !function.isExternal() &&
           llvm::hasSingleElement(function.getBody());
  }

  static bool hasSyncs(Operation *function) {
    return function->walk([](SyncOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  }

  LogicalResult run(FunctionOpInterface function, Launches &launches) {
    auto main = dyn_cast<PrimFuncOp>(*function);
    SmallVector<Operation *> calls;
    function.walk([&](Operation *op) {
      if (launches.isLaunch(op))
        calls.push_back(op);
    });
    for (Operation *call : calls) {
      if (failed(verify(call)))
        return failure();
      if (isMain(main) && call->getParentOp() == main)
        continue;
      OpBuilder builder(call->getContext());
      builder.setInsertionPointAfter(call);
      createSyncs(builder, call, launches.getContexts(call));
    }
    if (!isMain(main) || calls.empty())
      return success();
    bool mayReorder =
        reorder && main.getBody().front().getOps<memref::DeallocOp>().empty();
    LaunchOrder order(main, launches);
    order.choose(mayReorder);
    order.apply(mayReorder);
    return success();
  }

  static LogicalResult verify(Operation *call) {
    if (cast<BufferCallOpInterface>(call).getNumOuts())
      return call->emitOpError(
          "is on tensors, but what a launch uses until its tir.sync is known "
          "of buffers only; bufferize the call first (phase 'buffers')");
    if (call->getNumResults() == 0)
      return success();
    InFlightDiagnostic diag = call->emitOpError(
        "returns a value, but it only launches its kernel, whose result is "
        "there when 'sync' returns; have the kernel write it into a buffer");
    for (Value context : getContexts(call))
      if (DeviceOp device = getDevice(context);
          device && listsHook(device, Hook::Sync))
        diag.attachNote(device.getLoc()) << "its device is asynchronous";
    return diag;
  }
};
} // namespace
