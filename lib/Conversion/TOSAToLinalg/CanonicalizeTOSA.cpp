//===- CanonicalizeTOSA.cpp - Canonicalization that changes no result
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

namespace tir {
#define GEN_PASS_DEF_TIRCANONICALIZETOSAPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

template <typename... Ops>
static bool isOneOf(OperationName name) {
  return ((name.getTypeID() == TypeID::get<Ops>()) || ...);
}

/// Returns true if upstream's folders and patterns may rewrite operations of
/// this name: operations of other dialects, TOSA operators that compute no
/// element, and the reciprocal, which folds only for constants and is rounded
/// as it is at run time. The list names the operators that were checked, so
/// that an operator that upstream adds, or gives a folder, is not folded until
/// it has been checked.
static bool mayFold(OperationName name) {
  if (name.getDialectNamespace() != tosa::TosaDialect::getDialectNamespace())
    return true;
  return isOneOf<tosa::ConcatOp, tosa::ConstOp, tosa::GatherOp,
                 tosa::IdentityOp, tosa::PadOp, tosa::ReciprocalOp,
                 tosa::ReshapeOp, tosa::ReverseOp, tosa::ScatterOp,
                 tosa::SelectOp, tosa::SliceOp, tosa::TileOp,
                 tosa::TransposeOp>(name) ||
         name.hasTrait<OpTrait::tosa::TosaShapeOperator>();
}

namespace {
struct CanonicalizeTOSAPass
    : public tir::impl::TIRCanonicalizeTOSAPassBase<CanonicalizeTOSAPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName name : context->getRegisteredOperations())
      if (mayFold(name))
        name.getCanonicalizationPatterns(all, context);
    tosa::populateTosaFoldConstantTransposePatterns(context, all);
    tosa::populateTosaFoldConstantReciprocalPatterns(context, all);
    populateRescaleFoldingPatterns(all);
    patterns = std::move(all);
    return success();
  }

  void runOnOperation() override {
    // The driver erases dead operations only among the operations that it is
    // given, and some patterns depend on the number of uses.
    IRRewriter rewriter(&getContext());
    (void)runRegionDCE(rewriter, getOperation()->getRegions());
    SmallVector<Operation *> operations;
    getOperation()->walk([&](Operation *op) {
      if (op != getOperation() &&
          (mayFold(op->getName()) || isa<tosa::RescaleOp>(op)))
        operations.push_back(op);
    });
    // Only operations can be chosen, not folders: every operation may have a
    // folder.
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    // As in upstream's canonicalizer, it is fine if the rewriting does not
    // converge.
    (void)applyOpPatternsGreedily(operations, patterns, config);
    (void)runRegionDCE(rewriter, getOperation()->getRegions());
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace
