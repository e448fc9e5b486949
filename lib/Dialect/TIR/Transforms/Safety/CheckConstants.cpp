//===- CheckConstants.cpp - Compare the constants' CRC with the model's
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckBuilder.h"
#include "ConstantBytes.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "mlir/Interfaces/ViewLikeInterface.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRCHECKCONSTANTSPASS
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct CheckConstantsPass
    : public tir::impl::TIRCheckConstantsPassBase<CheckConstantsPass> {
  using TIRCheckConstantsPassBase::TIRCheckConstantsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<SmallVector<PrimFuncOp>> mains =
        findMains(module, "check of constants");
    if (failed(mains))
      return signalPassFailure();
    for (PrimFuncOp main : *mains)
      if (failed(check(main)))
        return signalPassFailure();
  }

private:
  LogicalResult check(PrimFuncOp main);
  void collect(Operation *root, Constants &constants,
               llvm::SmallPtrSetImpl<Operation *> &visited);
  LogicalResult verify(memref::GlobalOp constant);
};
} // namespace

/// Finds the constants that `root` and what it calls refer to.
void CheckConstantsPass::collect(Operation *root, Constants &constants,
                                 llvm::SmallPtrSetImpl<Operation *> &visited) {
  if (!visited.insert(root).second)
    return;
  auto visit = [&](Operation *found) {
    if (auto global = dyn_cast_if_present<memref::GlobalOp>(found)) {
      if (global.getConstant() && !global.isExternal())
        constants.insert(global);
    } else if (isa_and_present<memref::GetGlobalOp, PrimFuncOp>(found)) {
      collect(found, constants, visited);
    }
  };
  root->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (isa<MemRefType>(operand.getType()))
        visit(getViewedBuffer(operand).getDefiningOp());
    for (NamedAttribute attribute : op->getAttrs())
      if (auto symbol = dyn_cast<FlatSymbolRefAttr>(attribute.getValue()))
        visit(SymbolTable::lookupSymbolIn(getOperation(), symbol));
  });
}

LogicalResult CheckConstantsPass::verify(memref::GlobalOp constant) {
  Type element = constant.getType().getElementType();
  if (getStoredBits(element) == 0)
    return constant.emitError("'")
           << constant.getSymName() << "' has elements of type " << element
           << ", whose bytes a CRC does not know; expected 8, 16, 32 or 64 "
              "bits, or no check of constants (--safety)";
  if (isa_and_present<DenseElementsAttr>(constant.getInitialValueAttr()))
    return success();
  return constant.emitError("'")
         << constant.getSymName()
         << "' has no elements that are known, so that it has no CRC; expected "
            "constants in the module, or no check of constants (--safety)";
}

LogicalResult CheckConstantsPass::check(PrimFuncOp main) {
  ModuleOp module = getOperation();
  if (PlanAttr plan = getPlan(main))
    for (ArrayRef<PlannedPoolAttr> pools :
         {plan.getConstantPools(), plan.getPools()})
      for (PlannedPoolAttr pool : pools)
        if (pool.getContents() &&
            !(weightBlob && pool.getName() == kWeightPoolName))
          return main.emitError("pool '")
                 << pool.getName().getValue()
                 << "' contains constants that the application passes, whose "
                    "bytes a check of constants (--safety) does not read; let "
                    "tirc place them (no external), or drop that check";
  Constants all;
  llvm::SmallPtrSet<Operation *, 16> visited;
  collect(main, all, visited);
  if (all.empty())
    return success();
  CheckBuilder checks(module, getModelName(main).str(), all);
  for (memref::GlobalOp constant : all)
    if (failed(verify(constant)))
      return failure();
  Block &body = main.getBody().front();
  if (when != ConstantsCheck::EachStep) {
    PrimFuncOp function =
        checks.create("check_constants", all, when == ConstantsCheck::FirstRun);
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    CallTIROp::create(builder, main.getLoc(), FlatSymbolRefAttr::get(function),
                      ValueRange());
    return success();
  }
  for (Operation &op : llvm::make_early_inc_range(body)) {
    // What only names a constant does not read it.
    if (isa<memref::GetGlobalOp, ViewLikeOpInterface, ReturnOp>(op))
      continue;
    Constants own;
    visited.clear();
    collect(&op, own, visited);
    if (own.empty())
      continue;
    PrimFuncOp function =
        checks.create("check_constants", own, /*firstRunOnly=*/false);
    OpBuilder builder(&op);
    CallTIROp::create(builder, op.getLoc(), FlatSymbolRefAttr::get(function),
                      ValueRange());
  }
  return success();
}
