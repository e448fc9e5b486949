//===- Simplify.cpp - Canonicalization and merging of equal operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

namespace tir {
#define GEN_PASS_DEF_TIRSIMPLIFYPASS
#include "tir/Pipelines/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns a number that is the same for operations with equal regions.
static int64_t getFingerprint(Operation *outer) {
  llvm::hash_code hash = 0;
  for (Region &region : outer->getRegions())
    region.walk([&](Operation *op) {
      hash = llvm::hash_combine(hash, op->getName());
      for (Value operand : op->getOperands())
        if (!outer->isAncestor(operand.getParentRegion()->getParentOp()))
          hash = llvm::hash_combine(hash, operand);
    });
  return static_cast<int64_t>(size_t(hash));
}

/// CSE hashes operations without their regions, so that all those that differ
/// only in what their regions use, such as reversals of tensors of one type,
/// are compared with each other.
static bool needsFingerprint(Operation *op) {
  return op->getNumRegions() != 0 &&
         !op->hasTrait<OpTrait::IsIsolatedFromAbove>();
}

/// Upstream's pattern for what `propagateConditions` does. For each `scf.if`,
/// and whenever it comes back to one, it looks at all uses of the condition.
static constexpr StringLiteral kConditionPropagation =
    "(anonymous namespace)::ConditionPropagation";

/// Within the branches of an `scf.if`, its condition is a constant. `known` are
/// the conditions of those around `region`.
static void propagateConditions(Region &region, DenseMap<Value, bool> &known) {
  for (Operation &op : llvm::make_early_inc_range(region.getOps())) {
    for (OpOperand &operand : op.getOpOperands()) {
      auto found = known.find(operand.get());
      if (found == known.end())
        continue;
      OpBuilder builder(&op);
      operand.set(arith::ConstantOp::create(
          builder, op.getLoc(), builder.getBoolAttr(found->second)));
    }
    auto branch = dyn_cast<scf::IfOp>(op);
    if (!branch || matchPattern(branch.getCondition(), m_Constant())) {
      for (Region &inner : op.getRegions())
        propagateConditions(inner, known);
      continue;
    }
    known[branch.getCondition()] = true;
    propagateConditions(branch.getThenRegion(), known);
    known[branch.getCondition()] = false;
    propagateConditions(branch.getElseRegion(), known);
    known.erase(branch.getCondition());
  }
}

namespace {
struct SimplifyPass : public tir::impl::TIRSimplifyPassBase<SimplifyPass> {
  using TIRSimplifyPassBase::TIRSimplifyPassBase;

  void runOnOperation() override {
    // Both passes ask for the effects of each call many times.
    SymbolLookupScope scope(getOperation());
    if (canonicalize && failed(runCanonicalizer()))
      return signalPassFailure();
    if (!cse)
      return;
    Builder builder(&getContext());
    getOperation()->walk([&](Operation *op) {
      if (needsFingerprint(op))
        setNote(op, builder.getI64IntegerAttr(getFingerprint(op)));
    });
    LogicalResult merged = run(createCSEPass());
    getOperation()->walk([](Operation *op) {
      if (needsFingerprint(op))
        setNote(op, Attribute());
    });
    if (failed(merged))
      signalPassFailure();
  }

private:
  LogicalResult runCanonicalizer() {
    DenseMap<Value, bool> known;
    propagateConditions(getOperation().getBodyRegion(), known);
    // As the pass does by default, though not its configuration.
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true).setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Normal);
    return run(createCanonicalizerPass(
        config, /*disabledPatterns=*/{kConditionPropagation.str()}));
  }

  LogicalResult run(std::unique_ptr<Pass> pass) {
    OpPassManager pm(ModuleOp::getOperationName());
    pm.addPass(std::move(pass));
    return runPipeline(pm, getOperation());
  }
};
} // namespace
