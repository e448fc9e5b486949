//===- TIRToEmitC.cpp - Low-level tir operations as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRToEmitC/TIRToEmitC.h"

#include "tir/Conversion/EmitCCommon/EmitCBuilder.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kStructAttrName = "tir.struct";

static Type getVoidPointer(MLIRContext *context) {
  return emitc::PointerType::get(emitc::OpaqueType::get(context, "void"));
}

namespace {
/// `pointer[0].field`: EmitC has `->` on a variable that holds the pointer
/// only, and upstream prints a member of a dereferenced pointer wrongly.
struct ConvertStructGet : OpConversionPattern<StructGetOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StructGetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a type C has");
    EmitCBuilder c(rewriter, op.getLoc());
    Type structType = emitc::OpaqueType::get(
        getContext(), ("struct " + op.getStructName()).str());
    Value pointer =
        c.cast(emitc::PointerType::get(structType), adaptor.getPointer());
    Value pointee = emitc::SubscriptOp::create(
        c.builder(), cast<TypedValue<emitc::PointerType>>(pointer),
        c.constant(rewriter.getI32Type(), 0));
    Value field = emitc::MemberOp::create(
        c.builder(), emitc::LValueType::get(getVoidPointer(getContext())),
        op.getFieldAttr(), pointee);
    rewriter.replaceOp(op, c.cast(type, c.load(field)));
    return success();
  }
};

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

void tir::populateTIRToEmitCTypeConversion(TypeConverter &converter) {
  converter.addConversion(
      [](HandleType type) { return getVoidPointer(type.getContext()); });
}

void tir::populateTIRToEmitCPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<ConvertStructGet, ConvertCheckReturn, EraseStruct>(
      converter, patterns.getContext());
}

void tir::typeStructArguments(ModuleOp module) {
  MLIRContext *context = module.getContext();
  for (auto function : module.getOps<emitc::FuncOp>()) {
    if (function.isExternal())
      continue;
    SmallVector<Type> inputs(function.getArgumentTypes());
    for (BlockArgument argument : function.getArguments()) {
      auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                        kStructAttrName);
      if (!name || argument.getType() != getVoidPointer(context))
        continue;
      auto type = emitc::PointerType::get(
          emitc::OpaqueType::get(context, ("struct " + name.getValue()).str()));
      for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
        auto cast = dyn_cast<emitc::CastOp>(user);
        if (!cast || cast.getType() != type)
          continue;
        cast.replaceAllUsesWith(Value(argument));
        cast.erase();
      }
      argument.setType(type);
      inputs[argument.getArgNumber()] = type;
      function.removeArgAttr(argument.getArgNumber(), kStructAttrName);
    }
    function.setFunctionType(
        FunctionType::get(context, inputs, function.getResultTypes()));
  }
}
