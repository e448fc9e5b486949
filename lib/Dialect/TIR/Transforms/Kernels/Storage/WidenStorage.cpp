//===- WidenStorage.cpp - Integers of odd widths in whole bytes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "StorageOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/StorageTypes.h"

namespace tir {
#define GEN_PASS_DEF_TIRWIDENSTORAGEPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Creates a replacer of all types and constants with odd elements.
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
// Computing in the type that memory has
//===----------------------------------------------------------------------===//

static bool hasNoSignedWrap(arith::ArithIntegerOverflowFlagsInterface op) {
  return op && bitEnumContainsAll(op.getOverflowAttr().getValue(),
                                  arith::IntegerOverflowFlags::nsw);
}

static LogicalResult foldExtensionOfStored(arith::ExtSIOp op,
                                           PatternRewriter &rewriter) {
  auto number = op.getIn().getDefiningOp<arith::TruncIOp>();
  if (!number || !hasNoSignedWrap(
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
    rewriter.replaceOp(op, narrow(rewriter, op.getLoc(), op.getType(), stored));
  return success();
}

/// Rewrites `extsi(a + b)` as `extsi(a) + extsi(b)` if they are equal.
static LogicalResult extendOperands(arith::ExtSIOp op,
                                    PatternRewriter &rewriter) {
  Operation *inner = op.getIn().getDefiningOp();
  if (!inner || !getStorageType(op.getIn().getType()))
    return rewriter.notifyMatchFailure(op, "not of an odd width");
  bool isSum = isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(inner);
  if (!isSum && !isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MaxSIOp,
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
                      rewriter.getContext(), arith::IntegerOverflowFlags::nsw));
  rewriter.replaceOp(op, wide);
  return success();
}

/// Sign extension preserves the order, also of unsigned numbers.
static LogicalResult compareStored(arith::CmpIOp op,
                                   PatternRewriter &rewriter) {
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

/// Rescales the wider integer, since a rescale accepts integers of any width.
static LogicalResult rescaleStored(tosa::ApplyScaleOp op,
                                   PatternRewriter &rewriter) {
  IntegerType storage = getStorageType(op.getValue().getType());
  if (!storage)
    return rewriter.notifyMatchFailure(op, "not of an odd width");
  Value wide =
      arith::ExtSIOp::create(rewriter, op.getLoc(), storage, op.getValue());
  rewriter.modifyOpInPlace(op, [&] { op.getValueMutable().assign(wide); });
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct WidenStoragePass
    : public tir::impl::TIRWidenStoragePassBase<WidenStoragePass> {
  using TIRWidenStoragePassBase::TIRWidenStoragePassBase;

  void runOnOperation() override {
    updateModel(getOperation(), [&](ModelParts &parts) {
      if (packed == PackedChoice::Off)
        parts.packsConstants = false;
      else if (packed == PackedChoice::On || hasNarrowConstants())
        parts.packsConstants = true;
    });
    if (!hasOddElements())
      return;
    if (failed(verifyStorable()))
      return signalPassFailure();
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isPrivate())
        noteValueTypes(function);
    if (failed(generalizeNamed()))
      return signalPassFailure();
    getOperation()->walk([&](Operation *op) { markAccumulation(op); });
    makeReplacer().recursivelyReplaceElementsIn(
        getOperation(), /*replaceAttrs=*/true, /*replaceLocs=*/false,
        /*replaceTypes=*/true);
    getOperation()->walk([](StorageOpInterface op) { op.castAtMemory(); });

    RewritePatternSet patterns(&getContext());
    patterns.add(foldExtensionOfStored)
        .add(extendOperands)
        .add(compareStored)
        .add(rescaleStored);
    arith::ExtSIOp::getCanonicalizationPatterns(patterns, &getContext());
    arith::TruncIOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }

private:
  bool hasNarrowConstants() {
    return getOperation()
        ->walk([](Operation *op) {
          auto constant = dyn_cast<arith::ConstantOp>(op);
          auto global = dyn_cast<memref::GlobalOp>(op);
          Type type = constant ? constant.getType()
                      : global ? Type(global.getType())
                               : Type();
          Type element = type ? getOddElement(type) : Type();
          return element && element.getIntOrFloatBitWidth() <= 4
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

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

  /// An operator of a plugin may compute other results from wider integers.
  LogicalResult verifyStorable() {
    WalkResult result = getOperation()->walk([](KernelOpInterface op) {
      SmallVector<Type> types(op->getOperandTypes());
      llvm::append_range(types, op->getResultTypes());
      auto *odd = llvm::find_if(
          types, [](Type type) { return bool(getOddElement(type)); });
      if (odd == types.end() || isa<StorageOpInterface>(*op) ||
          op.getKernelRole() != KernelRole::Computed)
        return WalkResult::advance();
      Type element = getOddElement(*odd);
      op->emitError("operator '")
          << op->getName() << "' works on elements of type " << element
          << ", which are stored as " << getStorageType(element)
          << ", but does not implement tir::kernel::StorageOpInterface; "
             "implement it, "
             "or cast to "
          << getStorageType(element) << " before the operator";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Records the types that the interface describes beside the types in memory.
  static void noteValueTypes(FunctionOpInterface function) {
    recordTypes(function, [](Type type) { return getOddElement(type); });
  }

  /// Casts can only be added to the body of a `linalg.generic`.
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
