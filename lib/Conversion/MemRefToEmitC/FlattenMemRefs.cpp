//===- FlattenMemRefs.cpp - Buffers of rank 1
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/MemRefToEmitC/MemRefToEmitC.h"
#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace tir {
#define GEN_PASS_DEF_TIRFLATTENMEMREFSPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
bool isPlain(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.hasStaticShape() && memref.getLayout().isIdentity();
}

/// ((i0 * d1 + i1) * d2 + i2) …, without what is known to be 0 or 1.
Value createLinearIndex(ConversionPatternRewriter &rewriter, Location loc,
                        ValueRange indices, ArrayRef<int64_t> shape) {
  auto nsw = arith::IntegerOverflowFlags::nsw;
  OpFoldResult linear = rewriter.getIndexAttr(0);
  auto value = [&](OpFoldResult result) {
    return getValueOrCreateConstantIndexOp(rewriter, loc, result);
  };
  for (auto [index, extent] : llvm::zip_equal(indices, shape)) {
    // Nothing else is in bounds of a dimension of extent 1, but an index that
    // is not known to be 0 stays, to keep out-of-bounds accesses visible.
    OpFoldResult next = getAsOpFoldResult(index);
    std::optional<int64_t> base = getConstantIntValue(linear);
    std::optional<int64_t> step = getConstantIntValue(next);
    if (base)
      linear = rewriter.getIndexAttr(*base * extent);
    else if (extent != 1)
      linear = arith::MulIOp::create(
                   rewriter, loc, value(linear),
                   arith::ConstantIndexOp::create(rewriter, loc, extent), nsw)
                   .getResult();
    base = getConstantIntValue(linear);
    if (base && step)
      linear = rewriter.getIndexAttr(*base + *step);
    else if (base == 0)
      linear = next;
    else if (step != 0)
      linear =
          arith::AddIOp::create(rewriter, loc, value(linear), value(next), nsw)
              .getResult();
  }
  return value(linear);
}

struct FlattenLoad : OpConversionPattern<memref::LoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isPlain(op.getMemRefType()))
      return rewriter.notifyMatchFailure(op, "not a plain memref");
    Value index = createLinearIndex(rewriter, op.getLoc(), op.getIndices(),
                                    op.getMemRefType().getShape());
    rewriter.replaceOpWithNewOp<memref::LoadOp>(op, adaptor.getMemref(), index);
    return success();
  }
};

struct FlattenStore : OpConversionPattern<memref::StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isPlain(op.getMemRefType()))
      return rewriter.notifyMatchFailure(op, "not a plain memref");
    Value index = createLinearIndex(rewriter, op.getLoc(), op.getIndices(),
                                    op.getMemRefType().getShape());
    rewriter.replaceOpWithNewOp<memref::StoreOp>(op, op.getValue(),
                                                 adaptor.getMemref(), index);
    return success();
  }
};

struct FlattenGlobal : OpConversionPattern<memref::GlobalOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(memref::GlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<MemRefType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a plain memref");
    Attribute init = op.getInitialValueAttr();
    auto flat = RankedTensorType::get(type.getShape(), type.getElementType());
    if (auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(init)) {
      AsmResourceBlob *blob = resource.getRawHandle().getBlob();
      if (!blob)
        return op.emitOpError("refers to the resource '")
               << resource.getRawHandle().getKey()
               << "', which the file does not hold; the file is cut off or was "
                  "written without its resources";
      init = DenseElementsAttr::getFromRawBuffer(flat, blob->getData());
    } else if (auto dense = dyn_cast_if_present<DenseElementsAttr>(init)) {
      init = dense.reshape(flat);
    } else if (isa_and_present<ElementsAttr>(init)) {
      return op.emitOpError("has an initial value that is neither dense nor a "
                            "dense resource; make it dense");
    }
    rewriter.modifyOpInPlace(op, [&] {
      op.setType(type);
      if (init)
        op.setInitialValueAttr(init);
    });
    return success();
  }
};

/// Operations that stay and only change the types of their results.
template <typename Op>
struct FlattenResults : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(this->getTypeConverter()->convertTypes(op->getResultTypes(),
                                                      types)))
      return rewriter.notifyMatchFailure(op, "not a plain memref");
    OperationState state(op.getLoc(), op->getName(), adaptor.getOperands(),
                         types, op->getAttrs());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

/// Operations that only give a buffer another shape.
template <typename Op>
struct FlattenReshape : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getOperands().front();
    Type type = this->getTypeConverter()->convertType(op.getType());
    if (!isPlain(op->getOperand(0).getType()) || source.getType() != type)
      return rewriter.notifyMatchFailure(op, "not a plain memref");
    if (auto cast = dyn_cast<memref::ReinterpretCastOp>(op.getOperation()))
      if (cast.getStaticOffsets().front() != 0)
        return rewriter.notifyMatchFailure(op, "moves the buffer's start");
    rewriter.replaceOp(op, source);
    return success();
  }
};

struct FlattenMemRefsPass
    : public tir::impl::TIRFlattenMemRefsPassBase<FlattenMemRefsPass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    TypeConverter converter;
    populateFlattenMemRefTypeConversion(converter);
    RewritePatternSet patterns(context);
    populateFlattenMemRefPatterns(converter, patterns);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    patterns.add<FlattenResults<StructGetOp>, FlattenResults<StructSetOp>,
                 FlattenResults<MakeDLTensorOp>, FlattenResults<DLTensorGetOp>,
                 FlattenResults<DLTensorSetOp>, FlattenResults<PoolViewOp>>(converter, context);
    ConversionTarget target(*context);
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      return converter.isSignatureLegal(op.getFunctionType()) &&
             converter.isLegal(&op.getBody());
    });
    target.addDynamicallyLegalOp<memref::GlobalOp>(
        [&](memref::GlobalOp op) { return converter.isLegal(op.getType()); });
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });
    if (failed(checkLayouts()) ||
        failed(
            applyFullConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }

private:
  /// Told before the conversion, whose own errors name no cause.
  LogicalResult checkLayouts() {
    WalkResult result = getOperation().walk([&](Operation *op) {
      for (Type type : op->getResultTypes()) {
        if (!isa<BaseMemRefType>(type) || isPlain(type))
          continue;
        op->emitOpError("makes a buffer of type ")
            << type
            << ", expected a static shape and the identity layout; copy the "
               "slice into a buffer of its own before this pass";
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace

void tir::populateFlattenMemRefTypeConversion(TypeConverter &converter) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([](MemRefType type) -> std::optional<Type> {
    if (!isPlain(type))
      return std::nullopt;
    return MemRefType::get({type.getNumElements()}, type.getElementType(),
                           MemRefLayoutAttrInterface(), type.getMemorySpace());
  });
}

void tir::populateFlattenMemRefPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<
      FlattenLoad, FlattenStore, FlattenGlobal,
      FlattenResults<memref::GetGlobalOp>, FlattenResults<memref::ViewOp>,
      FlattenResults<memref::CopyOp>, FlattenResults<memref::AllocOp>,
      FlattenResults<memref::AllocaOp>, FlattenResults<memref::DeallocOp>,
      FlattenResults<memref::MemorySpaceCastOp>,
      FlattenReshape<memref::CollapseShapeOp>,
      FlattenReshape<memref::ExpandShapeOp>, FlattenReshape<memref::CastOp>,
      FlattenReshape<memref::ReinterpretCastOp>>(converter,
                                                 patterns.getContext());
}
