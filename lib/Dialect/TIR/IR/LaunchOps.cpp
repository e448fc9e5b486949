//===- LaunchOps.cpp - Kernels that run while others do
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/LaunchOps.h"

using namespace mlir;
using namespace tir;

bool tir::listsHook(DeviceOp device, Hook hook) {
  return llvm::any_of(device.getHooks().getAsRange<HookAttr>(),
                      [&](HookAttr attr) { return attr.getValue() == hook; });
}

LogicalResult SyncOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto get = getDeviceContext().getDefiningOp<GetDeviceContextOp>();
  auto device = get ? symbolTable.lookupNearestSymbolFrom<DeviceOp>(
                          get, get.getDeviceAttr())
                    : DeviceOp();
  if (!device || listsHook(device, Hook::Sync))
    return success();
  InFlightDiagnostic diag =
      emitOpError("waits for @")
      << device.getSymName()
      << ", whose kernels have ended when they return; leave it out, or add "
         "#tir.hook<sync> to the hooks if its driver has "
         "TVMDevice<Kind>Sync";
  diag.attachNote(device.getLoc()) << "device declared here";
  return diag;
}

/// It has an order among all that may reach the device, and its buffers live
/// until it returns.
void SyncOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
  for (OpOperand &buffer : getReadsMutable())
    effects.emplace_back(MemoryEffects::Read::get(), &buffer);
  for (OpOperand &buffer : getWritesMutable()) {
    effects.emplace_back(MemoryEffects::Read::get(), &buffer);
    effects.emplace_back(MemoryEffects::Write::get(), &buffer);
  }
}
