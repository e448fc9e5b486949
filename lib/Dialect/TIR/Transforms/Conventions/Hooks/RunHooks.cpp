//===- RunHooks.cpp - Hooks around a run
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HookInserter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tir;

/// Returns the public functions that no other function of the module calls.
SmallVector<FunctionOpInterface> HookInserter::findEntries() {
  llvm::SmallDenseSet<Operation *> called;
  SmallVector<FunctionOpInterface> entries;
  llvm::StringSet<> inits;
  for (StringRef model : getModelNames())
    inits.insert(mangleSymbol(model, "init"));
  for (auto function : module.getOps<FunctionOpInterface>()) {
    function.walk([&](Operation *op) {
      FunctionOpInterface callee = calls.getCallee(op);
      if (callee && callee != function)
        called.insert(callee);
    });
    auto primFunc = dyn_cast<PrimFuncOp>(*function);
    if (!primFunc && !isa<func::FuncOp>(*function))
      continue;
    bool isInit = primFunc && inits.contains(primFunc.getCName());
    if (!function.isPrivate() && !function.isExternal() && !isInit)
      entries.push_back(function);
  }
  llvm::erase_if(entries, [&](FunctionOpInterface function) {
    return called.contains(function);
  });
  return entries;
}

/// Returns the devices whose contexts `entry` and its callees get.
llvm::SmallDenseSet<Operation *>
HookInserter::findDevices(FunctionOpInterface entry) {
  llvm::SmallDenseSet<Operation *> devices;
  llvm::SetVector<Operation *> functions;
  functions.insert(entry);
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i]->walk([&](Operation *op) {
      if (auto get = dyn_cast<GetDeviceContextOp>(op); get && !get->use_empty())
        devices.insert(getDevice(get));
      if (FunctionOpInterface callee = calls.getCallee(op))
        functions.insert(callee);
    });
  return devices;
}

/// Returns the contexts whose devices `entry` activates or deactivates: those
/// that its callees get, which are created at its start, and its own arguments.
SmallVector<Value> HookInserter::findContexts(FunctionOpInterface entry) {
  llvm::SmallDenseSet<Operation *> used = findDevices(entry);
  SmallVector<Value> contexts, given;
  for (BlockArgument argument : entry.getArguments()) {
    if (!isa<DeviceContextType>(argument.getType()))
      continue;
    if (hasHook(argument, Hook::Activate) ||
        hasHook(argument, Hook::Deactivate))
      given.push_back(argument);
    if (DeviceOp device = getDevice(argument))
      used.erase(device);
  }
  builder.setInsertionPointToStart(&entry.getFunctionBody().front());
  for (auto device : module.getOps<DeviceOp>())
    if (used.contains(device) && (listsHook(device, Hook::Activate) ||
                                  listsHook(device, Hook::Deactivate)))
      contexts.push_back(GetDeviceContextOp::create(
          builder, builder.getUnknownLoc(),
          DeviceContextType::get(builder.getContext(), device.getKind()),
          device.getSymName()));
  llvm::append_range(contexts, given);
  return contexts;
}

LogicalResult HookInserter::activateAround(FunctionOpInterface entry) {
  bool isDone = false;
  entry.walk([&](Operation *op) {
    isDone |=
        isHookCall(op, Hook::Activate) || isHookCall(op, Hook::Deactivate);
  });
  Block &body = entry.getFunctionBody().front();
  Operation *terminator = body.getTerminator();
  if (isDone || &body.front() == terminator)
    return success();
  SmallVector<Value> contexts = findContexts(entry);
  if (contexts.empty())
    return success();
  if (failed(verifyReturnsCode(entry, contexts.front(), /*kernel=*/nullptr)))
    return failure();
  if (!llvm::hasSingleElement(entry.getFunctionBody()))
    return entry.emitOpError(
        "has several blocks, but the hooks of a run can only be called around "
        "one block; use structured control flow (scf)");
  Operation *end = separateEnd(terminator);
  Operation *first = &body.front();
  while (llvm::any_of(contexts, [&](Value context) {
    return context.getDefiningOp() == first;
  }))
    first = first->getNextNode();
  if (first == end)
    return success();
  Stretch range = {first, end->getPrevNode()};
  Location loc = builder.getUnknownLoc();
  // From the innermost one outwards. The error report of a hook names the hook
  // itself, since it belongs to no operator.
  for (Value context : llvm::reverse(contexts)) {
    if (hasHook(context, Hook::Deactivate)) {
      tryRange(range, context, Hook::Deactivate);
      range.first->setLoc(loc);
      cast<TryOp>(range.first).getCleanup().front().front().setLoc(loc);
    }
    if (hasHook(context, Hook::Activate)) {
      builder.setInsertionPoint(range.first);
      range.first = callHook(loc, context, Hook::Activate);
    }
  }
  return success();
}

/// The names of the models, each of which initialises the devices.
SmallVector<StringRef> HookInserter::getModelNames() {
  SmallVector<StringRef> names;
  for (FunctionOpInterface model : getModels(module))
    names.push_back(getModelName(model));
  if (names.empty())
    names.push_back(kDefaultModelName);
  return names;
}

void HookInserter::createInits() {
  SmallVector<DeviceOp> devices =
      llvm::filter_to_vector(module.getOps<DeviceOp>(), [](DeviceOp device) {
        return listsHook(device, Hook::Init);
      });
  if (devices.empty())
    return;
  for (StringRef model : getModelNames())
    createInit(mangleSymbol(model, "init"), devices);
}

void HookInserter::createInit(StringRef name, ArrayRef<DeviceOp> devices) {
  bool exists =
      llvm::any_of(module.getOps<PrimFuncOp>(), [&](PrimFuncOp function) {
        return function.getCName() == name;
      });
  if (exists)
    return;
  Location loc = builder.getUnknownLoc();
  builder.clearInsertionPoint();
  auto init = PrimFuncOp::create(builder, module.getLoc(), "init",
                                 builder.getFunctionType({}, {}));
  init.setExportedName(name);
  SymbolTable(module).insert(init);
  builder.setInsertionPointToStart(&init.getBody().emplaceBlock());
  for (DeviceOp device : devices) {
    auto context = GetDeviceContextOp::create(
        builder, loc,
        DeviceContextType::get(builder.getContext(), device.getKind()),
        device.getSymName());
    callHook(loc, context, Hook::Init);
  }
  ReturnOp::create(builder, loc);
}
