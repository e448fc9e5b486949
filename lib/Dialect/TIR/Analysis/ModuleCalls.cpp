//===- ModuleCalls.cpp - Which calls stay in the module
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

ModuleCalls::ModuleCalls(ModuleOp module) : symbols(module) {
  ModelNames models(module);
  for (auto function : module.getOps<PrimFuncOp>())
    if (function.isInRegistry() && !function.isExternal())
      registered[function.getRegistryName(models.lookup(function))] = function;
}

FunctionOpInterface ModuleCalls::getCallee(Operation *call) {
  if (auto packed = dyn_cast<CallPackedOp>(call))
    return registered.lookup(packed.getName());
  StringRef name;
  if (auto direct = dyn_cast<func::CallOp>(call))
    name = direct.getCallee();
  else if (auto buffers = dyn_cast<BufferCallOpInterface>(call))
    name = buffers.getCalleeName();
  else
    return {};
  auto callee = dyn_cast_if_present<FunctionOpInterface>(symbols.lookup(name));
  return callee && !callee.isExternal() ? callee : FunctionOpInterface();
}

/// Returns the symbol of the function that `op` calls, or null if it is not a
/// call by a symbol.
static SymbolRefAttr getCalleeSymbol(Operation *op) {
  return llvm::TypeSwitch<Operation *, SymbolRefAttr>(op)
      .Case<func::CallOp, CallTIROp>(
          [](auto call) { return call.getCalleeAttr(); })
      .Default([](Operation *) { return SymbolRefAttr(); });
}

DirectCalls::DirectCalls(ModuleOp module) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    return;
  isComplete = true;
  for (SymbolTable::SymbolUse use : *uses) {
    StringAttr name = use.getSymbolRef().getRootReference();
    if (getCalleeSymbol(use.getUser()) == use.getSymbolRef())
      calls[name].push_back(use.getUser());
    else
      referred.insert(name);
  }
}

ArrayRef<Operation *> DirectCalls::lookup(StringAttr function) const {
  auto found = calls.find(function);
  return found != calls.end() && areAllUses(function)
             ? ArrayRef<Operation *>(found->second)
             : ArrayRef<Operation *>();
}

SmallVector<Value> tir::getContexts(Operation *call) {
  return llvm::filter_to_vector(call->getOperands(), [](Value operand) {
    return isa<DeviceContextType>(operand.getType());
  });
}

DeviceOp tir::getDevice(Value context) {
  StringAttr name;
  Operation *op = context.getDefiningOp();
  if (auto get = dyn_cast_if_present<GetDeviceContextOp>(op)) {
    name = get.getDeviceAttr().getAttr();
  } else if (auto argument = dyn_cast<BlockArgument>(context)) {
    op = argument.getOwner()->getParentOp();
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      name = getPort(function, argument.getArgNumber()).device;
  }
  return name ? SymbolTable::lookupNearestSymbolFrom<DeviceOp>(op, name)
              : DeviceOp();
}
