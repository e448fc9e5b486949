//===- InsertDeviceHooks.cpp - Hooks around kernels and around a run
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HookInserter.h"

#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "tir/ABI/Names.h"

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

namespace {
struct InsertDeviceHooksPass
    : public tir::impl::TIRInsertDeviceHooksPassBase<InsertDeviceHooksPass> {
  void runOnOperation() override {
    if (failed(HookInserter(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
