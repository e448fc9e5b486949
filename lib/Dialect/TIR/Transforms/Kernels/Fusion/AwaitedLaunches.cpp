//===- AwaitedLaunches.cpp - What operations wait for
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AwaitedLaunches.h"

#include "tir/Dialect/TIR/Analysis/Launches.h"

using namespace mlir;
using namespace tir;

AwaitedLaunches::AwaitedLaunches(Block &block) {
  auto module = block.getParentOp()->getParentOfType<ModuleOp>();
  bool isAsynchronous =
      module && llvm::any_of(module.getOps<DeviceOp>(), [](DeviceOp device) {
        return listsHook(device, Hook::Sync);
      });
  if (!isAsynchronous)
    return;
  tir::Launches launches(module);
  for (Operation &op : block) {
    Launches own;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *source = operand.getDefiningOp())
          if (auto known = awaited.find(source); known != awaited.end())
            own.insert(known->second.begin(), known->second.end());
    });
    if (!launches.getDevices(&op).empty())
      own.insert(&op);
    if (!own.empty())
      awaited[&op] = std::move(own);
  }
}

bool AwaitedLaunches::isEarlier(Operation *op, Operation *consumer) const {
  auto needed = awaited.find(consumer);
  if (needed == awaited.end())
    return false;
  auto own = awaited.find(op);
  return llvm::any_of(needed->second, [&](Operation *launch) {
    return own == awaited.end() || !own->second.contains(launch);
  });
}
