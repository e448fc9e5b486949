//===- Simplify.cpp - Canonicalization and merging of equal operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

namespace tir {
#define GEN_PASS_DEF_TIRSIMPLIFYPASS
#include "tir/Pipelines/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Is there while the pass runs.
static constexpr StringLiteral kFingerprintAttrName = "tir.fingerprint";

/// A number that is the same for equal branches.
static int64_t getFingerprint(scf::IfOp branch) {
  llvm::hash_code hash = 0;
  branch->walk([&](Operation *op) {
    hash = llvm::hash_combine(hash, op->getName());
    for (Value operand : op->getOperands())
      if (!branch->isAncestor(operand.getParentRegion()->getParentOp()))
        hash = llvm::hash_combine(hash, operand);
  });
  return static_cast<int64_t>(size_t(hash));
}

namespace {
struct SimplifyPass : public tir::impl::TIRSimplifyPassBase<SimplifyPass> {
  using TIRSimplifyPassBase::TIRSimplifyPassBase;

  void runOnOperation() override {
    // Both passes ask for the effects of each call many times.
    SymbolLookupScope scope(getOperation());
    if (canonicalize && failed(run(createCanonicalizerPass())))
      return signalPassFailure();
    if (!cse)
      return;
    Builder builder(&getContext());
    getOperation()->walk([&](scf::IfOp branch) {
      branch->setDiscardableAttr(
          kFingerprintAttrName,
          builder.getI64IntegerAttr(getFingerprint(branch)));
    });
    LogicalResult merged = run(createCSEPass());
    getOperation()->walk([](scf::IfOp branch) {
      branch->removeDiscardableAttr(kFingerprintAttrName);
    });
    if (failed(merged))
      signalPassFailure();
  }

private:
  LogicalResult run(std::unique_ptr<Pass> pass) {
    OpPassManager pm(ModuleOp::getOperationName());
    pm.addPass(std::move(pass));
    return runPipeline(pm, getOperation());
  }
};
} // namespace
