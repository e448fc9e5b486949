//===- LaunchHooks.cpp - Hooks that wait for asynchronous devices
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HookInserter.h"

using namespace mlir;
using namespace tir;

/// Checks that something waits for a launch in its block, as after an earlier
/// run of the pass.
LogicalResult HookInserter::verifyIsSynced(Operation *launch) {
  for (Value context : launches.getContexts(launch)) {
    bool isSynced = false;
    // What measures its time may surround it.
    Operation *step = launch;
    while (isa<TryOp>(step->getParentOp()) && !step->getNextNode())
      step = step->getParentOp();
    for (Operation *op = step->getNextNode(); op; op = op->getNextNode()) {
      auto sync = dyn_cast<SyncOp>(op);
      isSynced |= isHookCall(op, Hook::Sync, context) ||
                  (sync && isSameDevice(sync.getDeviceContext(), context));
    }
    if (isSynced)
      continue;
    InFlightDiagnostic diag = launch->emitOpError(
        "only launches its kernel, but nothing in its block waits for the "
        "end; run tir-overlap-launches before the memory is planned");
    if (DeviceOp device = getDevice(context))
      diag.attachNote(device.getLoc()) << "the device is asynchronous";
    return diag;
  }
  return success();
}

/// Ends in any case what a device runs when `steps`, its launches and the
/// waits for them, are over or have failed. The innermost block with all of
/// them ends with that, and so before memory that surrounds it is freed.
void HookInserter::endLaunches(FunctionOpInterface function, Value context,
                               ArrayRef<Operation *> steps) {
  Block *block = steps.front()->getBlock();
  auto holdsAll = [&] {
    return llvm::all_of(steps, [&](Operation *step) {
      return block->findAncestorOpInBlock(*step) != nullptr;
    });
  };
  auto hasResults = [&] {
    return !block->empty() && block->back().hasTrait<OpTrait::IsTerminator>() &&
           block->back().getNumOperands() != 0;
  };
  while (block->getParentOp() != function && (!holdsAll() || hasResults()))
    block = block->getParentOp()->getBlock();
  Operation *end = nullptr;
  if (!block->empty() && block->back().hasTrait<OpTrait::IsTerminator>())
    end = block->getParentOp() == function ? separateEnd(&block->back())
                                           : &block->back();
  Value own = context;
  if (auto get = context.getDefiningOp<GetDeviceContextOp>()) {
    builder.setInsertionPointToStart(block);
    own = builder.clone(*get)->getResult(0);
  }
  Operation *first =
      own == context ? &block->front() : own.getDefiningOp()->getNextNode();
  Stretch range = {first, end ? end->getPrevNode() : &block->back()};
  Location loc = builder.getUnknownLoc();
  tryRange(range, own,
           hasHook(context, Hook::Abort) ? Hook::Abort : Hook::Sync);
  range.first->setLoc(loc);
  cast<TryOp>(range.first).getCleanup().front().front().setLoc(loc);
}

LogicalResult HookInserter::waitForLaunches(FunctionOpInterface function) {
  SmallVector<std::pair<Value, SmallVector<Operation *>>> devices;
  auto addStep = [&](Value context, Operation *step) {
    auto *known = llvm::find_if(devices, [&](const auto &device) {
      return isSameDevice(device.first, context);
    });
    if (known == devices.end())
      devices.push_back({context, {step}});
    else
      known->second.push_back(step);
  };
  SmallVector<SyncOp> syncs;
  WalkResult result = function.walk([&](Operation *op) {
    if (auto sync = dyn_cast<SyncOp>(op)) {
      syncs.push_back(sync);
    } else if (launches.isLaunch(op)) {
      if (failed(verifyIsSynced(op)))
        return WalkResult::interrupt();
      for (Value context : launches.getContexts(op))
        addStep(context, op);
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (syncs.empty())
    return success();
  if (failed(verifyReturnsCode(function, syncs.front().getDeviceContext(),
                               syncs.front())))
    return failure();
  for (SyncOp sync : syncs) {
    builder.setInsertionPoint(sync);
    addStep(sync.getDeviceContext(),
            callHook(sync.getLoc(), sync.getDeviceContext(), Hook::Sync));
    sync.erase();
  }
  for (auto &[context, steps] : llvm::reverse(devices))
    endLaunches(function, context, steps);
  return success();
}
