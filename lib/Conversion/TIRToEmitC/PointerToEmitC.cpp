//===- PointerToEmitC.cpp - Pointers and strings in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace tir;

/// Returns an array's address instead of the array, since C compilers know that
/// an array is not NULL.
static Value asPointer(EmitCBuilder &c, Value value) {
  return isa<emitc::PointerType>(value.getType()) ? value
                                                  : createAddress(c, value);
}

namespace {
struct ConvertNull : OpConversionPattern<NullOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(NullOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    rewriter.replaceOp(
        op, c.opaque(getTypeConverter()->convertType(op.getType()), "NULL"));
    return success();
  }
};

struct ConvertIsNull : OpConversionPattern<IsNullOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(IsNullOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    Value pointer = asPointer(c, adaptor.getPointer());
    rewriter.replaceOp(op, c.compare(emitc::CmpPredicate::eq, pointer,
                                     c.opaque(pointer.getType(), "NULL")));
    return success();
  }
};

struct ConvertMisalignment : OpConversionPattern<MisalignmentOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MisalignmentOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    Type address = emitc::OpaqueType::get(getContext(), "uintptr_t");
    Value rest = c.binary<emitc::RemOp>(
        address, c.cast(address, asPointer(c, adaptor.getPointer())),
        c.opaque(address, std::to_string(op.getAlignment())));
    rewriter.replaceOp(op, c.cast(op.getType(), rest));
    return success();
  }
};

struct ConvertPointerCast : OpConversionPattern<PointerCastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(PointerCastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a type C has");
    if (failed(checkIsPointer(op, type)))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    Value pointer = asPointer(c, adaptor.getSource());
    if (Value offset = adaptor.getOffset()) {
      Type bytes = getPointerTo(getContext(), "char");
      pointer = c.binary<emitc::AddOp>(bytes, c.cast(bytes, pointer), offset);
    }
    rewriter.replaceOp(op, c.cast(type, pointer));
    return success();
  }
};

struct ConvertStringConstant : OpConversionPattern<StringConstantOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StringConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    rewriter.replaceOp(op, createText(c, op.getText()));
    return success();
  }
};
} // namespace

void tir::populatePointerToEmitCPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<ConvertNull, ConvertIsNull, ConvertMisalignment,
               ConvertPointerCast, ConvertStringConstant>(
      converter, patterns.getContext());
}
