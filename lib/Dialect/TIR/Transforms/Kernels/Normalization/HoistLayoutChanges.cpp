//===- HoistLayoutChanges.cpp - Layouts of inputs before computations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Frameworks with planes quantize an input before they change its layout. A
// quantized tensor of planes is then in memory as a whole, since it has no
// rows. If the layout changes first, what quantizes the input makes pixels, and
// runs by rows.
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace tir {
#define GEN_PASS_DEF_TIRHOISTLAYOUTCHANGESPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the operand that an operation computes its result from, element by
/// element, while all others are constants. Returns null if it has none.
static OpOperand *getElementwiseOperand(linalg::GenericOp op) {
  if (op->getNumResults() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() || op.hasIndexSemantics() ||
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return nullptr;
  OpOperand *found = nullptr;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (matchPattern(input->get(), m_Constant()))
      continue;
    if (found || !op.getMatchingIndexingMap(input).isIdentity())
      return nullptr;
    found = input;
  }
  return found;
}

/// Returns the tensor that an operation only gives another layout, or null if
/// it does something else.
static Value getSourceOfLayout(Operation *op) {
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return transpose.getInput();
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return op->getOperand(0);
  return {};
}

/// Returns whether a tensor is an argument of a function, or computed from one
/// element by element for one reader.
static bool isComputedFromInput(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  Operation *op = tensor.getDefiningOp();
  if (!op->hasOneUse())
    return false;
  if (Value source = getSourceOfLayout(op))
    return isComputedFromInput(source);
  auto generic = dyn_cast<linalg::GenericOp>(op);
  OpOperand *operand = generic ? getElementwiseOperand(generic) : nullptr;
  return operand && isComputedFromInput(operand->get());
}

/// Applies the operation `op` to another tensor of the same shape.
static Value changeLayout(RewriterBase &rewriter, Operation *op, Value tensor) {
  Location loc = tensor.getLoc();
  auto type = cast<RankedTensorType>(op->getResult(0).getType())
                  .clone(getElementTypeOrSelf(tensor));
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op)) {
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    return linalg::TransposeOp::create(rewriter, loc, tensor, empty,
                                       transpose.getPermutation())
        ->getResult(0);
  }
  IRMapping mapping;
  mapping.map(op->getOperand(0), tensor);
  Operation *changed = rewriter.clone(*op, mapping);
  changed->getResult(0).setType(type);
  return changed->getResult(0);
}

namespace {
/// Swaps a change of layout and the operation before it, which computes each
/// element from that of an input of the function.
struct HoistLayoutChange : public RewritePattern {
  HoistLayoutChange(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    Value source = getSourceOfLayout(op);
    auto generic = source ? source.getDefiningOp<linalg::GenericOp>()
                          : linalg::GenericOp();
    if (!generic || !isComputedFromInput(source))
      return rewriter.notifyMatchFailure(op, "not on an input");
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (!type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "dynamic shape");
    auto transpose = dyn_cast<linalg::TransposeOp>(op);
    if (!transpose && generic.getNumDpsInputs() != 1)
      return rewriter.notifyMatchFailure(op, "reshapes constants");

    OpOperand *operand = getElementwiseOperand(generic);
    AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
    // Dimension `permutation[i]` of the operand is dimension `i` of the result.
    AffineMap old = transpose
                        ? inversePermutation(AffineMap::getPermutationMap(
                              transpose.getPermutation(), op->getContext()))
                        : identity;
    SmallVector<Value> inputs = generic.getInputs();
    SmallVector<AffineMap> maps;
    for (OpOperand *input : generic.getDpsInputOperands()) {
      AffineMap map = generic.getMatchingIndexingMap(input);
      maps.push_back(input == operand ? identity : map.compose(old));
    }
    maps.push_back(identity);
    inputs[operand->getOperandNumber()] =
        changeLayout(rewriter, op, operand->get());
    Value empty = tensor::EmptyOp::create(
        rewriter, generic.getLoc(), type.getShape(), type.getElementType());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    auto moved = linalg::GenericOp::create(
        rewriter, generic.getLoc(), TypeRange(type), inputs, empty, maps,
        iterators, /*bodyBuild=*/nullptr,
        linalg::getPrunedAttributeList(generic));
    rewriter.inlineRegionBefore(generic.getRegion(), moved.getRegion(),
                                moved.getRegion().begin());
    rewriter.replaceOp(op, moved);
    rewriter.eraseOp(generic);
    return success();
  }
};

struct HoistLayoutChangesPass
    : public tir::impl::TIRHoistLayoutChangesPassBase<HoistLayoutChangesPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<HoistLayoutChange>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
