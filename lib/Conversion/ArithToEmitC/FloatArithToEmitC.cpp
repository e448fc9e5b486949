//===- FloatArithToEmitC.cpp - Floating-point arithmetic as C expressions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/ArithToEmitC/ArithToEmitC.h"

#include "IntegerArith.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;

/// Upstream writes out the tests for NaN for each predicate. C's comparisons
/// are false for NaN, so that one comparison and at most one negation is
/// enough.
static Value convert(EmitCBuilder &c, arith::CmpFPredicate predicate, Value lhs,
                     Value rhs) {
  using Pred = arith::CmpFPredicate;
  using emitc::CmpPredicate;
  auto compare = [&](CmpPredicate p) { return c.compare(p, lhs, rhs); };
  switch (predicate) {
  case Pred::AlwaysFalse:
  case Pred::AlwaysTrue:
    return c.constant(c.builder().getI1Type(), predicate == Pred::AlwaysTrue);
  case Pred::OEQ:
    return compare(CmpPredicate::eq);
  case Pred::OGT:
    return compare(CmpPredicate::gt);
  case Pred::OGE:
    return compare(CmpPredicate::ge);
  case Pred::OLT:
    return compare(CmpPredicate::lt);
  case Pred::OLE:
    return compare(CmpPredicate::le);
  case Pred::ONE:
    return c.logicalOr(compare(CmpPredicate::lt), compare(CmpPredicate::gt));
  case Pred::ORD:
    return lhs == rhs ? compare(CmpPredicate::eq)
                      : c.logicalAnd(c.compare(CmpPredicate::eq, lhs, lhs),
                                     c.compare(CmpPredicate::eq, rhs, rhs));
  case Pred::UEQ:
    return c.logicalNot(convert(c, Pred::ONE, lhs, rhs));
  case Pred::UGT:
    return c.logicalNot(compare(CmpPredicate::le));
  case Pred::UGE:
    return c.logicalNot(compare(CmpPredicate::lt));
  case Pred::ULT:
    return c.logicalNot(compare(CmpPredicate::ge));
  case Pred::ULE:
    return c.logicalNot(compare(CmpPredicate::gt));
  case Pred::UNE:
    return compare(CmpPredicate::ne);
  case Pred::UNO:
    return lhs == rhs ? compare(CmpPredicate::ne)
                      : c.logicalOr(c.compare(CmpPredicate::ne, lhs, lhs),
                                    c.compare(CmpPredicate::ne, rhs, rhs));
  }
  llvm_unreachable("unknown predicate");
}

static Value convertCmpF(arith::CmpFOp op, arith::CmpFOp::Adaptor adaptor,
                         const TypeConverter &converter, EmitCBuilder &c) {
  if (!convertScalar(converter, op.getLhs().getType()))
    return {};
  return convert(c, op.getPredicate(), adaptor.getLhs(), adaptor.getRhs());
}

/// Minimum and maximum that respect that -0 is less than +0. The result is NaN
/// if one operand is, or with `ignoresNaN` only if both are. Upstream has no
/// conversion. fmaxf and fminf ignore NaNs and may return either zero, so that
/// gcc returns one with optimization and the other without. ExpandMinMax.cpp
/// makes the same comparisons for LLVM.
template <typename Op, bool isMax, bool ignoresNaN>
static Value convertMinMax(Op op, typename Op::Adaptor adaptor,
                           const TypeConverter &converter, EmitCBuilder &c) {
  Type type = convertScalar(converter, op.getType());
  if (!type)
    return {};
  using emitc::CmpPredicate;
  Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
  CmpPredicate beats = isMax ? CmpPredicate::gt : CmpPredicate::lt;
  CmpPredicate beaten = isMax ? CmpPredicate::lt : CmpPredicate::gt;
  APFloat constant(0.0);
  if (matchPattern(op.getRhs(), m_ConstantFloat(&constant)) &&
      !constant.isNaN()) {
    // A comparison with NaN is false. Equal numbers differ only in the sign
    // of 0, which the constant decides.
    bool wins = constant.isZero() && constant.isNegative() != isMax;
    CmpPredicate predicate = ignoresNaN ? beats : beaten;
    if (wins != ignoresNaN)
      predicate =
          predicate == CmpPredicate::lt ? CmpPredicate::le : CmpPredicate::ge;
    Value test = c.compare(predicate, lhs, rhs);
    return ignoresNaN ? c.conditional(test, lhs, rhs)
                      : c.conditional(test, rhs, lhs);
  }
  Value isNaN = ignoresNaN ? c.compare(CmpPredicate::ne, rhs, rhs)
                           : c.compare(CmpPredicate::ne, lhs, lhs);
  Value takeLhs = c.logicalOr(isNaN, c.compare(beats, lhs, rhs));
  Value isNegative =
      c.call(c.builder().getI1Type(), "signbit", ValueRange{lhs});
  Value ofEqual = isMax ? c.conditional(isNegative, rhs, lhs)
                        : c.conditional(isNegative, lhs, rhs);
  Value ofOther = c.conditional(takeLhs, lhs, rhs);
  return c.conditional(c.compare(CmpPredicate::eq, lhs, rhs), ofEqual, ofOther);
}

/// Upstream has no conversion.
static Value convertRemF(arith::RemFOp op, arith::RemFOp::Adaptor adaptor,
                         const TypeConverter &converter, EmitCBuilder &c) {
  Type type = convertScalar(converter, op.getType());
  if (!type)
    return {};
  return c.call(type, type.isF32() ? "fmodf" : "fmod", adaptor.getOperands());
}

void tir::populateFloatArithToEmitCPatterns(const TypeConverter &converter,
                                            RewritePatternSet &patterns) {
  addExpressions(converter, patterns, /*benefit=*/2, convertCmpF,
                 convertMinMax<arith::MaximumFOp, true, false>,
                 convertMinMax<arith::MinimumFOp, false, false>,
                 convertMinMax<arith::MaxNumFOp, true, true>,
                 convertMinMax<arith::MinNumFOp, false, true>, convertRemF);
}
