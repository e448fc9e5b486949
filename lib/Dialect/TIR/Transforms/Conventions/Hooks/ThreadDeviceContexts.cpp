//===- ThreadDeviceContexts.cpp - Contexts as arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

namespace tir {
#define GEN_PASS_DEF_TIRTHREADDEVICECONTEXTSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns true for a func.func on tensors: it will get other arguments when it
/// becomes a main function, so contexts cannot be its last arguments yet.
static bool staysOpen(Operation *op) {
  auto function = cast<FunctionOpInterface>(op);
  auto isTensor = llvm::IsaPred<TensorType>;
  return isa<func::FuncOp>(op) &&
         (llvm::any_of(function.getArgumentTypes(), isTensor) ||
          llvm::any_of(function.getResultTypes(), isTensor));
}

namespace {
/// The contexts that one function needs.
struct Needs {
  /// The contexts that it has or gets as arguments.
  llvm::MapVector<DeviceOp, Value> contexts;
  /// The devices whose contexts are missing. Arguments are added in the order
  /// of the module's devices, not of this set.
  llvm::SmallDenseSet<Operation *> missing;

  bool lack(DeviceOp device) {
    return !contexts.contains(device) && missing.insert(device).second;
  }
};

class ContextThreader {
public:
  explicit ContextThreader(ModuleOp module)
      : module(module), calls(module),
        devices(llvm::to_vector(module.getOps<DeviceOp>())) {}

  LogicalResult run() {
    for (auto function : module.getOps<FunctionOpInterface>())
      if (!function.isExternal())
        collect(function);
    propagate();
    for (auto &[function, needs] : functions)
      if (failed(verifyCalls(function)))
        return failure();
    for (auto &[function, needs] : functions)
      addArguments(cast<FunctionOpInterface>(function), needs);
    for (auto &[function, needs] : functions)
      updateCalls(function, needs);
    module.walk([](BufferCallOpInterface call) { nameDevices(call); });
    return success();
  }

private:
  using Function = Operation *;

  void collect(FunctionOpInterface function);
  void propagate();
  LogicalResult verifyCalls(Function function);
  void addArguments(FunctionOpInterface function, Needs &needs);
  void updateCalls(Function function, Needs &needs);
  static void nameDevices(BufferCallOpInterface call);

  ModuleOp module;
  ModuleCalls calls;
  SmallVector<DeviceOp> devices;
  llvm::MapVector<Function, Needs> functions;
  /// The calls of each function that stay in the module, with their callees.
  llvm::MapVector<Function, SmallVector<std::pair<Operation *, Function>>>
      inside;
};
} // namespace

void ContextThreader::collect(FunctionOpInterface function) {
  Needs &needs = functions[function];
  for (BlockArgument argument : function.getArguments())
    if (isa<DeviceContextType>(argument.getType()))
      if (DeviceOp device = getDevice(argument))
        needs.contexts.insert({device, argument});
  function.walk([&](Operation *op) {
    if (auto get = dyn_cast<GetDeviceContextOp>(op)) {
      if (get->use_empty())
        get.erase();
      else
        needs.lack(getDevice(get));
      return;
    }
    if (FunctionOpInterface callee = calls.getCallee(op))
      inside[function].push_back({op, callee});
  });
}

/// Repeats until no function lacks more contexts, since functions may call
/// themselves.
void ContextThreader::propagate() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto &[function, callees] : inside)
      for (auto [call, callee] : callees) {
        if (staysOpen(callee))
          continue;
        auto missing = llvm::to_vector(functions[callee].missing);
        for (Operation *device : missing)
          changed |= functions[function].lack(cast<DeviceOp>(device));
      }
  }
}

LogicalResult ContextThreader::verifyCalls(Operation *function) {
  for (auto [call, callee] : inside[function]) {
    auto packed = dyn_cast<CallPackedOp>(call);
    if (!packed || !packed.getNumOuts() || functions[callee].missing.empty())
      continue;
    InFlightDiagnostic diag =
        call->emitOpError("calls a function that needs a context, which the "
                          "registry passes after all other arguments, but on "
                          "tensors destinations come last; bufferize the call "
                          "first (phase 'buffers')");
    diag.attachNote(callee->getLoc()) << "the function is declared here";
    return diag;
  }
  return success();
}

void ContextThreader::addArguments(FunctionOpInterface function, Needs &needs) {
  Builder builder(function.getContext());
  if (!staysOpen(function))
    for (DeviceOp device : devices) {
      if (!needs.missing.contains(device))
        continue;
      unsigned index = function.getNumArguments();
      (void)function.insertArgument(
          index,
          DeviceContextType::get(function.getContext(), device.getKind()),
          getContextAttributes(device), function.getLoc());
      needs.contexts.insert({device, function.getArgument(index)});
    }
  function.walk([&](GetDeviceContextOp get) {
    auto *context = needs.contexts.find(getDevice(get));
    if (context == needs.contexts.end())
      return;
    get.replaceAllUsesWith(context->second);
    get.erase();
  });
}

/// Passes `contexts` after the arguments of `call`, or the last one as its
/// `context(...)` if it has one.
static void addContexts(Operation *op, SmallVector<Value> contexts,
                        bool byRegistry) {
  auto call = dyn_cast<BufferCallOpInterface>(op);
  if (!call) {
    cast<func::CallOp>(op).getOperandsMutable().append(contexts);
    return;
  }
  if (!byRegistry && isa<CallCPackedOp, CallExternOp>(op)) {
    if (Value first = call.getDeviceContext())
      contexts.insert(contexts.begin(), first);
    Value last = contexts.pop_back_val();
    if (auto toC = dyn_cast<CallExternOp>(op))
      toC.getDeviceContextMutable().assign(last);
    else
      cast<CallCPackedOp>(op).getDeviceContextMutable().assign(last);
  }
  // Destinations stay the last arguments.
  SmallVector<Value> args(call.getArgOperands());
  args.insert(args.end() - call.getNumOuts(), contexts.begin(), contexts.end());
  call.getArgOperandsMutable().assign(args);
}

void ContextThreader::updateCalls(Function function, Needs &needs) {
  for (auto [call, callee] : inside[function]) {
    Needs &wanted = functions[callee];
    if (wanted.missing.empty() || staysOpen(callee))
      continue;
    OpBuilder builder(call);
    SmallVector<Value> contexts;
    for (DeviceOp device : devices) {
      if (!wanted.missing.contains(device))
        continue;
      Value context = needs.contexts.lookup(device);
      if (!context)
        context = GetDeviceContextOp::create(
            builder, call->getLoc(),
            DeviceContextType::get(module.getContext(), device.getKind()),
            device.getSymName());
      contexts.push_back(context);
    }
    auto primFunc = dyn_cast<PrimFuncOp>(callee);
    addContexts(call, contexts, primFunc && primFunc.getRegistered());
  }
}

void ContextThreader::nameDevices(BufferCallOpInterface call) {
  SmallVector<Value> contexts = getContexts(call);
  if (Value context = call.getDeviceContext())
    contexts = {context};
  SmallVector<StringRef> names;
  for (Value context : contexts)
    if (DeviceOp device = getDevice(context))
      names.push_back(device.getSymName());
  if (!names.empty())
    updateCall(call, [&](CallParts &parts) {
      parts.device =
          StringAttr::get(call.getContext(), llvm::join(names, ", "));
    });
}

namespace {
struct ThreadDeviceContextsPass
    : public tir::impl::TIRThreadDeviceContextsPassBase<
          ThreadDeviceContextsPass> {
  void runOnOperation() override {
    if (failed(ContextThreader(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
