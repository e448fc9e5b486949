//===- HideCodes.cpp - Hides codes from analyses of other dialects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/IR/OpaqueCode.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Pipelines/HiddenCodes.h"

namespace tir {
#define GEN_PASS_DEF_TIRHIDECODESPASS
#include "tir/Pipelines/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns whether the function can return something else than what its
/// `func.return` says.
static bool canLeave(func::FuncOp function) {
  if (function.isExternal() || !returnsCode(function))
    return false;
  WalkResult found = function.walk([](Operation *op) {
    return mayLeave(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// Returns whether a call keeps its code already.
static bool isKept(Value code) {
  return llvm::any_of(code.getUsers(), llvm::IsaPred<OpaqueCodeOp>);
}

bool tir::hideCodes(Operation *root, bool isTemporary) {
  SmallVector<func::FuncOp> functions;
  root->walk([&](func::FuncOp function) {
    if (canLeave(function))
      functions.push_back(function);
    return WalkResult::skip();
  });
  if (functions.empty())
    return false;
  bool any = false;
  OpBuilder builder(root->getContext());
  auto hide = [&](Value code) {
    auto hidden =
        OpaqueCodeOp::create(builder, code.getLoc(), code.getType(), code);
    if (isTemporary)
      setNote(hidden, builder.getUnitAttr());
    any = true;
    return hidden.getResult();
  };
  llvm::SmallPtrSet<Operation *, 8> all(functions.begin(), functions.end());
  for (func::FuncOp function : functions)
    function.walk([&](func::ReturnOp end) {
      Value code = end.getOperand(0);
      if (code.getDefiningOp<OpaqueCodeOp>())
        return;
      builder.setInsertionPoint(end);
      end.setOperand(0, hide(code));
    });
  // A function whose code no call uses would lose its result, and with it the
  // code of its checks.
  SymbolTableCollection symbols;
  root->walk([&](func::CallOp call) {
    Value code = call.getNumResults() == 1 ? call.getResult(0) : Value();
    if (!code || isKept(code) ||
        !all.contains(call.resolveCallableInTable(&symbols)))
      return;
    builder.setInsertionPointAfter(call);
    hide(code);
  });
  return any;
}

void tir::showCodes(Operation *root) {
  root->walk([](OpaqueCodeOp op) {
    if (!getCallParts(op).note)
      return;
    op.replaceAllUsesWith(op.getCode());
    op.erase();
  });
}

namespace {
struct HideCodesPass : public tir::impl::TIRHideCodesPassBase<HideCodesPass> {
  void runOnOperation() override {
    hideCodes(getOperation(), /*isTemporary=*/false);
  }
};
} // namespace
