//===- FlattenMemRefs.cpp - Buffers of rank 1
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/MemRefToEmitC/MemRefToEmitC.h"
#include "tir/Conversion/Passes.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"

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
/// Returns true for a buffer, or a part of one whose elements are at constant
/// distances. It becomes the memory from its first element to its last.
bool isFlattenable(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && getSpan(memref);
}

/// Creates i0 * s0 + i1 * s1 + …, without the factors and terms that are known
/// to be 1 or 0.
OpFoldResult createStridedIndex(OpBuilder &builder, Location loc,
                                ArrayRef<OpFoldResult> indices,
                                MemRefType type) {
  auto nsw = arith::IntegerOverflowFlags::nsw;
  auto value = [&](OpFoldResult result) {
    return getValueOrCreateConstantIndexOp(builder, loc, result);
  };
  int64_t base = 0;
  Value sum;
  auto strides = type.getStridesAndOffset().first;
  for (auto [index, stride, extent] :
       llvm::zip_equal(indices, strides, type.getShape())) {
    std::optional<int64_t> constant = getConstantIntValue(index);
    if (constant == 0)
      continue;
    if (ShapedType::isDynamic(stride))
      stride = 1;
    if (constant) {
      base += *constant * stride;
      continue;
    }
    Value term = value(index);
    if (stride != 1)
      term = arith::MulIOp::create(
          builder, loc, term,
          arith::ConstantIndexOp::create(builder, loc, stride), nsw);
    sum = sum ? arith::AddIOp::create(builder, loc, sum, term, nsw) : term;
  }
  if (!sum)
    return builder.getIndexAttr(base);
  if (base)
    sum = arith::AddIOp::create(
        builder, loc, sum, arith::ConstantIndexOp::create(builder, loc, base),
        nsw);
  return sum;
}

/// Creates ((i0 * d1 + i1) * d2 + i2) …, without the factors and terms that are
/// known to be 1 or 0.
Value createLinearIndex(ConversionPatternRewriter &rewriter, Location loc,
                        ValueRange indices, MemRefType type) {
  if (!type.getLayout().isIdentity())
    return getValueOrCreateConstantIndexOp(
        rewriter, loc,
        createStridedIndex(rewriter, loc, getAsOpFoldResult(indices), type));
  ArrayRef<int64_t> shape = type.getShape();
  auto nsw = arith::IntegerOverflowFlags::nsw;
  OpFoldResult linear = rewriter.getIndexAttr(0);
  auto value = [&](OpFoldResult result) {
    return getValueOrCreateConstantIndexOp(rewriter, loc, result);
  };
  for (auto [index, extent] : llvm::zip_equal(indices, shape)) {
    // In a dimension of extent 1, only the index 0 is in bounds. An index that
    // is not known to be 0 stays nevertheless, to keep out-of-bounds accesses
    // visible.
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

/// Loads and stores, whose last operands are the indices.
template <typename Op>
LogicalResult flattenAccess(Op op, typename Op::Adaptor adaptor,
                            const TypeConverter &,
                            ConversionPatternRewriter &rewriter) {
  if (!isFlattenable(op.getMemRefType()))
    return rewriter.notifyMatchFailure(op, "not a static memref");
  SmallVector<Value> operands(
      adaptor.getOperands().drop_back(op.getIndices().size()));
  operands.push_back(createLinearIndex(rewriter, op.getLoc(), op.getIndices(),
                                       op.getMemRefType()));
  rewriter.replaceOpWithNewOp<Op>(op, op->getResultTypes(), operands);
  return success();
}

LogicalResult flattenGlobal(memref::GlobalOp op, memref::GlobalOp::Adaptor,
                            const TypeConverter &converter,
                            ConversionPatternRewriter &rewriter) {
  auto type = converter.convertType<MemRefType>(op.getType());
  if (!type)
    return rewriter.notifyMatchFailure(op, "not a static memref");
  Attribute init = op.getInitialValueAttr();
  auto flat = RankedTensorType::get(type.getShape(), type.getElementType());
  if (auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(init)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return op.emitOpError("refers to the resource '")
             << resource.getRawHandle().getKey()
             << "', which the file does not contain; the file is cut off or "
                "was "
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

/// Operations that stay; only the types of their results change.
template <typename Op>
LogicalResult flattenResults(Op op, typename Op::Adaptor adaptor,
                             const TypeConverter &converter,
                             ConversionPatternRewriter &rewriter) {
  SmallVector<Type> types;
  if (failed(converter.convertTypes(op->getResultTypes(), types)))
    return rewriter.notifyMatchFailure(op, "not a static memref");
  OperationState state(op.getLoc(), op->getName(), adaptor.getOperands(), types,
                       op->getAttrs());
  rewriter.replaceOp(op, rewriter.create(state));
  return success();
}

/// Operations that only change the shape of a buffer.
template <typename Op>
LogicalResult flattenReshape(Op op, typename Op::Adaptor adaptor,
                             const TypeConverter &converter,
                             ConversionPatternRewriter &rewriter) {
  Value source = adaptor.getOperands().front();
  Type type = converter.convertType(op.getType());
  if (!isFlattenable(op->getOperand(0).getType()) || source.getType() != type)
    return rewriter.notifyMatchFailure(op, "not a static memref");
  rewriter.replaceOp(op, source);
  return success();
}

/// Replaces `op` by the memory of `source` from its element `offset` on.
void replaceByRebase(ConversionPatternRewriter &rewriter, Operation *op,
                     Type type, Value source, OpFoldResult offset) {
  if (getConstantIntValue(offset) == 0 && source.getType() == type)
    return rewriter.replaceOp(op, source);
  rewriter.replaceOpWithNewOp<RebaseOp>(
      op, type, source,
      getValueOrCreateConstantIndexOp(rewriter, op->getLoc(), offset));
}

LogicalResult flattenSubView(memref::SubViewOp op,
                             memref::SubViewOp::Adaptor adaptor,
                             const TypeConverter &converter,
                             ConversionPatternRewriter &rewriter) {
  Type type = converter.convertType(op.getType());
  if (!type || !isFlattenable(op.getSourceType()))
    return rewriter.notifyMatchFailure(op, "not a static memref");
  replaceByRebase(rewriter, op, type, adaptor.getSource(),
                  createStridedIndex(rewriter, op.getLoc(),
                                     op.getMixedOffsets(), op.getSourceType()));
  return success();
}

/// The offset of `memref.reinterpret_cast` counts from the start of the whole
/// buffer. That start is known only if the source is the whole buffer.
LogicalResult flattenReinterpretCast(memref::ReinterpretCastOp op,
                                     memref::ReinterpretCastOp::Adaptor adaptor,
                                     const TypeConverter &converter,
                                     ConversionPatternRewriter &rewriter) {
  Type type = converter.convertType(op.getType());
  Type source = op.getSource().getType();
  if (!type || !isFlattenable(source) || hasOffset(cast<MemRefType>(source)))
    return rewriter.notifyMatchFailure(op, "not a static memref");
  replaceByRebase(rewriter, op, type, adaptor.getSource(),
                  op.getMixedOffsets().front());
  return success();
}

LogicalResult flattenRebase(RebaseOp op, RebaseOp::Adaptor adaptor,
                            const TypeConverter &converter,
                            ConversionPatternRewriter &rewriter) {
  Type type = converter.convertType(op.getType());
  if (!type || !isFlattenable(op.getSource().getType()))
    return rewriter.notifyMatchFailure(op, "not a static memref");
  replaceByRebase(rewriter, op, type, adaptor.getSource(),
                  op.getOffset() ? OpFoldResult(op.getOffset())
                                 : rewriter.getIndexAttr(0));
  return success();
}

/// A buffer as its first element, and the numbers of its layout.
static LogicalResult
flattenMetadata(memref::ExtractStridedMetadataOp op,
                memref::ExtractStridedMetadataOp::Adaptor adaptor,
                const TypeConverter &converter,
                ConversionPatternRewriter &rewriter) {
  MemRefType type = op.getSource().getType();
  Type base = converter.convertType(op.getBaseBuffer().getType());
  // A pointer to the first element does not give the start of the buffer.
  if (!base || !isFlattenable(type) || hasOffset(type))
    return rewriter.notifyMatchFailure(op, "not a static memref");
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(
        rewriter, op.getLoc(), ShapedType::isDynamic(value) ? 1 : value);
  };
  Value zero = number(0);
  SmallVector<Value> results = {
      RebaseOp::create(rewriter, op.getLoc(), base, adaptor.getSource(), zero),
      zero};
  auto [strides, offset] = type.getStridesAndOffset();
  for (int64_t extent : type.getShape())
    results.push_back(number(extent));
  for (int64_t stride : strides)
    results.push_back(number(stride));
  rewriter.replaceOp(op, results);
  return success();
}

/// A hint, for which C99 has no words.
LogicalResult dropPrefetch(memref::PrefetchOp op, memref::PrefetchOp::Adaptor,
                           const TypeConverter &,
                           ConversionPatternRewriter &rewriter) {
  rewriter.eraseOp(op);
  return success();
}

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
    addConversions(converter, patterns, /*benefit=*/1,
                   flattenResults<StructGetOp>, flattenResults<StructSetOp>,
                   flattenResults<MakeDLTensorOp>,
                   flattenResults<DLTensorGetOp>, flattenResults<DLTensorSetOp>,
                   flattenResults<PoolViewOp>, flattenResults<PointerCastOp>,
                   flattenResults<IsNullOp>, flattenResults<MisalignmentOp>);
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
  /// Reports unsupported layouts before the conversion, whose own errors name
  /// no cause.
  LogicalResult checkLayouts() {
    WalkResult result = getOperation().walk([&](Operation *op) {
      for (Type type : op->getResultTypes()) {
        if (!isa<BaseMemRefType>(type) || isFlattenable(type))
          continue;
        if (isa<memref::AllocaOp>(op)) {
          op->emitOpError("takes memory from the stack for ")
              << type
              << ", whose size is known only during a run, but the C has no "
                 "arrays of variable length; give it a static shape, large "
                 "enough for each run, or emit an object";
          return WalkResult::interrupt();
        }
        op->emitOpError("makes a buffer of type ")
            << type
            << ", expected a static shape and static strides; copy the "
               "slice into a buffer of its own before this pass";
        return WalkResult::interrupt();
      }
      auto copy = dyn_cast<memref::CopyOp>(op);
      if (copy && !isWholeCopy(copy)) {
        op->emitOpError("copies ")
            << copy.getSource().getType() << " to "
            << copy.getTarget().getType()
            << ", but elements that do not lie side by side are copied by "
               "loops; run tir-lower-copies first";
        return WalkResult::interrupt();
      }
      auto cast = dyn_cast<memref::ReinterpretCastOp>(op);
      auto source = cast ? dyn_cast<MemRefType>(cast.getSource().getType())
                         : MemRefType();
      if (source && hasOffset(source)) {
        op->emitOpError("counts from the start of the buffer behind ")
            << source
            << ", which a pointer to its first element does not give; take a "
               "memref.subview of it";
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
    std::optional<int64_t> span = getSpan(type);
    if (!span)
      return std::nullopt;
    return MemRefType::get({*span}, type.getElementType(),
                           MemRefLayoutAttrInterface(), type.getMemorySpace());
  });
}

void tir::populateFlattenMemRefPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  addConversions(
      converter, patterns, /*benefit=*/1, flattenAccess<memref::LoadOp>,
      flattenAccess<memref::StoreOp>, flattenGlobal,
      flattenResults<memref::GetGlobalOp>, flattenResults<memref::ViewOp>,
      flattenResults<memref::CopyOp>, flattenResults<memref::AllocOp>,
      flattenResults<memref::AllocaOp>, flattenResults<memref::DeallocOp>,
      flattenResults<memref::MemorySpaceCastOp>,
      flattenReshape<memref::CollapseShapeOp>,
      flattenReshape<memref::ExpandShapeOp>, flattenReshape<memref::CastOp>,
      flattenReshape<memref::TransposeOp>,
      flattenReshape<memref::AssumeAlignmentOp>, flattenReinterpretCast,
      flattenMetadata, flattenSubView, flattenRebase, dropPrefetch);
}
