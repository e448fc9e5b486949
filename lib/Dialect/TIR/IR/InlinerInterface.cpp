//===- InlinerInterface.cpp - Inlining of kernels into their callers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/InlinerInterface.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace tir;

/// Whether a code other than 0 can leave the function from `op`.
static bool mayLeave(Operation *op) {
  if (auto toC = dyn_cast<CallExternOp>(op))
    return toC.isChecked();
  return isa<BufferCallOpInterface, CheckReturnOp, AssertOp, TryOp>(op);
}

static bool canFail(PrimFuncOp function) {
  WalkResult found = function.getBody().walk([](Operation *op) {
    return mayLeave(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

static FunctionOpInterface getFunction(Region *region) {
  auto function = dyn_cast<FunctionOpInterface>(region->getParentOp());
  return function ? function : region->getParentOfType<FunctionOpInterface>();
}

/// Whether `op` stands in the `finally` of a `tir.try`, where each call runs
/// although one before it failed.
static bool isCleanup(Operation *op) {
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion())
    if (auto tryOp = dyn_cast_if_present<TryOp>(region->getParentOp()))
      if (region == &tryOp.getCleanup())
        return true;
  return false;
}

/// Whether `function` is given a device, declares one or asks for one: hooks
/// stand around it, or will.
static bool runsOnDevice(PrimFuncOp function) {
  if (function.getDevicesAttr() || function.getContextType())
    return true;
  WalkResult found = function.getBody().walk(
      [](GetDeviceContextOp) { return WalkResult::interrupt(); });
  return found.wasInterrupted();
}

/// Whether `op` means what it means only in the function it stands in.
static bool isBoundToItsFunction(Operation *op) {
  // It returns from the function around it: the callee's end would become the
  // caller's.
  if (isa<CheckReturnOp, AssertOp>(op))
    return true;
  // So does a code, which to the caller of a `tir.prim_func` goes up in any
  // case, but is a value to that of a function that returns one.
  auto function = getFunction(op->getParentRegion());
  if (mayLeave(op) && function && !isa<PrimFuncOp>(function) &&
      returnsCode(function))
    return true;
  // `restrict` promises that nothing else in the function reaches the buffer,
  // and bufferization builds on it; in the caller others do.
  if (isa<bufferization::ToTensorOp, bufferization::MaterializeInDestinationOp>(
          op))
    return true;
  // It is freed when its function returns; in the caller it would live on, and
  // in a loop there grow the stack.
  return isa<memref::AllocaOp>(op) &&
         isa_and_present<PrimFuncOp>(
             op->getParentWithTrait<OpTrait::AutomaticAllocationScope>());
}

namespace {
struct TIRInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  /// A public function is one that others call by its name and that reports
  /// and profiles list, so its calls stay. So do those of one that runs on a
  /// device, whose hooks stand around it, and calls that are marked for a
  /// stage, which are to become functions of their own. A function that stops
  /// at its first failure would not stop in a clean-up.
  bool isLegalToInline(Operation *call, Operation *callable,
                       bool) const override {
    auto callTIR = dyn_cast<CallTIROp>(call);
    auto callee = dyn_cast<PrimFuncOp>(callable);
    if (!callTIR || !callee || callTIR.getNumOuts() != 0 ||
        callTIR->hasAttr(kStageAttrName) || runsOnDevice(callee) ||
        callee.getVisibility() != SymbolTable::Visibility::Private ||
        (isCleanup(call) && canFail(callee)))
      return false;
    WalkResult found = callee.getBody().walk([](Operation *op) {
      return isBoundToItsFunction(op) ? WalkResult::interrupt()
                                      : WalkResult::advance();
    });
    return !found.wasInterrupted();
  }

  /// Into the body of a kernel.
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const override {
    return true;
  }

  bool isLegalToInline(Operation *op, Region *into, bool,
                       IRMapping &) const override {
    if (isBoundToItsFunction(op))
      return false;
    // It passes a code up.
    auto function = getFunction(into);
    return !isa<TryOp>(op) || (function && returnsCode(function));
  }

  /// `tir.return` carries nothing, and a call on memrefs has no results.
  void handleTerminator(Operation *, ValueRange) const override {}

  /// The call verifier lets a buffer pass that says more than the callee's
  /// argument: extents or strides that are dynamic there.
  Operation *materializeCallConversion(OpBuilder &builder, Value input,
                                       Type resultType,
                                       Location loc) const override {
    if (!isa<BaseMemRefType>(resultType) ||
        !memref::CastOp::areCastCompatible(input.getType(), resultType))
      return nullptr;
    return memref::CastOp::create(builder, loc, resultType, input);
  }
};
} // namespace

void tir::addInlinerInterface(TIRDialect &dialect) {
  dialect.addInterfaces<TIRInlinerInterface>();
}
