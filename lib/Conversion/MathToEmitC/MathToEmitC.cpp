//===- MathToEmitC.cpp - Mathematical functions as calls of the C99 library
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/MathToEmitC/MathToEmitC.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "tir/Conversion/EmitCCommon/ExpressionPattern.h"

using namespace mlir;
using namespace tir;

namespace {
/// One function of <math.h>. `roundeven` becomes `rint`: generated code never
/// changes the rounding mode.
template <typename Op>
struct ConvertToCall : OpConversionPattern<Op> {
  ConvertToCall(const TypeConverter &converter, MLIRContext *context,
                StringRef callee)
      : OpConversionPattern<Op>(converter, context), callee(callee) {}

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    if (!isa_and_present<Float32Type, Float64Type>(type))
      return rewriter.notifyMatchFailure(op, "not a float C has");
    EmitCBuilder c(rewriter, op.getLoc());
    std::string name = callee.str() + (type.isF32() ? "f" : "");
    rewriter.replaceOp(op, c.call(type, name, adaptor.getOperands()));
    return success();
  }

private:
  StringRef callee;
};

/// A function that need not be the library's, as a helper function.
template <typename Op>
struct ConvertApproximate : OpConversionPattern<Op> {
  ConvertApproximate(const TypeConverter &converter, MLIRContext *context,
                     StringRef callee)
      // Before the function of the library.
      : OpConversionPattern<Op>(converter, context, /*benefit=*/2),
        callee(callee) {}

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getType().isF32() ||
        !arith::bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "the library's function");
    EmitCBuilder c(rewriter, op.getLoc());
    rewriter.replaceOp(op, c.call(op.getType(), callee, adaptor.getOperands()));
    return success();
  }

private:
  StringRef callee;
};

Value convertRsqrt(math::RsqrtOp op, math::RsqrtOp::Adaptor adaptor,
                   const TypeConverter &converter, EmitCBuilder &c) {
  Type type = converter.convertType(op.getType());
  if (!isa_and_present<Float32Type, Float64Type>(type))
    return {};
  Value root =
      c.call(type, type.isF32() ? "sqrtf" : "sqrt", adaptor.getOperands());
  Value one = emitc::ConstantOp::create(c.builder(), type,
                                        c.builder().getFloatAttr(type, 1.0));
  return c.binary<emitc::DivOp>(type, one, root);
}

/// The absolute value of the smallest integer is that integer.
Value convertAbsI(math::AbsIOp op, math::AbsIOp::Adaptor adaptor,
                  const TypeConverter &converter, EmitCBuilder &c) {
  Type type = converter.convertType(op.getType());
  if (!type || !isCScalar(type) || type.isInteger(1))
    return {};
  Value value = adaptor.getOperand();
  Type in = promote(type) == type ? toUnsigned(type) : promote(type);
  Value negated =
      c.binary<emitc::SubOp>(in, c.constant(in, 0), c.cast(in, value));
  Value isNegative =
      c.compare(emitc::CmpPredicate::lt, value, c.constant(type, 0));
  Value wrapped = c.wrap(op.getType(), c.cast(type, negated));
  return c.conditional(isNegative, wrapped, value);
}

/// Counts of bits, with helper functions for 32 and 64 bits.
template <typename Op>
struct ConvertBitCount : OpConversionPattern<Op> {
  ConvertBitCount(const TypeConverter &converter, MLIRContext *context,
                  StringRef callee)
      : OpConversionPattern<Op>(converter, context), callee(callee) {}

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    if (!type || !isCScalar(type) || type.isInteger(1))
      return rewriter.notifyMatchFailure(op, "not an integer C has");
    EmitCBuilder c(rewriter, op.getLoc());
    unsigned width =
        (op.getType().isIndex() ? type : op.getType()).getIntOrFloatBitWidth();
    Type in = toUnsigned(promote(type));
    unsigned counted = in.getIntOrFloatBitWidth();
    Type count = rewriter.getI32Type();
    Value bits =
        c.cast(in, c.toUnsignedNumber(op.getType(), adaptor.getOperand()));
    if (isa<math::CountTrailingZerosOp>(op) && width < counted)
      // A bit beyond the number stops the count.
      bits = c.binary<emitc::BitwiseOrOp>(in, bits,
                                          c.constant(in, int64_t(1) << width));
    Value result =
        c.call(count, callee + (counted == 64 ? "64" : "32"), ValueRange{bits});
    if (isa<math::CountLeadingZerosOp>(op) && width < counted)
      result = c.binary<emitc::SubOp>(count, result,
                                      c.constant(count, counted - width));
    rewriter.replaceOp(op, c.cast(type, result));
    return success();
  }

private:
  std::string callee;
};
} // namespace

void tir::populateMathGapsToEmitCPatterns(const TypeConverter &converter,
                                          RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ConvertApproximate<math::ErfOp>>(converter, context, "tir_erf");
  patterns.add<ConvertApproximate<math::ExpOp>>(converter, context, "tir_exp");
  patterns.add<ConvertApproximate<math::TanhOp>>(converter, context,
                                                 "tir_tanh");
  patterns.add<ConvertToCall<math::AcoshOp>>(converter, context, "acosh");
  patterns.add<ConvertToCall<math::AsinhOp>>(converter, context, "asinh");
  patterns.add<ConvertToCall<math::AtanOp>>(converter, context, "atan");
  patterns.add<ConvertToCall<math::AtanhOp>>(converter, context, "atanh");
  patterns.add<ConvertToCall<math::CbrtOp>>(converter, context, "cbrt");
  patterns.add<ConvertToCall<math::CopySignOp>>(converter, context, "copysign");
  patterns.add<ConvertToCall<math::CoshOp>>(converter, context, "cosh");
  patterns.add<ConvertToCall<math::ErfOp>>(converter, context, "erf");
  patterns.add<ConvertToCall<math::ErfcOp>>(converter, context, "erfc");
  patterns.add<ConvertToCall<math::Exp2Op>>(converter, context, "exp2");
  patterns.add<ConvertToCall<math::ExpM1Op>>(converter, context, "expm1");
  patterns.add<ConvertToCall<math::FmaOp>>(converter, context, "fma");
  patterns.add<ConvertToCall<math::LogOp>>(converter, context, "log");
  patterns.add<ConvertToCall<math::Log10Op>>(converter, context, "log10");
  patterns.add<ConvertToCall<math::Log1pOp>>(converter, context, "log1p");
  patterns.add<ConvertToCall<math::Log2Op>>(converter, context, "log2");
  patterns.add<ConvertToCall<math::RoundEvenOp>>(converter, context, "rint");
  patterns.add<ConvertToCall<math::SinhOp>>(converter, context, "sinh");
  patterns.add<ConvertToCall<math::SqrtOp>>(converter, context, "sqrt");
  patterns.add<ConvertToCall<math::TanOp>>(converter, context, "tan");
  patterns.add<ConvertToCall<math::TanhOp>>(converter, context, "tanh");
  patterns.add<ConvertToCall<math::TruncOp>>(converter, context, "trunc");
  patterns.add<ConvertBitCount<math::CountLeadingZerosOp>>(converter, context,
                                                           "tir_clz");
  patterns.add<ConvertBitCount<math::CountTrailingZerosOp>>(converter, context,
                                                            "tir_ctz");
  patterns.add<ConvertBitCount<math::CtPopOp>>(converter, context,
                                               "tir_popcount");
  addExpressions(converter, patterns, /*benefit=*/1, convertRsqrt, convertAbsI);
}
