//===- ArithCastToEmitC.cpp - Conversions between numbers as C casts
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/ArithToEmitC/ArithToEmitC.h"

#include "IntegerArith.h"

using namespace mlir;
using namespace tir;

namespace {
/// Returns `true` as a number: 1, or -1 if the i1 is signed.
Value fromBool(EmitCBuilder &c, Type type, Value value, bool isSigned) {
  if (!isSigned)
    return c.cast(type, value);
  auto number = [&](int64_t n) -> Value {
    if (isa<FloatType>(type))
      return emitc::ConstantOp::create(c.builder(), type,
                                       c.builder().getFloatAttr(type, n));
    return c.constant(type, n);
  };
  return c.conditional(value, number(-1), number(0));
}

/// Integer to integer: extension, truncation and `index_cast`. Upstream refuses
/// a signed i1 and treats every index as unsigned.
template <typename Op, bool isSigned>
struct ConvertIntegerCast : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *this->getTypeConverter();
    Type from = convertScalar(converter, op.getIn().getType());
    Type to = convertScalar(converter, op.getType());
    if (!from || !to)
      return rewriter.notifyMatchFailure(op, "not an integer C has");
    EmitCBuilder c(rewriter, op.getLoc());
    Value value = adaptor.getIn();
    if (from.isInteger(1) && !to.isInteger(1)) {
      value = fromBool(c, to, value, isSigned);
    } else if (to.isInteger(1) && !from.isInteger(1)) {
      Value bit = c.binary<emitc::BitwiseAndOp>(promote(from), value,
                                                c.constant(from, 1));
      value =
          c.compare(emitc::CmpPredicate::ne, bit, c.constant(promote(from), 0));
    } else {
      if (!isSigned)
        value = c.toUnsignedNumber(op.getIn().getType(), value);
      value = c.cast(to, value);
      if (!isa<arith::ExtSIOp, arith::ExtUIOp>(op))
        value = c.wrap(op.getType(), value);
    }
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// Integer to float. Upstream converts `true` to 1 even if it is signed.
template <typename Op, bool isSigned>
struct ConvertToFloat : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *this->getTypeConverter();
    Type from = convertScalar(converter, op.getIn().getType());
    Type to = convertScalar(converter, op.getType());
    if (!from || !to)
      return rewriter.notifyMatchFailure(op, "not a number C has");
    EmitCBuilder c(rewriter, op.getLoc());
    Value value = adaptor.getIn();
    if (from.isInteger(1))
      value = fromBool(c, to, value, isSigned);
    else
      value = c.cast(to, isSigned
                             ? value
                             : c.toUnsignedNumber(op.getIn().getType(), value));
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// Float to integer. A number that does not fit is poison. Upstream converts by
/// way of `size_t` for unsigned results.
template <typename Op, bool isSigned>
struct ConvertFromFloat : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *this->getTypeConverter();
    Type to = convertScalar(converter, op.getType());
    if (!convertScalar(converter, op.getIn().getType()) || !to)
      return rewriter.notifyMatchFailure(op, "not a number C has");
    EmitCBuilder c(rewriter, op.getLoc());
    // A cast to bool would test whether the number is 0.
    Type in = to.isInteger(1) ? rewriter.getI32Type() : to;
    if (!isSigned)
      in = toUnsigned(in);
    Value value = c.cast(to, c.cast(in, adaptor.getIn()));
    rewriter.replaceOp(op, isSigned ? value : c.wrap(op.getType(), value));
    return success();
  }
};

/// Float to float. Helper functions that `insertMathHelpers` defines convert
/// between f16 or bf16 and float. Upstream converts f16 to `_Float16`, which
/// C99 does not have.
template <typename Op>
struct ConvertFloatCast : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *this->getTypeConverter();
    Type from = converter.convertType(op.getIn().getType());
    Type to = converter.convertType(op.getType());
    if (!from || !to || !isCScalar(from) || !isCScalar(to))
      return rewriter.notifyMatchFailure(op, "not a number C has");
    EmitCBuilder c(rewriter, op.getLoc());
    Value value = adaptor.getIn();
    if (isa<IntegerType>(from))
      value = c.call(rewriter.getF32Type(),
                     op.getIn().getType().isF16() ? "tir_half_to_float"
                                                  : "tir_bfloat_to_float",
                     value);
    if (isa<FloatType>(to)) {
      rewriter.replaceOp(op, c.cast(to, value));
      return success();
    }
    // A double converted by way of float would be rounded twice.
    if (value.getType().isF64())
      return rewriter.notifyMatchFailure(op, "is rounded twice");
    rewriter.replaceOp(op, c.call(to,
                                  op.getType().isF16() ? "tir_float_to_half"
                                                       : "tir_float_to_bfloat",
                                  value));
    return success();
  }
};

/// The bits of a number as another type, by memcpy, which C99 defines. Upstream
/// has no conversion.
struct ConvertBitcast : OpConversionPattern<arith::BitcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::BitcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type from = getTypeConverter()->convertType(op.getIn().getType());
    Type to = getTypeConverter()->convertType(op.getType());
    auto isWhole = [](Type type, Type converted) {
      return converted && isCScalar(converted) &&
             type.getIntOrFloatBitWidth() == converted.getIntOrFloatBitWidth();
    };
    if (!isWhole(op.getIn().getType(), from) || !isWhole(op.getType(), to))
      return rewriter.notifyMatchFailure(op, "not a number C has");
    EmitCBuilder c(rewriter, op.getLoc());
    if (isa<IntegerType>(from) && isa<IntegerType>(to)) {
      rewriter.replaceOp(op, c.cast(to, adaptor.getIn()));
      return success();
    }
    Value source = c.variable(adaptor.getIn());
    Value target = c.variable(to);
    auto addressOf = [&](Value variable, Type type) -> Value {
      return emitc::AddressOfOp::create(
          c.builder(), emitc::PointerType::get(type), variable);
    };
    Value bytes = emitc::ConstantOp::create(
        c.builder(), emitc::SizeTType::get(getContext()),
        rewriter.getIndexAttr(to.getIntOrFloatBitWidth() / 8));
    emitc::CallOpaqueOp::create(
        c.builder(), TypeRange(), "memcpy",
        ValueRange{addressOf(target, to), addressOf(source, from), bytes});
    rewriter.replaceOp(op, c.load(target));
    return success();
  }
};
} // namespace

void tir::populateArithCastToEmitCPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<ConvertIntegerCast<arith::ExtSIOp, true>,
               ConvertIntegerCast<arith::ExtUIOp, false>,
               ConvertIntegerCast<arith::TruncIOp, true>,
               ConvertIntegerCast<arith::IndexCastOp, true>,
               ConvertIntegerCast<arith::IndexCastUIOp, false>,
               ConvertToFloat<arith::SIToFPOp, true>,
               ConvertToFloat<arith::UIToFPOp, false>,
               ConvertFromFloat<arith::FPToSIOp, true>,
               ConvertFromFloat<arith::FPToUIOp, false>,
               ConvertFloatCast<arith::ExtFOp>,
               ConvertFloatCast<arith::TruncFOp>, ConvertBitcast>(
      converter, patterns.getContext(), PatternBenefit(2));
}
