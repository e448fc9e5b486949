//===- IntegerArithToEmitC.cpp - Integer arithmetic as C expressions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/ArithToEmitC/ArithToEmitC.h"

#include "IntegerArith.h"
#include "tir/Conversion/PatternFunctions.h"

using namespace mlir;
using namespace tir;

/// Returns whether a number is a constant or the counter of a loop that is
/// never negative.
static bool isNeverNegative(Value value) {
  auto counter = dyn_cast<BlockArgument>(value);
  auto loop = counter
                  ? dyn_cast<emitc::ForOp>(counter.getOwner()->getParentOp())
                  : emitc::ForOp();
  if (loop)
    value = loop.getLowerBound();
  auto constant = value.getDefiningOp<emitc::ConstantOp>();
  auto number =
      constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  return number && value.getType().isSignlessInteger() &&
         !value.getType().isInteger(1) && number.getValue().isNonNegative();
}

// Unsigned, sign-extended numbers of an odd width keep their order.
Value tir::createCompare(EmitCBuilder &c, arith::CmpIPredicate predicate,
                         Value lhs, Value rhs) {
  using Pred = arith::CmpIPredicate;
  bool isBool = lhs.getType().isInteger(1);
  switch (predicate) {
  case Pred::ult:
  case Pred::ule:
  case Pred::ugt:
  case Pred::uge:
    if (isNeverNegative(lhs) && isNeverNegative(rhs))
      break;
    lhs = c.cast(toUnsigned(lhs.getType()), lhs);
    rhs = c.cast(toUnsigned(rhs.getType()), rhs);
    break;
  case Pred::eq:
  case Pred::ne:
    break;
  default:
    // As a signed number `true` is -1, the smaller one.
    if (isBool)
      std::swap(lhs, rhs);
  }
  switch (predicate) {
  case Pred::eq:
    return c.compare(emitc::CmpPredicate::eq, lhs, rhs);
  case Pred::ne:
    return c.compare(emitc::CmpPredicate::ne, lhs, rhs);
  case Pred::slt:
  case Pred::ult:
    return c.compare(emitc::CmpPredicate::lt, lhs, rhs);
  case Pred::sle:
  case Pred::ule:
    return c.compare(emitc::CmpPredicate::le, lhs, rhs);
  case Pred::sgt:
  case Pred::ugt:
    return c.compare(emitc::CmpPredicate::gt, lhs, rhs);
  case Pred::sge:
  case Pred::uge:
    return c.compare(emitc::CmpPredicate::ge, lhs, rhs);
  }
  llvm_unreachable("unknown predicate");
}

/// Upstream prints the smallest integers as a negated literal that is too large
/// for its type, and i1 and index without a conversion.
static Value convertConstant(arith::ConstantOp op, arith::ConstantOp::Adaptor,
                             const TypeConverter &converter, EmitCBuilder &c) {
  Type type = converter.convertType(op.getType());
  if (!type || !isCScalar(type))
    return {};
  auto integer = dyn_cast<IntegerAttr>(op.getValue());
  auto number = dyn_cast<FloatAttr>(op.getValue());
  if (number && isa<IntegerType>(type))
    return emitc::ConstantOp::create(
        c.builder(), type,
        c.builder().getIntegerAttr(type, number.getValue().bitcastToAPInt()));
  if (!integer)
    return emitc::ConstantOp::create(c.builder(), type, op.getValue());
  APInt value = integer.getValue().sextOrTrunc(type.getIntOrFloatBitWidth());
  if (value.isMinSignedValue() && value.getBitWidth() >= 32)
    return c.opaque(type,
                    value.getBitWidth() == 32 ? "INT32_MIN" : "INT64_MIN");
  return emitc::ConstantOp::create(c.builder(), type,
                                   c.builder().getIntegerAttr(type, value));
}

/// +, - and *. Upstream leaves it to variables to cut narrow integers, and
/// multiplies 16-bit ones as `int`, which overflows.
template <typename Op, typename CppOp>
static Value convertWrapping(Op op, typename Op::Adaptor adaptor,
                             const TypeConverter &converter, EmitCBuilder &c) {
  Type type = convertScalar(converter, op.getType());
  if (!type)
    return {};
  Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
  if (type.isInteger(1)) {
    // Modulo 2, sum and difference are "not equal", and the product is "and".
    return isa<arith::MulIOp>(op)
               ? c.logicalAnd(lhs, rhs)
               : c.compare(emitc::CmpPredicate::ne, lhs, rhs);
  }
  // An index never leaves the buffers that it addresses, and a number
  // narrower than int cannot overflow in int.
  bool isPlain = bitEnumContainsAll(op.getOverflowFlags(),
                                    arith::IntegerOverflowFlags::nsw) ||
                 op.getType().isIndex() || promote(type) != type;
  Type in = isPlain ? promote(type) : toUnsigned(type);
  if (!isPlain) {
    lhs = c.cast(in, lhs);
    rhs = c.cast(in, rhs);
  }
  Value result = c.cast(type, c.binary<CppOp>(in, lhs, rhs));
  if (!bitEnumContainsAll(op.getOverflowFlags(),
                          arith::IntegerOverflowFlags::nsw))
    result = c.wrap(op.getType(), result);
  return result;
}

/// &, | and ^ of i1.
static Value convertBool(Operation *op, EmitCBuilder &c, Value lhs, Value rhs) {
  if (isa<arith::AndIOp>(op))
    return c.logicalAnd(lhs, rhs);
  if (isa<arith::OrIOp>(op))
    return c.logicalOr(lhs, rhs);
  std::optional<int64_t> constant = getConstantInt(op->getOperand(1));
  return constant && *constant != 0
             ? c.logicalNot(lhs)
             : c.compare(emitc::CmpPredicate::ne, lhs, rhs);
}

/// &, | and ^. Upstream computes them in unsigned numbers, with two more casts,
/// and uses the bitwise operators for i1, too.
template <typename Op, typename CppOp>
static Value convertBitwise(Op op, typename Op::Adaptor adaptor,
                            const TypeConverter &converter, EmitCBuilder &c) {
  Type type = convertScalar(converter, op.getType());
  if (!type)
    return {};
  Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
  return type.isInteger(1)
             ? convertBool(op, c, lhs, rhs)
             : c.cast(type, c.binary<CppOp>(promote(type), lhs, rhs));
}

/// <<, and signed and unsigned >>. Upstream guards against amounts as large as
/// the width, which are poison anyway.
template <typename Op, typename CppOp>
static Value convertShift(Op op, typename Op::Adaptor adaptor,
                          const TypeConverter &converter, EmitCBuilder &c) {
  Type type = convertScalar(converter, op.getType());
  if (!type)
    return {};
  if (type.isInteger(1)) {
    // Every amount but 0 is poison.
    return adaptor.getLhs();
  }
  Value lhs = adaptor.getLhs();
  Type in = promote(type);
  if (isa<arith::ShLIOp>(op)) {
    // Shifting a negative number to the left is undefined.
    in = toUnsigned(in);
    lhs = c.cast(in, lhs);
  } else if (isa<arith::ShRUIOp>(op)) {
    lhs = c.toUnsignedNumber(op.getType(), lhs);
    if (in == type)
      in = lhs.getType();
  }
  Value result = c.cast(type, c.binary<CppOp>(in, lhs, adaptor.getRhs()));
  if (!isa<arith::ShRSIOp>(op))
    result = c.wrap(op.getType(), result);
  return result;
}

/// Upstream ignores that `true` is -1 for a signed predicate.
static Value convertCmpI(arith::CmpIOp op, arith::CmpIOp::Adaptor adaptor,
                         const TypeConverter &converter, EmitCBuilder &c) {
  if (!convertScalar(converter, op.getLhs().getType()))
    return {};
  return createCompare(c, op.getPredicate(), adaptor.getLhs(),
                       adaptor.getRhs());
}

/// Minimum and maximum, signed and unsigned. Upstream has no conversion.
template <typename Op, arith::CmpIPredicate predicate>
static Value convertMinMax(Op op, typename Op::Adaptor adaptor,
                           const TypeConverter &converter, EmitCBuilder &c) {
  if (!convertScalar(converter, op.getType()))
    return {};
  Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
  return c.conditional(createCompare(c, predicate, lhs, rhs), lhs, rhs);
}

template <bool isSigned>
static std::pair<Value, Value> convertNarrow(EmitCBuilder &c, Type type,
                                             Value lhs, Value rhs) {
  unsigned width = type.getIntOrFloatBitWidth();
  Type wide = promote(IntegerType::get(type.getContext(), 2 * width));
  if (!isSigned) {
    wide = toUnsigned(wide);
    lhs = c.cast(toUnsigned(type), lhs);
    rhs = c.cast(toUnsigned(type), rhs);
  }
  Value product =
      c.binary<emitc::MulOp>(wide, c.cast(wide, lhs), c.cast(wide, rhs));
  Value high = c.binary<emitc::BitwiseRightShiftOp>(
      wide, product, c.constant(c.builder().getI32Type(), width));
  return {c.cast(type, product), c.cast(type, high)};
}

template <bool isSigned>
static std::pair<Value, Value> convert64(EmitCBuilder &c, Value lhs,
                                         Value rhs) {
  Type type = lhs.getType();
  Type in = toUnsigned(type);
  Value by32 = c.constant(c.builder().getI32Type(), 32);
  Value mask = c.constant(in, 0xffffffff);
  auto mul = [&](Value a, Value b) { return c.binary<emitc::MulOp>(in, a, b); };
  auto add = [&](Value a, Value b) { return c.binary<emitc::AddOp>(in, a, b); };
  auto lowHalf = [&](Value a) {
    return c.binary<emitc::BitwiseAndOp>(in, a, mask);
  };
  auto highHalf = [&](Value a) {
    return c.binary<emitc::BitwiseRightShiftOp>(in, a, by32);
  };
  Value a = c.cast(in, lhs), b = c.cast(in, rhs);
  Value a0 = lowHalf(a), a1 = highHalf(a), b0 = lowHalf(b), b1 = highHalf(b);
  Value middle = add(mul(a1, b0), highHalf(mul(a0, b0)));
  Value middle2 = add(mul(a0, b1), lowHalf(middle));
  Value high = add(add(mul(a1, b1), highHalf(middle)), highHalf(middle2));
  if (isSigned) {
    // A negative factor was taken as 2^64 more than it is.
    Value zero = c.constant(type, 0), none = c.constant(in, 0);
    auto excess = [&](Value factor, Value other) {
      return c.conditional(c.compare(emitc::CmpPredicate::lt, factor, zero),
                           other, none);
    };
    high = c.binary<emitc::SubOp>(in, high, excess(lhs, b));
    high = c.binary<emitc::SubOp>(in, high, excess(rhs, a));
  }
  return {c.cast(type, mul(a, b)), c.cast(type, high)};
}

/// The full product in two halves, computed in a type twice as wide. For i64,
/// C99 has no such type, and four products of 32-bit halves replace it.
/// Upstream has no conversion.
template <typename Op, bool isSigned>
static LogicalResult convertMulExtended(Op op, typename Op::Adaptor adaptor,
                                        const TypeConverter &converter,
                                        ConversionPatternRewriter &rewriter) {
  Type type = convertScalar(converter, op.getLhs().getType());
  if (!type || type.isInteger(1) || type != op.getLhs().getType())
    return rewriter.notifyMatchFailure(op, "not an integer C has");
  EmitCBuilder c(rewriter, op.getLoc());
  unsigned width = type.getIntOrFloatBitWidth();
  auto [low, high] =
      width == 64 ? convert64<isSigned>(c, adaptor.getLhs(), adaptor.getRhs())
                  : convertNarrow<isSigned>(c, type, adaptor.getLhs(),
                                            adaptor.getRhs());
  rewriter.replaceOp(op, {low, high});
  return success();
}

/// The sum and its carry. Upstream has no conversion.
static LogicalResult convertAddUIExtended(
    arith::AddUIExtendedOp op, arith::AddUIExtendedOp::Adaptor adaptor,
    const TypeConverter &converter, ConversionPatternRewriter &rewriter) {
  Type type = convertScalar(converter, op.getSum().getType());
  if (!type || type.isInteger(1) || type != op.getLhs().getType())
    return rewriter.notifyMatchFailure(op, "not an integer C has");
  EmitCBuilder c(rewriter, op.getLoc());
  Type in = toUnsigned(type);
  Value lhs = c.cast(in, adaptor.getLhs());
  Value sum = c.cast(in, c.binary<emitc::AddOp>(toUnsigned(promote(type)), lhs,
                                                c.cast(in, adaptor.getRhs())));
  rewriter.replaceOp(
      op, {c.cast(type, sum), c.compare(emitc::CmpPredicate::lt, sum, lhs)});
  return success();
}

void tir::populateIntegerArithToEmitCPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  using Pred = arith::CmpIPredicate;
  addExpressions(converter, patterns, /*benefit=*/2, convertConstant,
                 convertWrapping<arith::AddIOp, emitc::AddOp>,
                 convertWrapping<arith::SubIOp, emitc::SubOp>,
                 convertWrapping<arith::MulIOp, emitc::MulOp>,
                 convertBitwise<arith::AndIOp, emitc::BitwiseAndOp>,
                 convertBitwise<arith::OrIOp, emitc::BitwiseOrOp>,
                 convertBitwise<arith::XOrIOp, emitc::BitwiseXorOp>,
                 convertShift<arith::ShLIOp, emitc::BitwiseLeftShiftOp>,
                 convertShift<arith::ShRSIOp, emitc::BitwiseRightShiftOp>,
                 convertShift<arith::ShRUIOp, emitc::BitwiseRightShiftOp>,
                 convertCmpI, convertMinMax<arith::MaxSIOp, Pred::sgt>,
                 convertMinMax<arith::MinSIOp, Pred::slt>,
                 convertMinMax<arith::MaxUIOp, Pred::ugt>,
                 convertMinMax<arith::MinUIOp, Pred::ult>);
  addConversions(converter, patterns, /*benefit=*/2,
                 convertMulExtended<arith::MulSIExtendedOp, true>,
                 convertMulExtended<arith::MulUIExtendedOp, false>,
                 convertAddUIExtended);
  populateIntegerDivisionToEmitCPatterns(converter, patterns);
}
