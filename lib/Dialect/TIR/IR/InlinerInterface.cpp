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

/// Whether `op` means what it means only in the function it stands in.
static bool isBoundToItsFunction(Operation *op) {
  // It returns from the function around it: the callee's end would become the
  // caller's.
  if (isa<CheckReturnOp, AssertOp>(op))
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
  /// stage, which are to become functions of their own.
  bool isLegalToInline(Operation *call, Operation *callable,
                       bool) const override {
    auto callTIR = dyn_cast<CallTIROp>(call);
    auto callee = dyn_cast<PrimFuncOp>(callable);
    if (!callTIR || !callee || callTIR.getNumOuts() != 0 ||
        callTIR->hasAttr(kStageAttrName) || callee.getDevicesAttr() ||
        callee.getVisibility() != SymbolTable::Visibility::Private)
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

  bool isLegalToInline(Operation *op, Region *, bool,
                       IRMapping &) const override {
    return !isBoundToItsFunction(op);
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
