//===- InsertDeviceHooks.cpp - Hooks around kernels and around a run
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HookInserter.h"

#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "tir/ABI/Names.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace tir {
#define GEN_PASS_DEF_TIRINSERTDEVICEHOOKSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static StringRef getKind(Value context) {
  return cast<DeviceContextType>(context.getType()).getKind();
}

static bool isHook(Operation *op) {
  return getCallParts(op).isHook ||
         llvm::any_of(ArrayRef<Hook>{Hook::Init, Hook::Activate, Hook::Open,
                                     Hook::Close, Hook::Deactivate, Hook::Sync,
                                     Hook::Abort},
                      [&](Hook hook) { return isHookCall(op, hook); });
}

/// Returns true if `kernel` can return an error code.
static bool isChecked(Operation *kernel) {
  auto toC = dyn_cast<CallExternOp>(kernel);
  return !toC || toC.isChecked();
}

/// Returns true if `kernel` is already between Open and Close, as after an
/// earlier run of the pass.
static bool isOpened(Operation *kernel, Value context) {
  for (Operation *op = kernel; op && !isa<FunctionOpInterface>(op);
       op = op->getParentOp()) {
    // Other contexts of the kernel may be opened in between.
    for (Operation *previous = op->getPrevNode(); previous && isHook(previous);
         previous = previous->getPrevNode())
      if (isHookCall(previous, Hook::Open, context))
        return true;
    auto tryOp = dyn_cast_if_present<TryOp>(op->getParentOp());
    if (tryOp && llvm::any_of(tryOp.getCleanup().front(), [&](Operation &step) {
          return isHookCall(&step, Hook::Close, context);
        }))
      return true;
  }
  Operation *next = kernel->getNextNode();
  return next && isHookCall(next, Hook::Close, context);
}

LogicalResult HookInserter::run() {
  SmallVector<Operation *> kernels;
  for (auto function : module.getOps<FunctionOpInterface>())
    function.walk([&](Operation *op) {
      if (calls.isOutside(op) && !isHook(op) && !getContexts(op).empty())
        kernels.push_back(op);
    });
  for (Operation *kernel : kernels)
    if (failed(openAround(kernel)))
      return failure();
  for (auto function : module.getOps<FunctionOpInterface>())
    if (failed(waitForLaunches(function)))
      return failure();
  for (FunctionOpInterface function : findEntries())
    if (failed(activateAround(function)))
      return failure();
  createInits();
  return success();
}

Operation *HookInserter::callHook(Location loc, Value context, Hook hook) {
  std::string name = hookName(getKind(context), stringifyHook(hook));
  auto call = CallExternOp::create(
      builder, loc, TypeRange(),
      FlatSymbolRefAttr::get(builder.getContext(), name), ValueRange(), context,
      /*returns_void=*/nullptr, builder.getI32IntegerAttr(0),
      /*arg_attrs=*/nullptr, /*res_attrs=*/nullptr);
  updateCall(call, [](CallParts &parts) { parts.isHook = true; });
  return call;
}

/// Checks that `function` can return the codes of the hooks that it calls.
LogicalResult HookInserter::verifyReturnsCode(FunctionOpInterface function,
                                              Value context,
                                              Operation *kernel) {
  ArrayRef<Type> results = function.getResultTypes();
  if (isa<PrimFuncOp>(*function) ||
      (results.size() == 1 && results.front().isInteger(32)))
    return success();
  InFlightDiagnostic diag =
      function.emitOpError("uses a device of the kind \"")
      << getKind(context)
      << "\", so it must return the codes of its hooks, but it returns ";
  if (results.empty())
    diag << "nothing";
  else
    diag << results;
  diag << "; let it return one i32, or make it a tir.prim_func";
  if (kernel)
    diag.attachNote(kernel->getLoc()) << "the device is used here";
  return diag;
}

/// Moves `range` into the body of a `tir.try` whose `finally` calls `hook`.
void HookInserter::tryRange(Stretch &range, Value context, Hook hook) {
  Location loc = range.first->getLoc();
  builder.setInsertionPoint(range.first);
  auto tryOp = TryOp::create(builder, loc);
  Block &body = tryOp.getBody().emplaceBlock();
  body.getOperations().splice(
      body.end(), range.first->getBlock()->getOperations(),
      range.first->getIterator(), std::next(range.last->getIterator()));
  builder.setInsertionPointToStart(&tryOp.getCleanup().emplaceBlock());
  callHook(loc, context, hook);
  range = {tryOp, tryOp};
}

Operation *tir::separateEnd(Operation *terminator) {
  auto end = dyn_cast<func::ReturnOp>(terminator);
  if (!end)
    return terminator;
  OpBuilder builder(end);
  Value code = end.getOperand(0);
  bool isZero = matchPattern(code, m_Zero());
  if (!isZero)
    CheckReturnOp::create(builder, end.getLoc(), code);
  auto zero = arith::ConstantOp::create(builder, end.getLoc(),
                                        builder.getI32IntegerAttr(0));
  end.setOperand(0, zero);
  if (isZero && code.use_empty())
    code.getDefiningOp()->erase();
  return zero;
}

//===----------------------------------------------------------------------===//
// Around a kernel
//===----------------------------------------------------------------------===//

/// Returns `kernel` and the operations that use its value, since no value can
/// leave a `tir.try`.
FailureOr<Stretch> HookInserter::findRange(Operation *kernel) {
  Operation *last = kernel;
  for (Operation *op = kernel;; op = op->getNextNode()) {
    for (Operation *user : op->getUsers()) {
      Operation *here = kernel->getBlock()->findAncestorOpInBlock(*user);
      if (here->hasTrait<OpTrait::IsTerminator>()) {
        InFlightDiagnostic diag = kernel->emitOpError(
            "returns a value that leaves its block, but the device is closed "
            "in between; have the kernel write it into a buffer");
        diag.attachNote(user->getLoc()) << "it leaves here";
        return diag;
      }
      if (last->isBeforeInBlock(here))
        last = here;
    }
    if (op == last)
      return Stretch{kernel, last};
  }
}

/// Calls the hook that closes the device after `range`, which contains `kernel`
/// and the hooks around it.
LogicalResult HookInserter::closeAfter(Stretch &range, Operation *kernel,
                                       Value context) {
  bool isTried = isChecked(kernel);
  if (isTried && range.first == kernel) {
    FailureOr<Stretch> whole = findRange(kernel);
    if (failed(whole))
      return failure();
    range = *whole;
  }
  // Other hooks may fail even if the kernel cannot.
  if (isTried || range.first != kernel) {
    tryRange(range, context, Hook::Close);
  } else {
    builder.setInsertionPointAfter(range.last);
    range.last = callHook(kernel->getLoc(), context, Hook::Close);
  }
  return success();
}

LogicalResult HookInserter::openAround(Operation *kernel) {
  if (cast<BufferCallOpInterface>(kernel).getNumOuts())
    return kernel->emitOpError(
        "is on tensors, but hooks can only be called around calls on buffers; "
        "bufferize the call first (phase 'buffers')");
  SmallVector<Value> contexts;
  for (Value context : getContexts(kernel))
    if (!llvm::is_contained(contexts, context) && !isOpened(kernel, context))
      contexts.push_back(context);
  for (Value context : contexts)
    if ((hasHook(context, Hook::Open) || hasHook(context, Hook::Close)) &&
        failed(verifyReturnsCode(kernel->getParentOfType<FunctionOpInterface>(),
                                 context, kernel)))
      return failure();
  Stretch range = {kernel, kernel};
  // From the innermost one outwards.
  for (Value context : llvm::reverse(contexts)) {
    if (hasHook(context, Hook::Close) &&
        failed(closeAfter(range, kernel, context)))
      return failure();
    if (hasHook(context, Hook::Open)) {
      builder.setInsertionPoint(range.first);
      range.first = callHook(kernel->getLoc(), context, Hook::Open);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Around a run
//===----------------------------------------------------------------------===//

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

namespace {
struct InsertDeviceHooksPass
    : public tir::impl::TIRInsertDeviceHooksPassBase<InsertDeviceHooksPass> {
  void runOnOperation() override {
    if (failed(HookInserter(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
