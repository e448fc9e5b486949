//===- RepairTFLite.cpp - What converters of TensorFlow Lite leave
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace tir {
#define GEN_PASS_DEF_TIRREPAIRTFLITEPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;

namespace {
/// Converts an `IF` of TensorFlow Lite, whose branches are functions.
struct ConvertIf : RewritePattern {
  explicit ConvertIf(MLIRContext *context)
      : RewritePattern("tf.If", /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    auto thenBranch = op->getAttrOfType<FlatSymbolRefAttr>("then_branch");
    auto elseBranch = op->getAttrOfType<FlatSymbolRefAttr>("else_branch");
    auto condition =
        op->getNumOperands() > 0
            ? dyn_cast<RankedTensorType>(op->getOperand(0).getType())
            : RankedTensorType();
    if (!thenBranch || !elseBranch || !condition ||
        !condition.getElementType().isInteger(1))
      return rewriter.notifyMatchFailure(op, "not what converters write");
    Location loc = op->getLoc();
    ValueRange inputs = op->getOperands().drop_front();
    auto cond = tosa::IfOp::create(rewriter, loc, op->getResultTypes(),
                                   op->getOperand(0), inputs);
    auto addBranch = [&](Region &region, FlatSymbolRefAttr branch) {
      Block *block =
          rewriter.createBlock(&region, {}, inputs.getTypes(),
                               SmallVector<Location>(inputs.size(), loc));
      auto call = func::CallOp::create(
          rewriter, loc, branch, op->getResultTypes(), block->getArguments());
      tosa::YieldOp::create(rewriter, loc, call.getResults());
    };
    addBranch(cond.getThenGraph(), thenBranch);
    addBranch(cond.getElseGraph(), elseBranch);
    rewriter.replaceOp(op, cond);
    return success();
  }
};

/// Limits quantised numbers to their type before they are cast to it:
/// TOSA's cast drops high bits, while QUANTIZE of TensorFlow Lite saturates.
LogicalResult saturateQuantized(tosa::CastOp op, PatternRewriter &rewriter) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto sum = op.getInput().getDefiningOp<tosa::AddOp>();
  auto rounded = sum ? sum.getInput1().getDefiningOp<tosa::CastOp>() : nullptr;
  DenseIntElementsAttr zeroPoint;
  if (!type || !type.getElementType().isInteger() || !rounded ||
      !isa<FloatType>(getElementTypeOrSelf(rounded.getInput().getType())) ||
      !getElementTypeOrSelf(sum.getType()).isInteger(32) ||
      !matchPattern(sum.getInput2(), m_Constant(&zeroPoint)) ||
      !zeroPoint.isSplat())
    return rewriter.notifyMatchFailure(op, "not the end of a QUANTIZE");
  unsigned width = type.getElementTypeBitWidth();
  int64_t zero = zeroPoint.getSplatValue<APInt>().getSExtValue();
  // The sum, too, must not leave its type.
  auto limit = [&](const APInt &bound) -> Value {
    auto splat = DenseElementsAttr::get(zeroPoint.getType(),
                                        APInt(32, bound.getSExtValue() - zero,
                                              /*isSigned=*/true,
                                              /*implicitTrunc=*/true));
    return tosa::ConstOp::create(rewriter, op.getLoc(), zeroPoint.getType(),
                                 splat);
  };
  Type integers = rounded.getType();
  Value low = limit(APInt::getSignedMinValue(width));
  Value high = limit(APInt::getSignedMaxValue(width));
  Value most = tosa::MinimumOp::create(rewriter, op.getLoc(), integers,
                                       rounded.getOutput(), high);
  Value both =
      tosa::MaximumOp::create(rewriter, op.getLoc(), integers, most, low);
  Value moved = tosa::AddOp::create(rewriter, op.getLoc(), sum.getType(), both,
                                    sum.getInput2());
  rewriter.modifyOpInPlace(op, [&] { op.getInputMutable().assign(moved); });
  return success();
}

struct RepairTFLitePass
    : public tir::impl::TIRRepairTFLitePassBase<RepairTFLitePass> {
  void runOnOperation() override {
    // Converters keep the version of the file's schema.
    if (!getOperation()->hasAttr("tfl.schema_version"))
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertIf>(&getContext());
    patterns.add(saturateQuantized);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
