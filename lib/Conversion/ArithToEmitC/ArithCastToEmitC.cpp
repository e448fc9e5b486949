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

/// Returns `true` as a number: 1, or -1 if the i1 is signed.
static Value fromBool(EmitCBuilder &c, Type type, Value value, bool isSigned) {
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
static Value convertIntegerCast(Op op, typename Op::Adaptor adaptor,
                                const TypeConverter &converter,
                                EmitCBuilder &c) {
  Type from = convertScalar(converter, op.getIn().getType());
  Type to = convertScalar(converter, op.getType());
  if (!from || !to)
    return {};
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
  return value;
}

/// Integer to float. Upstream converts `true` to 1 even if it is signed.
template <typename Op, bool isSigned>
static Value convertToFloat(Op op, typename Op::Adaptor adaptor,
                            const TypeConverter &converter, EmitCBuilder &c) {
  Type from = convertScalar(converter, op.getIn().getType());
  Type to = convertScalar(converter, op.getType());
  if (!from || !to)
    return {};
  Value value = adaptor.getIn();
  if (from.isInteger(1))
    value = fromBool(c, to, value, isSigned);
  else
    value = c.cast(
        to, isSigned ? value : c.toUnsignedNumber(op.getIn().getType(), value));
  return value;
}

/// Float to integer. A number that does not fit is poison. Upstream refuses i1
/// and integers of other widths than C's.
template <typename Op, bool isSigned>
static Value convertFromFloat(Op op, typename Op::Adaptor adaptor,
                              const TypeConverter &converter, EmitCBuilder &c) {
  Type to = convertScalar(converter, op.getType());
  if (!convertScalar(converter, op.getIn().getType()) || !to)
    return {};
  // A cast to bool would test whether the number is 0.
  Type in = to.isInteger(1) ? c.builder().getI32Type() : to;
  if (!isSigned)
    in = toUnsigned(in);
  Value value = c.cast(to, c.cast(in, adaptor.getIn()));
  return isSigned ? value : c.wrap(op.getType(), value);
}

/// Float to float. Helper functions that `insertMathHelpers` defines convert
/// between f16 or bf16 and float. Upstream converts f16 to `_Float16`, which
/// C99 does not have.
template <typename Op>
static Value convertFloatCast(Op op, typename Op::Adaptor adaptor,
                              const TypeConverter &converter, EmitCBuilder &c) {
  Type from = converter.convertType(op.getIn().getType());
  Type to = converter.convertType(op.getType());
  if (!from || !to || !isCScalar(from) || !isCScalar(to))
    return {};
  Value value = adaptor.getIn();
  if (isa<IntegerType>(from))
    value = c.call(c.builder().getF32Type(),
                   op.getIn().getType().isF16() ? "tir_half_to_float"
                                                : "tir_bfloat_to_float",
                   value);
  if (isa<FloatType>(to))
    return c.cast(to, value);
  // A double converted by way of float would be rounded twice.
  if (value.getType().isF64())
    return {};
  return c.call(
      to, op.getType().isF16() ? "tir_float_to_half" : "tir_float_to_bfloat",
      value);
}

/// The bits of a number as another type, by memcpy, which C99 defines. Upstream
/// has no conversion.
static Value convertBitcast(arith::BitcastOp op,
                            arith::BitcastOp::Adaptor adaptor,
                            const TypeConverter &converter, EmitCBuilder &c) {
  Type from = converter.convertType(op.getIn().getType());
  Type to = converter.convertType(op.getType());
  auto isWhole = [](Type type, Type converted) {
    return converted && isCScalar(converted) &&
           type.getIntOrFloatBitWidth() == converted.getIntOrFloatBitWidth();
  };
  if (!isWhole(op.getIn().getType(), from) || !isWhole(op.getType(), to))
    return {};
  if (isa<IntegerType>(from) && isa<IntegerType>(to))
    return c.cast(to, adaptor.getIn());
  Value source = c.variable(adaptor.getIn());
  Value target = c.variable(to);
  auto addressOf = [&](Value variable, Type type) -> Value {
    return emitc::AddressOfOp::create(c.builder(),
                                      emitc::PointerType::get(type), variable);
  };
  Value bytes = emitc::ConstantOp::create(
      c.builder(), emitc::SizeTType::get(op.getContext()),
      c.builder().getIndexAttr(to.getIntOrFloatBitWidth() / 8));
  emitc::CallOpaqueOp::create(
      c.builder(), TypeRange(), "memcpy",
      ValueRange{addressOf(target, to), addressOf(source, from), bytes});
  return c.load(target);
}

void tir::populateArithCastToEmitCPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  addExpressions(converter, patterns, /*benefit=*/2,
                 convertIntegerCast<arith::ExtSIOp, true>,
                 convertIntegerCast<arith::ExtUIOp, false>,
                 convertIntegerCast<arith::TruncIOp, true>,
                 convertIntegerCast<arith::IndexCastOp, true>,
                 convertIntegerCast<arith::IndexCastUIOp, false>,
                 convertToFloat<arith::SIToFPOp, true>,
                 convertToFloat<arith::UIToFPOp, false>,
                 convertFromFloat<arith::FPToSIOp, true>,
                 convertFromFloat<arith::FPToUIOp, false>,
                 convertFloatCast<arith::ExtFOp>,
                 convertFloatCast<arith::TruncFOp>, convertBitcast);
}
