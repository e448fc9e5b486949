//===- EmitCBuilder.cpp - What the conversions to EmitC share
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/EmitCCommon/EmitCBuilder.h"

#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;

Value EmitCBuilder::cast(Type type, Value value) {
  // A number keeps the bits of `type` when it passes through a type that is at
  // least as wide. A cast to bool, however, depends on more than the lowest
  // bit.
  auto integer = llvm::dyn_cast<IntegerType>(type);
  while (integer && !integer.isInteger(1)) {
    auto through = value.getDefiningOp<emitc::CastOp>();
    if (!through || !value.getType().isInteger() ||
        !through.getSource().getType().isInteger() ||
        value.getType().getIntOrFloatBitWidth() < integer.getWidth())
      break;
    value = through.getSource();
  }
  if (value.getType() == type)
    return value;
  return emitc::CastOp::create(b, type, value);
}

Value EmitCBuilder::constant(Type type, int64_t value) {
  return emitc::ConstantOp::create(b, type, b.getIntegerAttr(type, value));
}

Value EmitCBuilder::opaque(Type type, StringRef text) {
  return emitc::ConstantOp::create(
      b, type, emitc::OpaqueAttr::get(b.getContext(), text));
}

Value EmitCBuilder::compare(emitc::CmpPredicate predicate, Value lhs,
                            Value rhs) {
  return emitc::CmpOp::create(b, b.getI1Type(), predicate, lhs, rhs);
}

Value EmitCBuilder::conditional(Value condition, Value ifTrue, Value ifFalse) {
  return emitc::ConditionalOp::create(b, ifTrue.getType(), condition, ifTrue,
                                      ifFalse);
}

Value EmitCBuilder::logicalAnd(Value lhs, Value rhs) {
  return emitc::LogicalAndOp::create(b, b.getI1Type(), lhs, rhs);
}

Value EmitCBuilder::logicalOr(Value lhs, Value rhs) {
  return emitc::LogicalOrOp::create(b, b.getI1Type(), lhs, rhs);
}

Value EmitCBuilder::logicalNot(Value value) {
  return emitc::LogicalNotOp::create(b, b.getI1Type(), value);
}

Value EmitCBuilder::call(Type type, StringRef callee, ValueRange args) {
  return emitc::CallOpaqueOp::create(b, type, callee, args).getResult(0);
}

Value EmitCBuilder::wrap(Type type, Value value) {
  Type in = value.getType();
  if (type.isIndex() ||
      type.getIntOrFloatBitWidth() == in.getIntOrFloatBitWidth())
    return value;
  unsigned by = in.getIntOrFloatBitWidth() - type.getIntOrFloatBitWidth();
  Value amount = constant(b.getI32Type(), by);
  Type bits = toUnsigned(promote(in));
  Value top = cast(
      in, binary<emitc::BitwiseLeftShiftOp>(bits, cast(bits, value), amount));
  return cast(in, binary<emitc::BitwiseRightShiftOp>(promote(in), top, amount));
}

Value EmitCBuilder::toUnsignedNumber(Type type, Value value) {
  Type in = toUnsigned(value.getType());
  value = cast(in, value);
  if (type.isIndex() ||
      type.getIntOrFloatBitWidth() == in.getIntOrFloatBitWidth())
    return value;
  Value mask = emitc::ConstantOp::create(
      b, in,
      b.getIntegerAttr(in, APInt::getLowBitsSet(in.getIntOrFloatBitWidth(),
                                                type.getIntOrFloatBitWidth())));
  return cast(
      in, binary<emitc::BitwiseAndOp>(toUnsigned(promote(in)), value, mask));
}

Value EmitCBuilder::variable(Type type) {
  return emitc::VariableOp::create(b, emitc::LValueType::get(type),
                                   emitc::OpaqueAttr::get(b.getContext(), ""));
}

Value EmitCBuilder::variable(Value init) {
  Value result = variable(init.getType());
  assign(result, init);
  return result;
}

void EmitCBuilder::assign(Value variable, Value value) {
  emitc::AssignOp::create(b, variable, value);
}

Value EmitCBuilder::load(Value variable) {
  return emitc::LoadOp::create(
      b, llvm::cast<emitc::LValueType>(variable.getType()).getValueType(),
      variable);
}

Type tir::promote(Type type) {
  if (type.isInteger() && type.getIntOrFloatBitWidth() < 32)
    return IntegerType::get(type.getContext(), 32);
  return type;
}

Type tir::toUnsigned(Type type) {
  if (!type.isInteger() || type.isInteger(1))
    return type;
  return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth(),
                          IntegerType::Unsigned);
}

void tir::populateScalarTypeConversion(TypeConverter &converter) {
  converter.addConversion([](Type type) -> std::optional<Type> {
    if (isa<emitc::EmitCDialect>(type.getDialect()))
      return type;
    if (Type scalar = getCScalar(type))
      return scalar;
    return std::nullopt;
  });
}

std::optional<int64_t> tir::getConstantInt(Value value) {
  APInt result;
  if (matchPattern(value, m_ConstantInt(&result)))
    return result.getSExtValue();
  return std::nullopt;
}

SmallVector<NamedAttribute>
tir::getBuiltinAttributes(ArrayRef<NamedAttribute> attributes) {
  SmallVector<NamedAttribute> result;
  for (NamedAttribute attribute : attributes) {
    bool foreign = attribute.getValue()
                       .walk([](Attribute value) {
                         return isa<BuiltinDialect>(value.getDialect())
                                    ? WalkResult::advance()
                                    : WalkResult::interrupt();
                       })
                       .wasInterrupted();
    if (!foreign)
      result.push_back(attribute);
  }
  return result;
}
