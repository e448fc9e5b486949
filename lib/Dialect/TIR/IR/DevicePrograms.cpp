//===- DevicePrograms.cpp - Which programs the devices of contexts run
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DevicePrograms.h"
#include "CallVerification.h"

#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;

namespace {
/// Follows one context through the functions of a module.
class ContextFollower {
public:
  ContextFollower(Value context, ArrayRef<DeviceOp> devices,
                  SymbolTableCollection &symbols)
      : context(context), devices(devices), symbols(symbols) {}

  LogicalResult follow();

private:
  void add(Value value) { reached.insert_range(getDerived(value)); }
  LogicalResult visitUse(OpOperand &use);
  LogicalResult visitCall(CallOpInterface call, OpOperand &use);
  void visitReturn(FunctionOpInterface function, unsigned index);
  LogicalResult checkProgram(CallOpInterface call, PrimFuncOp callee);

  Value context;
  ArrayRef<DeviceOp> devices;
  SymbolTableCollection &symbols;
  llvm::SetVector<Value> reached;
};
} // namespace

LogicalResult ContextFollower::follow() {
  add(context);
  for (size_t i = 0; i < reached.size(); ++i)
    for (OpOperand &use : reached[i].getUses())
      if (failed(visitUse(use)))
        return failure();
  return success();
}

LogicalResult ContextFollower::visitUse(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto call = dyn_cast<CallOpInterface>(op))
    return visitCall(call, use);
  auto function = dyn_cast_if_present<FunctionOpInterface>(op->getParentOp());
  if (function && op->hasTrait<OpTrait::ReturnLike>())
    visitReturn(function, use.getOperandNumber());
  return success();
}

/// Returns the number of the callee's argument that gets `use`, or nothing if
/// the call passes something else there.
static std::optional<unsigned>
findArgument(CallOpInterface call, FunctionOpInterface callee, OpOperand &use) {
  auto declared = dyn_cast<BufferCallOpInterface>(*call);
  unsigned size = callee.getNumArguments(), index;
  if (declared && declared.getDeviceContext() == use.get()) {
    index = size - 1;
  } else {
    OperandRange args = call.getArgOperands();
    unsigned first = args.getBeginOperandIndex();
    if (use.getOperandNumber() < first ||
        use.getOperandNumber() >= first + args.size())
      return std::nullopt;
    index = use.getOperandNumber() - first;
    if (declared)
      index = declared.getCalleeIndex(index);
  }
  if (size == 0 || index >= size ||
      callee.getArgumentTypes()[index] != use.get().getType())
    return std::nullopt;
  return index;
}

LogicalResult ContextFollower::visitCall(CallOpInterface call, OpOperand &use) {
  auto name = dyn_cast_if_present<SymbolRefAttr>(call.getCallableForCallee());
  auto callee = dyn_cast_if_present<FunctionOpInterface>(
      name ? symbols.lookupNearestSymbolFrom(call, name) : nullptr);
  std::optional<unsigned> index =
      callee ? findArgument(call, callee, use) : std::nullopt;
  if (!index)
    return success();
  if (auto primFunc = dyn_cast<PrimFuncOp>(*callee))
    if (failed(checkProgram(call, primFunc)))
      return failure();
  if (!callee.isExternal())
    add(callee.getArgument(*index));
  return success();
}

void ContextFollower::visitReturn(FunctionOpInterface function,
                                  unsigned index) {
  Operation *table =
      SymbolTable::getNearestSymbolTable(function->getParentOp());
  auto uses =
      table ? SymbolTable::getSymbolUses(function, table) : std::nullopt;
  if (!uses)
    return;
  for (SymbolTable::SymbolUse use : *uses)
    if (auto call = dyn_cast<CallOpInterface>(use.getUser());
        call && index < call->getNumResults())
      add(call->getResult(index));
}

/// A kernel runs on any device of its kind that runs its program.
LogicalResult ContextFollower::checkProgram(CallOpInterface call,
                                            PrimFuncOp callee) {
  ArrayAttr allowed = callee.getDevicesAttr();
  if (!allowed || allowed.empty())
    return success();
  for (DeviceOp device : devices) {
    bool fits = llvm::any_of(
        allowed.getAsRange<FlatSymbolRefAttr>(), [&](FlatSymbolRefAttr name) {
          auto other = symbols.lookupNearestSymbolFrom<DeviceOp>(callee, name);
          return !other || other == device ||
                 other.getProgramAttr() == device.getProgramAttr();
        });
    if (fits)
      continue;
    InFlightDiagnostic diag = emitCallError(
        call, callee,
        "passes the context of @" + device.getSymName() +
            ", which is configured with another program than the devices that "
            "the callee runs on; pass the context of one of those");
    diag.attachNote(device.getLoc()) << "the device is declared here";
    if (!llvm::is_contained(call->getOperands(), context))
      diag.attachNote(context.getLoc()) << "the context comes from here";
    return diag;
  }
  return success();
}

LogicalResult tir::verifyPrograms(Value context, ArrayRef<DeviceOp> devices,
                                  SymbolTableCollection &symbols) {
  return ContextFollower(context, devices, symbols).follow();
}

LogicalResult tir::verifyArgumentPrograms(FunctionOpInterface function,
                                          DeviceOp device,
                                          SymbolTableCollection &symbols) {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (!function.isExternal() &&
        getPort(function, i).device == device.getSymNameAttr() &&
        failed(verifyPrograms(function.getArgument(i), device, symbols)))
      return failure();
  return success();
}

LogicalResult tir::verifyContextPrograms(PrimFuncOp function,
                                         SymbolTableCollection &symbols) {
  DeviceContextType type = function.getContextType();
  if (function.isExternal() || !type)
    return success();
  // The argument may be declared to be the context of one device.
  unsigned last = function.getNumArguments() - 1;
  StringAttr name = getPort(function, last).device;
  SmallVector<DeviceOp> devices;
  auto add = [&](FlatSymbolRefAttr symbol) {
    if (auto device =
            symbols.lookupNearestSymbolFrom<DeviceOp>(function, symbol))
      devices.push_back(device);
  };
  if (name)
    add(FlatSymbolRefAttr::get(name));
  else if (ArrayAttr all = function.getDevicesAttr())
    llvm::for_each(all.getAsRange<FlatSymbolRefAttr>(), add);
  return verifyPrograms(function.getArgument(last), devices, symbols);
}
