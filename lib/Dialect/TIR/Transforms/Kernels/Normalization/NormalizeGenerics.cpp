//===- NormalizeGenerics.cpp - One form of linalg.generic for the kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace tir {
#define GEN_PASS_DEF_TIRNORMALIZEGENERICSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// Removes output dimensions that are indexed by a constant. Front ends use an
/// output such as `(d0, d1) -> (d0, 0)` for a reduction that keeps its rank.
/// The dimension has one element, and moves into reshapes around the operation.
struct DropConstantOutputDims : public OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<Value> inits;
    SmallVector<std::optional<SmallVector<ReassociationIndices>>> groups;
    bool changed = false;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      AffineMap &map = maps[init.getOperandNumber()];
      auto type = dyn_cast<RankedTensorType>(init.get().getType());
      AffineMap kept = withoutConstants(map, type);
      groups.push_back(std::nullopt);
      inits.push_back(init.get());
      if (kept == map)
        continue;
      RankedTensorType narrow = keepDims(type, map);
      auto group = getReassociationIndicesForReshape(type, narrow);
      if (!group)
        return rewriter.notifyMatchFailure(op, "no reshape drops the dims");
      inits.back() = tensor::CollapseShapeOp::create(
          rewriter, op.getLoc(), narrow, init.get(), *group);
      groups.back() = std::move(group);
      map = kept;
      changed = true;
    }
    if (!changed)
      return failure();

    auto narrowed = linalg::GenericOp::create(
        rewriter, op.getLoc(), TypeRange(ValueRange(inits)), op.getInputs(),
        inits, rewriter.getAffineMapArrayAttr(maps), op.getIteratorTypes(),
        /*doc=*/nullptr, /*library_call=*/nullptr);
    rewriter.inlineRegionBefore(op.getRegion(), narrowed.getRegion(),
                                narrowed.getRegion().begin());
    SmallVector<Value> results;
    for (auto [result, old, group] :
         llvm::zip(narrowed.getResults(), op.getResults(), groups))
      results.push_back(
          group ? Value(tensor::ExpandShapeOp::create(
                      rewriter, op.getLoc(), old.getType(), result, *group))
                : Value(result));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static bool isDropped(AffineMap map, RankedTensorType type, unsigned dim) {
    auto constant = dyn_cast<AffineConstantExpr>(map.getResult(dim));
    return constant && constant.getValue() == 0 && type.getDimSize(dim) == 1;
  }

  static AffineMap withoutConstants(AffineMap map, RankedTensorType type) {
    if (!type || !type.hasStaticShape())
      return map;
    llvm::SmallBitVector dropped(map.getNumResults());
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      if (isDropped(map, type, i))
        dropped.set(i);
    return map.dropResults(dropped);
  }

  static RankedTensorType keepDims(RankedTensorType type, AffineMap map) {
    SmallVector<int64_t> shape;
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      if (!isDropped(map, type, i))
        shape.push_back(type.getDimSize(i));
    return type.clone(shape);
  }
};

struct NormalizeGenericsPass
    : public tir::impl::TIRNormalizeGenericsPassBase<NormalizeGenericsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DropConstantOutputDims>(&getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
