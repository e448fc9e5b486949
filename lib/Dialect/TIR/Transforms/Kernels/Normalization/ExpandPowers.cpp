//===- ExpandPowers.cpp - Powers by products and roots
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace tir {
#define GEN_PASS_DEF_TIREXPANDPOWERSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {

/// Lets MLIR's patterns see an exponent that is a constant tensor of equal
/// numbers.
LogicalResult takeExponent(math::PowFOp op, PatternRewriter &rewriter) {
  auto argument = dyn_cast<BlockArgument>(op.getRhs());
  if (!argument)
    return failure();
  auto generic =
      dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp());
  SplatElementsAttr numbers;
  if (!generic || argument.getArgNumber() >= generic.getNumDpsInputs() ||
      !matchPattern(generic.getDpsInputs()[argument.getArgNumber()],
                    m_Constant(&numbers)))
    return failure();
  Value exponent = arith::ConstantOp::create(
      rewriter, op.getLoc(), numbers.getSplatValue<TypedAttr>());
  rewriter.modifyOpInPlace(op, [&] { op.getRhsMutable().assign(exponent); });
  return success();
}

/// MLIR's patterns replace the exponents that are small constants.
LogicalResult raiseToFloat(math::FPowIOp op, PatternRewriter &rewriter) {
  Value exponent =
      arith::SIToFPOp::create(rewriter, op.getLoc(), op.getType(), op.getRhs());
  rewriter.replaceOpWithNewOp<math::PowFOp>(op, op.getLhs(), exponent,
                                            op.getFastmath());
  return success();
}

struct ExpandPowersPass
    : public tir::impl::TIRExpandPowersPassBase<ExpandPowersPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathAlgebraicSimplificationPatterns(patterns);
    patterns.add(takeExponent);
    patterns.add(raiseToFloat, /*benefit=*/0);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
