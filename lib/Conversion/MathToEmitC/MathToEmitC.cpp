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

/// A function of <math.h> that is called like the operation. `roundeven`
/// becomes `rint`: generated code never changes the rounding mode.
template <typename Op>
static Value convertToCall(Op op, typename Op::Adaptor adaptor,
                           const TypeConverter &converter, EmitCBuilder &c) {
  Type type = converter.convertType(op.getType());
  if (!isa_and_present<Float32Type, Float64Type>(type))
    return {};
  StringRef name = isa<math::RoundEvenOp>(op) ? StringRef("rint")
                                              : op->getName().stripDialect();
  return c.call(type, (name + (type.isF32() ? "f" : "")).str(),
                adaptor.getOperands());
}

/// A function that need not be the library's, as a helper function.
template <typename Op>
static Value convertApproximate(Op op, typename Op::Adaptor adaptor,
                                const TypeConverter &, EmitCBuilder &c) {
  if (!op.getType().isF32() ||
      !arith::bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
    return {};
  return c.call(op.getType(), ("tir_" + op->getName().stripDialect()).str(),
                adaptor.getOperands());
}

static Value convertRsqrt(math::RsqrtOp op, math::RsqrtOp::Adaptor adaptor,
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
static Value convertAbsI(math::AbsIOp op, math::AbsIOp::Adaptor adaptor,
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
static Value convertBitCount(Op op, typename Op::Adaptor adaptor,
                             const TypeConverter &converter, EmitCBuilder &c) {
  Type type = converter.convertType(op.getType());
  if (!type || !isCScalar(type) || type.isInteger(1))
    return {};
  constexpr bool isLeading = std::is_same_v<Op, math::CountLeadingZerosOp>;
  constexpr bool isTrailing = std::is_same_v<Op, math::CountTrailingZerosOp>;
  unsigned width =
      (op.getType().isIndex() ? type : op.getType()).getIntOrFloatBitWidth();
  Type in = toUnsigned(promote(type));
  unsigned counted = in.getIntOrFloatBitWidth();
  Type count = c.builder().getI32Type();
  Value bits =
      c.cast(in, c.toUnsignedNumber(op.getType(), adaptor.getOperand()));
  if (isTrailing && width < counted)
    // A bit beyond the number stops the count.
    bits = c.binary<emitc::BitwiseOrOp>(in, bits,
                                        c.constant(in, int64_t(1) << width));
  StringRef helper = isLeading    ? "tir_clz"
                     : isTrailing ? "tir_ctz"
                                  : "tir_popcount";
  Value result = c.call(count, (helper + Twine(counted)).str(), bits);
  if (isLeading && width < counted)
    result = c.binary<emitc::SubOp>(count, result,
                                    c.constant(count, counted - width));
  return c.cast(type, result);
}

void tir::populateMathGapsToEmitCPatterns(const TypeConverter &converter,
                                          RewritePatternSet &patterns) {
  // Before the functions of the library.
  addExpressions(
      converter, patterns, /*benefit=*/2, convertApproximate<math::ErfOp>,
      convertApproximate<math::ExpOp>, convertApproximate<math::TanhOp>);
  addExpressions(converter, patterns, /*benefit=*/1,
                 convertToCall<math::AcoshOp>, convertToCall<math::AsinhOp>,
                 convertToCall<math::AtanOp>, convertToCall<math::AtanhOp>,
                 convertToCall<math::CbrtOp>, convertToCall<math::CopySignOp>,
                 convertToCall<math::CoshOp>, convertToCall<math::ErfOp>,
                 convertToCall<math::ErfcOp>, convertToCall<math::Exp2Op>,
                 convertToCall<math::ExpM1Op>, convertToCall<math::FmaOp>,
                 convertToCall<math::LogOp>, convertToCall<math::Log10Op>,
                 convertToCall<math::Log1pOp>, convertToCall<math::Log2Op>,
                 convertToCall<math::RoundEvenOp>, convertToCall<math::SinhOp>,
                 convertToCall<math::SqrtOp>, convertToCall<math::TanOp>,
                 convertToCall<math::TanhOp>, convertToCall<math::TruncOp>,
                 convertBitCount<math::CountLeadingZerosOp>,
                 convertBitCount<math::CountTrailingZerosOp>,
                 convertBitCount<math::CtPopOp>, convertRsqrt, convertAbsI);
}
