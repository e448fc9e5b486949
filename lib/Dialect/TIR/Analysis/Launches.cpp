//===- Launches.cpp - Which calls only launch their kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/Launches.h"

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

static StringRef getKind(Value context) {
  return cast<DeviceContextType>(context.getType()).getKind();
}

bool tir::listsHook(Value context, Hook hook, ModuleOp module) {
  if (DeviceOp device = getDevice(context))
    return listsHook(device, hook);
  return llvm::any_of(module.getOps<DeviceOp>(), [&](DeviceOp device) {
    return device.getKind() == getKind(context) && listsHook(device, hook);
  });
}

bool tir::isHookCall(Operation *op, Hook hook, Value context) {
  auto call = dyn_cast_if_present<CallExternOp>(op);
  Value passed = call ? call.getDeviceContext() : Value();
  return passed && (!context || isSameDevice(passed, context)) &&
         call.getCallee() == hookName(getKind(passed), stringifyHook(hook));
}

/// What identifies the device of a context: its name, or else its kind.
static Attribute getIdentity(Value context) {
  DeviceOp device = getDevice(context);
  return device ? Attribute(device.getSymNameAttr())
                : Attribute(TypeAttr::get(context.getType()));
}

bool tir::isSameDevice(Value context, Value other) {
  DeviceOp device = getDevice(context);
  return context == other || (device && device == getDevice(other));
}

SmallVector<Value> Launches::getContexts(Operation *op) {
  if (!calls.isOutside(op) || getCallParts(op).isHook)
    return {};
  for (Hook hook :
       {Hook::Init, Hook::Activate, Hook::Deactivate, Hook::Sync, Hook::Abort})
    if (isHookCall(op, hook))
      return {};
  SmallVector<Value> contexts;
  for (Value context : tir::getContexts(op))
    if (listsHook(context, Hook::Sync, module) &&
        llvm::none_of(contexts, [&](Value other) {
          return isSameDevice(context, other);
        }))
      contexts.push_back(context);
  return contexts;
}

void Launches::addDevices(Operation *op,
                          llvm::SmallPtrSetImpl<Operation *> &seen,
                          llvm::SmallSetVector<Attribute, 2> &devices) {
  op->walk([&](Operation *inner) {
    for (Value context : getContexts(inner))
      devices.insert(getIdentity(context));
    FunctionOpInterface callee = calls.getCallee(inner);
    if (callee && seen.insert(callee).second)
      addDevices(callee, seen, devices);
  });
}

llvm::SmallSetVector<Attribute, 2> Launches::getDevices(Operation *op) {
  llvm::SmallPtrSet<Operation *, 4> seen;
  llvm::SmallSetVector<Attribute, 2> devices;
  addDevices(op, seen, devices);
  return devices;
}
