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
// runs by rows. Converters that lay out each convolution anew write changes
// that undo each other around what stands between two of them.
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
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

/// Returns whether a tensor is an argument of a function or in a layout that
/// something before has changed, or computed from such a tensor element by
/// element for one reader.
static bool hasEarlierLayout(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  Operation *op = tensor.getDefiningOp();
  if (!op->hasOneUse())
    return false;
  if (getSourceOfLayout(op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  OpOperand *operand = generic ? getElementwiseOperand(generic) : nullptr;
  return operand && hasEarlierLayout(operand->get());
}

/// Adds the dimensions of a reshape's source as functions of its result's
/// dimensions. Returns failure if the reshape does more than to add and drop
/// dimensions of one element.
static LogicalResult addUnitDims(ArrayRef<ReassociationIndices> groups,
                                 RankedTensorType expanded, bool expands,
                                 SmallVectorImpl<AffineExpr> &dims) {
  MLIRContext *context = expanded.getContext();
  for (auto [collapsed, group] : llvm::enumerate(groups)) {
    auto isLong = [&](int64_t dim) { return expanded.getDimSize(dim) != 1; };
    if (llvm::count_if(group, isLong) > 1)
      return failure();
    auto place = llvm::find_if(group, isLong);
    int64_t kept = place == group.end() ? group.front() : *place;
    if (expands) {
      dims.push_back(getAffineDimExpr(kept, context));
      continue;
    }
    for (int64_t dim : group)
      dims.push_back(dim == kept ? getAffineDimExpr(collapsed, context)
                                 : getAffineConstantExpr(0, context));
  }
  return success();
}

/// Returns the map from an element of the result of a change of layout to the
/// one of its source, or std::nullopt if it joins or splits dimensions.
static std::optional<AffineMap> getLayoutMap(Operation *op) {
  MLIRContext *context = op->getContext();
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return inversePermutation(
        AffineMap::getPermutationMap(transpose.getPermutation(), context));
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  auto source = cast<RankedTensorType>(op->getOperand(0).getType());
  auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
  SmallVector<ReassociationIndices> groups =
      expand ? expand.getReassociationIndices()
             : cast<tensor::CollapseShapeOp>(op).getReassociationIndices();
  SmallVector<AffineExpr> dims;
  if (failed(addUnitDims(groups, expand ? result : source, bool(expand), dims)))
    return std::nullopt;
  return AffineMap::get(result.getRank(), 0, dims, context);
}

/// Applies the operation `op` to another tensor of the same shape.
static Value changeLayout(RewriterBase &rewriter, Operation *op, Value tensor) {
  Location loc = op->getLoc();
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

/// Drops the dimensions of a constant that have one element. Schedules know
/// constants for each channel in this form.
static Value dropUnitDims(RewriterBase &rewriter, Value constant,
                          AffineMap &map) {
  auto type = dyn_cast<RankedTensorType>(constant.getType());
  if (!type)
    return constant;
  SmallVector<int64_t> shape;
  llvm::SmallBitVector dropped(map.getNumResults());
  for (auto [i, extent] : llvm::enumerate(type.getShape()))
    if (extent == 1)
      dropped.set(i);
    else
      shape.push_back(extent);
  if (dropped.none() || shape.empty())
    return constant;
  RankedTensorType narrow = type.clone(shape);
  auto groups = getReassociationIndicesForReshape(type, narrow);
  if (!groups)
    return constant;
  map = map.dropResults(dropped);
  return tensor::CollapseShapeOp::create(rewriter, constant.getLoc(), narrow,
                                         constant, *groups);
}

namespace {
/// Swaps a change of layout and the operation before it, which computes each
/// element from one of an input of the function, or of a tensor whose layout
/// has changed before.
struct HoistLayoutChange : public RewritePattern {
  HoistLayoutChange(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    Value source = getSourceOfLayout(op);
    auto generic = source ? source.getDefiningOp<linalg::GenericOp>()
                          : linalg::GenericOp();
    OpOperand *operand = generic && source.hasOneUse()
                             ? getElementwiseOperand(generic)
                             : nullptr;
    if (!operand || !hasEarlierLayout(operand->get()))
      return rewriter.notifyMatchFailure(op, "not on an input");
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (!type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "dynamic shape");
    std::optional<AffineMap> layout = getLayoutMap(op);
    if (!layout)
      return rewriter.notifyMatchFailure(op, "joins or splits dimensions");

    AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<Value> inputs = generic.getInputs();
    SmallVector<AffineMap> maps;
    for (OpOperand *input : generic.getDpsInputOperands()) {
      if (input == operand) {
        maps.push_back(identity);
        continue;
      }
      maps.push_back(generic.getMatchingIndexingMap(input).compose(*layout));
      Value &constant = inputs[input->getOperandNumber()];
      constant = dropUnitDims(rewriter, constant, maps.back());
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
    linalg::TransposeOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
