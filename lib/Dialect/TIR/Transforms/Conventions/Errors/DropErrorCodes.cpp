//===- DropErrorCodes.cpp - Functions that cannot fail return nothing
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/OpaqueCode.h"

namespace tir {
#define GEN_PASS_DEF_TIRDROPERRORCODESPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns what the function returns at `end`, even if it is hidden.
static Value getCode(func::ReturnOp end) {
  auto hidden = end.getOperand(0).getDefiningOp<OpaqueCodeOp>();
  return hidden ? hidden.getCode() : end.getOperand(0);
}

/// Returns whether `function` returns from its end only, and a code of 0. Calls
/// that are not lowered yet return the code of their callee.
static bool alwaysSucceeds(func::FuncOp function) {
  WalkResult result = function.walk([](Operation *op) {
    if (isa<CheckReturnOp, AssertOp, BufferCallOpInterface>(op))
      return WalkResult::interrupt();
    auto end = dyn_cast<func::ReturnOp>(op);
    return WalkResult(success(!end || matchPattern(getCode(end), m_Zero())));
  });
  return !result.wasInterrupted();
}

/// Returns whether the signature of `function` may change, apart from its uses.
static bool isOwnFunction(func::FuncOp function) {
  return function.isPrivate() && !function.isExternal() &&
         returnsCode(function) &&
         llvm::none_of(function.getArgumentTypes(), llvm::IsaPred<ValuesType>);
}

/// Replaces each `tir.try` of `function`, in which nothing can fail, by its
/// steps: such a function must not have a `tir.try`.
static void inlineTries(func::FuncOp function) {
  SmallVector<TryOp> tries;
  function.walk([&](TryOp op) { tries.push_back(op); });
  for (TryOp op : tries) {
    for (Region &region : op->getRegions()) {
      Block::OpListType &steps = region.front().getOperations();
      op->getBlock()->getOperations().splice(op->getIterator(), steps);
    }
    op.erase();
  }
}

static void dropResult(func::FuncOp function) {
  inlineTries(function);
  function.walk([](func::ReturnOp end) {
    Operation *zero = end.getOperand(0).getDefiningOp();
    end->setOperands({});
    if (zero->use_empty())
      zero->erase();
  });
  BitVector all(1, true);
  (void)function.eraseResults(all);
}

static void dropResult(func::CallOp call) {
  OpBuilder builder(call);
  Value code = call.getResult(0);
  for (Operation *user : llvm::make_early_inc_range(code.getUsers()))
    if (isa<CheckReturnOp, ReportErrorOp>(user))
      user->erase();
  auto replacement =
      func::CallOp::create(builder, call.getLoc(), call.getCallee(),
                           TypeRange(), call.getOperands());
  replacement->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  if (!code.use_empty())
    code.replaceAllUsesWith(arith::ConstantOp::create(
        builder, call.getLoc(), builder.getI32IntegerAttr(0)));
  call.erase();
}

/// Records in the interface of a model that its run cannot fail.
static void describeRun(func::FuncOp function) {
  auto interface = function->getAttrOfType<DictionaryAttr>(kInterfaceAttrName);
  if (!interface || !returnsCode(function) || !alwaysSucceeds(function))
    return;
  NamedAttrList fields(interface);
  fields.set("always_succeeds", UnitAttr::get(function.getContext()));
  function->setAttr(kInterfaceAttrName,
                    fields.getDictionary(function.getContext()));
}

namespace {
struct DropErrorCodesPass
    : public tir::impl::TIRDropErrorCodesPassBase<DropErrorCodesPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    DirectCalls calls(module);
    auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
    // A caller can become a function that cannot fail, too.
    while (!functions.empty()) {
      func::FuncOp function = functions.pop_back_val();
      ArrayRef<Operation *> own = calls.lookup(function.getSymNameAttr());
      if (!isOwnFunction(function) ||
          !calls.areAllUses(function.getSymNameAttr()) ||
          !alwaysSucceeds(function) ||
          !llvm::all_of(own, llvm::IsaPred<func::CallOp>))
        continue;
      dropResult(function);
      for (Operation *call : own) {
        if (auto caller = call->getParentOfType<func::FuncOp>())
          functions.push_back(caller);
        dropResult(cast<func::CallOp>(call));
      }
    }
    llvm::for_each(module.getOps<func::FuncOp>(), describeRun);
  }
};
} // namespace
