//===- SequenceLoops.cpp - Parallel loops, one iteration after another
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"

namespace tir {
#define GEN_PASS_DEF_TIRSEQUENCELOOPSPASS
#include "tir/Pipelines/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Creates what one iteration of `op` computes, and returns the results of its
/// reductions for the results `before` of the iterations before.
static scf::ValueVector createIteration(scf::ParallelOp op, OpBuilder &builder,
                                        ValueRange indices, ValueRange before) {
  IRMapping mapping;
  mapping.map(op.getInductionVars(), indices);
  for (Operation &inner : op.getBody()->without_terminator())
    builder.clone(inner, mapping);
  auto reduce = cast<scf::ReduceOp>(op.getBody()->getTerminator());
  scf::ValueVector results;
  for (auto [region, value, result] :
       llvm::zip_equal(reduce.getReductions(), reduce.getOperands(), before)) {
    Block &block = region.front();
    mapping.map(block.getArgument(0), result);
    mapping.map(block.getArgument(1), mapping.lookupOrDefault(value));
    for (Operation &inner : block.without_terminator())
      builder.clone(inner, mapping);
    results.push_back(
        mapping.lookupOrDefault(block.getTerminator()->getOperand(0)));
  }
  return results;
}

static void sequence(scf::ParallelOp op, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, op.getLoc(), op.getLowerBound(), op.getUpperBound(),
      op.getStep(), op.getInitVals(),
      [&](OpBuilder &builder, Location, ValueRange indices,
          ValueRange results) {
        return createIteration(op, builder, indices, results);
      });
  rewriter.replaceOp(op, nest.results);
}

namespace {
struct SequenceLoopsPass
    : public tir::impl::TIRSequenceLoopsPassBase<SequenceLoopsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // The loops outside come last, so that they copy loops that are done.
    WalkResult result = getOperation()->walk([&](Operation *op) {
      if (auto forall = dyn_cast<scf::ForallOp>(op)) {
        rewriter.setInsertionPoint(op);
        return WalkResult(scf::forallToForLoop(rewriter, forall));
      }
      if (auto parallel = dyn_cast<scf::ParallelOp>(op))
        sequence(parallel, rewriter);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
