//===- InlinerInterface.cpp - Inlining of kernels into their callers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/InlinerInterface.h"
#include "tir/Dialect/TIR/IR/OpaqueCode.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace tir;

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

/// Returns true if `op` is in the `finally` of a `tir.try`, where each call
/// runs even if one before it failed.
static bool isCleanup(Operation *op) {
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion())
    if (auto tryOp = dyn_cast_if_present<TryOp>(region->getParentOp()))
      if (region == &tryOp.getCleanup())
        return true;
  return false;
}

/// Returns true if `function` takes a context, declares devices or gets a
/// context: its calls have hooks around them, or will have.
static bool runsOnDevice(PrimFuncOp function) {
  if (function.getDevicesAttr() || function.getContextType())
    return true;
  WalkResult found = function.getBody().walk(
      [](GetDeviceContextOp) { return WalkResult::interrupt(); });
  return found.wasInterrupted();
}

/// Returns true if `op` would change its meaning in another function.
static bool isBoundToItsFunction(Operation *op) {
  // It returns from the enclosing function: the end of the callee would become
  // the end of the caller.
  if (isa<CheckReturnOp, AssertOp>(op))
    return true;
  // An error code returns, too. The caller of a `tir.prim_func` returns it in
  // any case, but to the caller of a function that returns a code, it is a
  // value.
  auto function = getFunction(op->getParentRegion());
  if (mayLeave(op) && function && !isa<PrimFuncOp>(function) &&
      returnsCode(function))
    return true;
  // `restrict` promises that nothing else in the function accesses the buffer,
  // and bufferization relies on it; in the caller, other operations do.
  if (isa<bufferization::ToTensorOp, bufferization::MaterializeInDestinationOp>(
          op))
    return true;
  // The memory is freed when its function returns. In the caller it would live
  // longer, and in a loop it would grow the stack.
  return isa<memref::AllocaOp>(op) &&
         isa_and_present<PrimFuncOp>(
             op->getParentWithTrait<OpTrait::AutomaticAllocationScope>());
}

namespace {
struct TIRInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  /// Calls of a public function stay, because others call it by its name, and
  /// reports and profiles list it. So do calls of a function that runs on a
  /// device, which have hooks around them, and calls that are marked for a
  /// stage, which will be moved into separate functions. A function that stops
  /// at its first failure would not stop inside a `finally`.
  bool isLegalToInline(Operation *call, Operation *callable,
                       bool) const override {
    auto callTIR = dyn_cast<CallTIROp>(call);
    auto callee = dyn_cast<PrimFuncOp>(callable);
    if (!callTIR || !callee || callTIR.getNumOuts() != 0 ||
        getCallParts(callTIR).stage || runsOnDevice(callee) ||
        callee.getVisibility() != SymbolTable::Visibility::Private ||
        (isCleanup(call) && canFail(callee)))
      return false;
    WalkResult found = callee.getBody().walk([](Operation *op) {
      return isBoundToItsFunction(op) ? WalkResult::interrupt()
                                      : WalkResult::advance();
    });
    return !found.wasInterrupted();
  }

  /// A region may be inlined into the body of a kernel.
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const override {
    return true;
  }

  bool isLegalToInline(Operation *op, Region *into, bool,
                       IRMapping &) const override {
    if (isBoundToItsFunction(op))
      return false;
    // It returns a code.
    auto function = getFunction(into);
    return !isa<TryOp>(op) || (function && returnsCode(function));
  }

  /// `tir.return` has no operands, and a call on memrefs has no results.
  void handleTerminator(Operation *, ValueRange) const override {}

  /// The call verifier accepts a buffer whose type is more specific than the
  /// type of the callee's argument, which may have dynamic extents or strides.
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
