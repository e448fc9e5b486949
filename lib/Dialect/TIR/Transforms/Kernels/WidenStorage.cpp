//===- WidenStorage.cpp - Integers of odd widths in whole bytes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tir {
#define GEN_PASS_DEF_TIRWIDENSTORAGEPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The type that holds a number of the odd width in memory, or null if memory
/// has the type itself.
static IntegerType getStorageType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || !integer.isSignless() || integer.getWidth() >= 64 ||
      llvm::is_contained({1u, 8u, 16u, 32u}, integer.getWidth()))
    return {};
  return IntegerType::get(
      type.getContext(),
      std::max<unsigned>(8, llvm::PowerOf2Ceil(integer.getWidth())));
}

/// The odd type of its elements, or null.
static Type getOddElement(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && getStorageType(shaped.getElementType())
             ? shaped.getElementType()
             : Type();
}

/// Tensors, buffers and constants of odd elements, wherever their types stand.
static AttrTypeReplacer makeReplacer() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](Type type) -> std::optional<Type> {
    Type element = getOddElement(type);
    if (!element)
      return std::nullopt;
    return cast<ShapedType>(type).clone(getStorageType(element));
  });
  replacer.addReplacement(
      [](DenseIntElementsAttr attr) -> std::optional<Attribute> {
        IntegerType storage = getStorageType(attr.getElementType());
        if (!storage)
          return std::nullopt;
        return attr.mapValues(storage, [&](const APInt &value) {
          return value.sext(storage.getWidth());
        });
      });
  return replacer;
}

//===----------------------------------------------------------------------===//
// Where a number leaves or enters memory
//===----------------------------------------------------------------------===//

/// What memory holds is in range, so that nothing is lost.
static Value narrow(OpBuilder &builder, Location loc, Type type, Value value) {
  return arith::TruncIOp::create(builder, loc, type, value,
                                 arith::IntegerOverflowFlags::nsw);
}

/// The operand extended to the type that memory has for it.
static void widenOperand(OpOperand &operand) {
  Value value = operand.get();
  IntegerType storage = getStorageType(value.getType());
  if (!storage)
    return;
  OpBuilder builder(operand.getOwner());
  operand.set(arith::ExtSIOp::create(builder, value.getLoc(), storage, value));
}

static void widenOperands(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    widenOperand(operand);
}

static void narrowResult(Operation *op) {
  Value result = op->getResult(0);
  Type odd = result.getType();
  IntegerType storage = getStorageType(odd);
  if (!storage)
    return;
  result.setType(storage);
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value number = narrow(builder, op->getLoc(), odd, result);
  result.replaceAllUsesExcept(number, number.getDefiningOp());
}

/// A sum of products whose accumulator is i48, or that makes other integers out
/// of odd ones: computed in the type that memory has.
static bool isComputedWide(linalg::LinalgOp op) {
  if (!isa<linalg::ContractionOpInterface, linalg::ConvolutionOpInterface,
           linalg::FillOp>(op.getOperation()))
    return false;
  return llvm::all_of(op.getDpsInits(), [&](Value init) {
    Type odd = getOddElement(init.getType());
    return !odd || odd.isInteger(48) || isa<linalg::FillOp>(op.getOperation());
  });
}

/// A named operation computes in the types that it is given.
static void rebuildBody(linalg::LinalgOp op) {
  bool isBuilt = llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return op.getMatchingBlockArgument(&operand).getType() ==
           getElementTypeOrSelf(operand.get().getType());
  });
  if (isBuilt)
    return;
  for (OpOperand *operand : op.getDpsInputOperands())
    widenOperand(*operand);
  Block &body = *op.getBlock();
  body.clear();
  for (OpOperand &operand : op->getOpOperands())
    op.getMatchingBlockArgument(&operand).setType(
        getElementTypeOrSelf(operand.get().getType()));
  auto builder = ImplicitLocOpBuilder::atBlockBegin(op.getLoc(), &body);
  op.getRegionBuilder()(builder, body, op->getAttrs(),
                        [&] { return op->emitError(); });
}

/// The body goes on computing in the odd type.
static void castAtBody(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    Type odd = argument.getType();
    Type element = getElementTypeOrSelf(operand.get().getType());
    if (element == odd)
      continue;
    argument.setType(element);
    if (argument.use_empty())
      continue;
    Value number = narrow(builder, argument.getLoc(), odd, argument);
    argument.replaceAllUsesExcept(number, number.getDefiningOp());
  }
  widenOperands(body.getTerminator());
}

static void castAtMemory(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([](linalg::LinalgOp op) {
        isComputedWide(op) ? rebuildBody(op) : castAtBody(op);
      })
      .Case<tensor::ExtractOp, memref::LoadOp>(
          [](Operation *op) { narrowResult(op); })
      .Case<tensor::InsertOp, tensor::SplatOp, tensor::FromElementsOp,
            memref::StoreOp>([](Operation *op) { widenOperands(op); })
      .Case<tensor::GenerateOp, tensor::PadOp>([](Operation *op) {
        widenOperands(op->getRegion(0).front().getTerminator());
      });
}

//===----------------------------------------------------------------------===//
// Computing in the type that memory has
//===----------------------------------------------------------------------===//

static bool hasNoSignedWrap(arith::ArithIntegerOverflowFlagsInterface op) {
  return op && bitEnumContainsAll(op.getOverflowAttr().getValue(),
                                  arith::IntegerOverflowFlags::nsw);
}

namespace {
struct FoldExtensionOfStored : OpRewritePattern<arith::ExtSIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtSIOp op,
                                PatternRewriter &rewriter) const override {
    auto number = op.getIn().getDefiningOp<arith::TruncIOp>();
    if (!number ||
        !hasNoSignedWrap(
            cast<arith::ArithIntegerOverflowFlagsInterface>(*number)))
      return rewriter.notifyMatchFailure(op, "not known to be in range");
    Value stored = number.getIn();
    unsigned from =
        getElementTypeOrSelf(stored.getType()).getIntOrFloatBitWidth();
    unsigned to = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    if (from == to)
      rewriter.replaceOp(op, stored);
    else if (from < to)
      rewriter.replaceOpWithNewOp<arith::ExtSIOp>(op, op.getType(), stored);
    else
      rewriter.replaceOp(op,
                         narrow(rewriter, op.getLoc(), op.getType(), stored));
    return success();
  }
};

/// `extsi(a + b)` as `extsi(a) + extsi(b)`, where that is the same.
struct ExtendOperands : OpRewritePattern<arith::ExtSIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtSIOp op,
                                PatternRewriter &rewriter) const override {
    Operation *inner = op.getIn().getDefiningOp();
    if (!inner || !getStorageType(op.getIn().getType()))
      return rewriter.notifyMatchFailure(op, "not of an odd width");
    bool isSum = isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(inner);
    if (!isSum &&
        !isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MaxSIOp,
             arith::MinSIOp, arith::ShRSIOp, arith::SelectOp>(inner))
      return rewriter.notifyMatchFailure(op, "may leave the range");
    auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(inner);
    if (isSum && !hasNoSignedWrap(flags))
      return rewriter.notifyMatchFailure(op, "may wrap");
    IRMapping mapping;
    for (Value operand : inner->getOperands())
      if (operand.getType() == op.getIn().getType())
        mapping.map(operand, arith::ExtSIOp::create(rewriter, op.getLoc(),
                                                    op.getType(), operand));
    Operation *wide = rewriter.clone(*inner, mapping);
    wide->getResult(0).setType(op.getType());
    if (isSum)
      wide->setAttr(flags.getIntegerOverflowAttrName(),
                    arith::IntegerOverflowFlagsAttr::get(
                        getContext(), arith::IntegerOverflowFlags::nsw));
    rewriter.replaceOp(op, wide);
    return success();
  }
};

/// Extension keeps the order, that of unsigned numbers too.
struct CompareStored : OpRewritePattern<arith::CmpIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::CmpIOp op,
                                PatternRewriter &rewriter) const override {
    IntegerType storage = getStorageType(op.getLhs().getType());
    if (!storage)
      return rewriter.notifyMatchFailure(op, "not of an odd width");
    auto extend = [&](Value value) -> Value {
      return arith::ExtSIOp::create(rewriter, op.getLoc(), storage, value);
    };
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(
        op, op.getPredicate(), extend(op.getLhs()), extend(op.getRhs()));
    return success();
  }
};

/// A rescale takes integers of any width.
struct RescaleStored : OpRewritePattern<tosa::ApplyScaleOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tosa::ApplyScaleOp op,
                                PatternRewriter &rewriter) const override {
    IntegerType storage = getStorageType(op.getValue().getType());
    if (!storage)
      return rewriter.notifyMatchFailure(op, "not of an odd width");
    Value wide =
        arith::ExtSIOp::create(rewriter, op.getLoc(), storage, op.getValue());
    rewriter.modifyOpInPlace(op, [&] { op.getValueMutable().assign(wide); });
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct WidenStoragePass
    : public tir::impl::TIRWidenStoragePassBase<WidenStoragePass> {
  void runOnOperation() override {
    if (!hasOddElements())
      return;
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isPrivate())
        noteValueTypes(function);
    if (failed(generalizeNamed()))
      return signalPassFailure();
    getOperation()->walk([&](Operation *op) { markAccumulation(op); });
    makeReplacer().recursivelyReplaceElementsIn(
        getOperation(), /*replaceAttrs=*/true, /*replaceLocs=*/false,
        /*replaceTypes=*/true);
    getOperation()->walk([](Operation *op) { castAtMemory(op); });

    RewritePatternSet patterns(&getContext());
    patterns.add<FoldExtensionOfStored, ExtendOperands, CompareStored,
                 RescaleStored>(&getContext());
    arith::ExtSIOp::getCanonicalizationPatterns(patterns, &getContext());
    arith::TruncIOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }

private:
  bool hasOddElements() {
    auto isOdd = [](Type type) { return bool(getOddElement(type)); };
    return getOperation()
        ->walk([&](Operation *op) {
          auto function = dyn_cast<FunctionOpInterface>(op);
          auto global = dyn_cast<memref::GlobalOp>(op);
          bool found =
              llvm::any_of(op->getResultTypes(), isOdd) ||
              (function && llvm::any_of(function.getArgumentTypes(), isOdd)) ||
              (global && isOdd(global.getType()));
          return found ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// What the interface says beside the type in memory.
  static void noteValueTypes(FunctionOpInterface function) {
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
      if (Type odd = getOddElement(type))
        function.setArgAttr(index, kValueTypeAttrName, TypeAttr::get(odd));
    for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
      if (Type odd = getOddElement(type))
        function.setResultAttr(index, kValueTypeAttrName, TypeAttr::get(odd));
  }

  /// A named operation has no room for casts in its body.
  LogicalResult generalizeNamed() {
    SmallVector<linalg::LinalgOp> named;
    getOperation()->walk([&](linalg::LinalgOp op) {
      bool isOdd = llvm::any_of(op->getOperandTypes(), [](Type type) {
        return bool(getOddElement(type));
      });
      if (isOdd && op.getRegionBuilder() && !isComputedWide(op))
        named.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : named) {
      rewriter.setInsertionPoint(op);
      if (failed(linalg::generalizeNamedOp(rewriter, op)))
        return op.emitError("operator '")
               << op->getName()
               << "' cannot be written as linalg.generic, which integers of "
                  "i4, i48 and other widths that C does not have need; lower "
                  "it in the front end (--linalg-generalize-named-ops)";
    }
    return success();
  }

  void markAccumulation(Operation *op) {
    auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    if (flags && isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) &&
        op->getResult(0).getType().isInteger(48))
      op->setAttr(flags.getIntegerOverflowAttrName(),
                  arith::IntegerOverflowFlagsAttr::get(
                      &getContext(), arith::IntegerOverflowFlags::nsw));
  }
};
} // namespace
