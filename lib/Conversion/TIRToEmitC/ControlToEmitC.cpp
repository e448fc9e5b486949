//===- ControlToEmitC.cpp - Early returns, look-ups and text in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace tir;

namespace {
/// A return out of the middle of a function, which EmitC has no operation for.
struct ConvertCheckReturn : OpConversionPattern<CheckReturnOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CheckReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<emitc::VerbatimOp>(
        op, "if ({} != 0) return {};",
        ValueRange{adaptor.getCode(), adaptor.getCode()});
    return success();
  }
};

struct ConvertAssert : OpConversionPattern<AssertOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    auto branch =
        emitc::IfOp::create(c.builder(), c.logicalNot(adaptor.getCondition()),
                            /*addThenBlock=*/true, /*addElseBlock=*/false);
    c.builder().setInsertionPointToStart(&branch.getThenRegion().front());
    if (op.getOnError() == OnError::LastError)
      emitc::CallOpaqueOp::create(c.builder(), TypeRange(),
                                  "TVMAPISetLastError",
                                  createText(c, op.getMessage()));
    emitc::VerbatimOp::create(c.builder(), "return -1;");
    emitc::YieldOp::create(c.builder());
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertGetFunction : OpConversionPattern<GetFunctionOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(GetFunctionOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    Type handle = getPointerTo(getContext(), "void");
    // A look-up that fails may leave it as it is.
    Value function =
        emitc::VariableOp::create(c.builder(), emitc::LValueType::get(handle),
                                  emitc::OpaqueAttr::get(getContext(), "NULL"));
    Value address = emitc::AddressOfOp::create(
        c.builder(), emitc::PointerType::get(handle), function);
    Value code =
        c.call(emitc::OpaqueType::get(getContext(), "int"), "TVMFuncGetGlobal",
               {createText(c, op.getName()), address});
    rewriter.replaceOp(
        op, {c.cast(op.getCode().getType(), code), c.load(function)});
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

struct ConvertIsNull : OpConversionPattern<IsNullOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(IsNullOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    Value pointer = adaptor.getPointer();
    rewriter.replaceOp(op, c.compare(emitc::CmpPredicate::eq, pointer,
                                     c.opaque(pointer.getType(), "NULL")));
    return success();
  }
};
} // namespace

void tir::populateControlToEmitCPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<ConvertCheckReturn, ConvertAssert, ConvertGetFunction,
               ConvertStringConstant, ConvertIsNull>(converter,
                                                     patterns.getContext());
}
