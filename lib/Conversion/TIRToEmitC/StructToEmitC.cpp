//===- StructToEmitC.cpp - Structs of the C interface in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace tir;

/// `pointer[0].field`: EmitC has `->` on a variable that holds the pointer
/// only, and upstream prints a member of a dereferenced pointer wrongly.
static Value createField(EmitCBuilder &c, Value pointer, StringRef structName,
                         StringRef field) {
  MLIRContext *context = c.builder().getContext();
  Value typed =
      c.cast(getPointerTo(context, ("struct " + structName).str()), pointer);
  return createMember(c, createElement(c, typed, 0), field,
                      getPointerTo(context, "void"));
}

namespace {
struct ConvertStructGet : OpConversionPattern<StructGetOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StructGetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a type C has");
    if (failed(checkIsPointer(op, type)))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    Value field =
        createField(c, adaptor.getPointer(), op.getStructName(), op.getField());
    rewriter.replaceOp(op, c.cast(type, c.load(field)));
    return success();
  }
};

struct ConvertStructSet : OpConversionPattern<StructSetOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StructSetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    Value field =
        createField(c, adaptor.getPointer(), op.getStructName(), op.getField());
    c.assign(field, createAddress(c, adaptor.getValue()));
    rewriter.eraseOp(op);
    return success();
  }
};

struct EraseStruct : OpConversionPattern<StructOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StructOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tir::populateStructToEmitCPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<ConvertStructGet, ConvertStructSet, EraseStruct>(
      converter, patterns.getContext());
}
