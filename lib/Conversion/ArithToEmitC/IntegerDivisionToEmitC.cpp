//===- IntegerDivisionToEmitC.cpp - Integer division as C expressions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerArith.h"

using namespace mlir;
using namespace tir;

/// Division and remainder that C has, cast back from `int`. Upstream does not
/// cast narrow results back.
template <typename Op, typename CppOp, bool isSigned>
static Value convertDivision(Op op, typename Op::Adaptor adaptor,
                             const TypeConverter &converter, EmitCBuilder &c) {
  Type type = convertScalar(converter, op.getType());
  if (!type || type.isInteger(1))
    return {};
  Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
  Type in = promote(type);
  if (!isSigned) {
    lhs = c.toUnsignedNumber(op.getType(), lhs);
    rhs = c.toUnsignedNumber(op.getType(), rhs);
    if (in == type)
      in = lhs.getType();
  }
  Value result = c.cast(type, c.binary<CppOp>(in, lhs, rhs));
  return isSigned ? result : c.wrap(op.getType(), result);
}

/// Division rounded down or up: C's quotient, corrected by one if the remainder
/// has the wrong sign. Upstream has no conversion.
template <typename Op, bool isCeil>
static Value convertRoundedDivision(Op op, typename Op::Adaptor adaptor,
                                    const TypeConverter &converter,
                                    EmitCBuilder &c) {
  Type type = convertScalar(converter, op.getType());
  if (!type || type.isInteger(1))
    return {};
  Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
  Type in = promote(type);
  Value zero = c.constant(in, 0);
  Value quotient = c.binary<emitc::DivOp>(in, lhs, rhs);
  Value remainder = c.binary<emitc::RemOp>(in, lhs, rhs);
  // The remainder has the sign of `lhs`. When rounding down, the quotient is
  // one too large if the remainder and the divisor differ in sign; when
  // rounding up, it is one too small if they do not.
  Value isOff;
  std::optional<int64_t> divisor = getConstantInt(op.getRhs());
  if (divisor && *divisor > 0) {
    isOff =
        c.compare(isCeil ? emitc::CmpPredicate::gt : emitc::CmpPredicate::lt,
                  remainder, zero);
  } else {
    Value isNegative = c.compare(emitc::CmpPredicate::lt, remainder, zero);
    Value isDivisorNegative = c.compare(emitc::CmpPredicate::lt, rhs, zero);
    Value sides =
        c.compare(isCeil ? emitc::CmpPredicate::eq : emitc::CmpPredicate::ne,
                  isNegative, isDivisorNegative);
    isOff = c.logicalAnd(c.compare(emitc::CmpPredicate::ne, remainder, zero),
                         sides);
  }
  // This does not select between the quotient and its neighbour: if the
  // quotient is the smallest integer, its neighbour does not exist.
  Value by = c.cast(in, isOff);
  return c.cast(type, isCeil ? c.binary<emitc::AddOp>(in, quotient, by)
                             : c.binary<emitc::SubOp>(in, quotient, by));
}

/// Unsigned division rounded up, without overflow. Upstream has no conversion.
static Value convertCeilDivUI(arith::CeilDivUIOp op,
                              arith::CeilDivUIOp::Adaptor adaptor,
                              const TypeConverter &converter, EmitCBuilder &c) {
  Type type = convertScalar(converter, op.getType());
  if (!type || type.isInteger(1))
    return {};
  Type in = toUnsigned(promote(type));
  Value lhs = c.cast(in, c.toUnsignedNumber(op.getType(), adaptor.getLhs()));
  Value rhs = c.cast(in, c.toUnsignedNumber(op.getType(), adaptor.getRhs()));
  Value zero = c.constant(in, 0);
  Value quotient = c.binary<emitc::DivOp>(in, lhs, rhs);
  Value remainder = c.binary<emitc::RemOp>(in, lhs, rhs);
  Value isOff = c.compare(emitc::CmpPredicate::ne, remainder, zero);
  Value result =
      c.cast(type, c.binary<emitc::AddOp>(in, quotient, c.cast(in, isOff)));
  return c.wrap(op.getType(), result);
}

void tir::populateIntegerDivisionToEmitCPatterns(const TypeConverter &converter,
                                                 RewritePatternSet &patterns) {
  addExpressions(converter, patterns, /*benefit=*/2,
                 convertDivision<arith::DivSIOp, emitc::DivOp, true>,
                 convertDivision<arith::DivUIOp, emitc::DivOp, false>,
                 convertDivision<arith::RemSIOp, emitc::RemOp, true>,
                 convertDivision<arith::RemUIOp, emitc::RemOp, false>,
                 convertRoundedDivision<arith::FloorDivSIOp, false>,
                 convertRoundedDivision<arith::CeilDivSIOp, true>,
                 convertCeilDivUI);
}
