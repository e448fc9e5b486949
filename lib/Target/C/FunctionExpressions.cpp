//===- FunctionExpressions.cpp - Operations that become C expressions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"
#include "tir/Target/C/CTypes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

const Expr &FunctionPrinter::expr(Value value) { return values[value]; }

static StringRef comparison(emitc::CmpPredicate predicate) {
  switch (predicate) {
  case emitc::CmpPredicate::eq:
    return "==";
  case emitc::CmpPredicate::ne:
    return "!=";
  case emitc::CmpPredicate::lt:
    return "<";
  case emitc::CmpPredicate::le:
    return "<=";
  case emitc::CmpPredicate::gt:
    return ">";
  case emitc::CmpPredicate::ge:
    return ">=";
  case emitc::CmpPredicate::three_way:
    return "";
  }
  return "";
}

/// Returns the opposite comparison, or "" if there is none. For floats only
/// equality has an opposite, since a NaN compares false both ways.
static StringRef oppositeOf(Value condition, StringRef sign) {
  while (auto inner = condition.getDefiningOp<emitc::LogicalNotOp>())
    condition = inner.getOperand();
  auto compare = condition.getDefiningOp<emitc::CmpOp>();
  if (!compare)
    return "";
  if (sign == "==" || sign == "!=")
    return sign == "==" ? "!=" : "==";
  if (!isIntegerLike(compare.getLhs().getType()) ||
      !isIntegerLike(compare.getRhs().getType()))
    return "";
  return llvm::StringSwitch<StringRef>(sign)
      .Case("<", ">=")
      .Case("<=", ">")
      .Case(">", "<=")
      .Case(">=", "<")
      .Default("");
}

static StringRef binarySign(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](emitc::AddOp) { return "+"; })
      .Case([](emitc::SubOp) { return "-"; })
      .Case([](emitc::MulOp) { return "*"; })
      .Case([](emitc::DivOp) { return "/"; })
      .Case([](emitc::RemOp) { return "%"; })
      .Case([](emitc::BitwiseAndOp) { return "&"; })
      .Case([](emitc::BitwiseOrOp) { return "|"; })
      .Case([](emitc::BitwiseXorOp) { return "^"; })
      .Case([](emitc::BitwiseLeftShiftOp) { return "<<"; })
      .Case([](emitc::BitwiseRightShiftOp) { return ">>"; })
      .Case([](emitc::LogicalAndOp) { return "&&"; })
      .Case([](emitc::LogicalOrOp) { return "||"; })
      .Case([](emitc::CmpOp op) { return comparison(op.getPredicate()); })
      .Default(StringRef());
}

static bool isZero(Value value) {
  if (auto constant = value.getDefiningOp<emitc::ConstantOp>())
    if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
      return integer.getValue().isZero();
  auto literal = value.getDefiningOp<emitc::LiteralOp>();
  return literal && literal.getValue() == "0";
}

/// Casts the result to its narrow type. C computes int8_t + int8_t as int,
/// while the arithmetic of the type wraps.
static Expr wrapNarrow(Operation *op, Expr result) {
  Type type = op->getResult(0).getType();
  if (!isIntegerLike(type) || !isNarrow(type) || typeName(type) == "bool")
    return result;
  return castExpr(valueTypeName(type), result);
}

/// Returns the logical operator for a bitwise one on i1, as in readable C.
static StringRef logicalSign(Operation *op, StringRef sign) {
  if (!op->getResult(0).getType().isInteger(1) ||
      !op->getOperand(0).getType().isInteger(1))
    return sign;
  return llvm::StringSwitch<StringRef>(sign)
      .Case("&", "&&")
      .Case("|", "||")
      .Case("^", "!=")
      .Default(sign);
}

/// Writes x + -1 and x - -1 with the other sign, but not for INT_MIN, whose
/// text is a name.
static void dropMinus(Type type, StringRef &sign, Expr &rhs) {
  if ((sign != "+" && sign != "-") || !rhs.isConstant ||
      rhs.text.front() != '-' || !isIntegerLike(type) || isUnsignedLike(type))
    return;
  sign = sign == "+" ? "-" : "+";
  rhs.text.erase(0, 1);
  rhs.prec = Prec::Primary;
}

/// Writes x + 4294967168u as x - 128u.
static void subtractSmall(StringRef &sign, Expr &rhs) {
  uint64_t addend = 0;
  StringRef digits = rhs.text;
  bool is64 = digits.consume_front("UINT64_C(") && digits.consume_back(")");
  if (sign != "+" || !rhs.isConstant || (!is64 && !digits.consume_back("u")) ||
      digits.getAsInteger(10, addend))
    return;
  uint64_t negated = is64 ? -addend : uint32_t(-addend);
  if (negated >= addend)
    return;
  sign = "-";
  rhs.text = is64 ? "UINT64_C(" + std::to_string(negated) + ")"
                  : std::to_string(negated) + "u";
}

FailureOr<Expr> FunctionPrinter::buildBinary(Operation *op, StringRef sign) {
  Expr lhs = expr(op->getOperand(0)), rhs = expr(op->getOperand(1));
  Type type = op->getResult(0).getType();
  bool isShift = sign == "<<" || sign == ">>";
  if (!rhs.isConstant && !isShift)
    lhs = plainConstant(lhs);
  if (!lhs.isConstant || isShift)
    rhs = plainConstant(rhs);
  bool isPointer =
      isa<emitc::PointerType, emitc::ArrayType>(op->getOperand(0).getType());
  if (isPointer && isZero(op->getOperand(1)))
    return lhs;
  sign = logicalSign(op, sign);
  dropMinus(type, sign, rhs);
  subtractSmall(sign, rhs);
  // C multiplies two uint16_t as int, which cannot represent every product.
  if (sign == "*" && valueTypeName(type) == "uint16_t")
    lhs = castExpr("uint32_t", lhs);
  if (isa<emitc::CmpOp, emitc::LogicalAndOp, emitc::LogicalOrOp>(op))
    return binaryExpr(lhs, sign, rhs);
  return wrapNarrow(op, binaryExpr(lhs, sign, rhs));
}

/// Returns whether a type of C has no alignment of its own.
static bool isByte(StringRef type) {
  return llvm::is_contained({"char", "int8_t", "uint8_t", "bool"}, type);
}

FailureOr<Expr> FunctionPrinter::buildCast(emitc::CastOp op) {
  Type from = op.getSource().getType(), to = op.getDest().getType();
  const Expr &source = expr(op.getSource());
  std::string type = typeName(to);
  if (type.empty())
    return op.emitError("'emitc.cast' to ")
           << to << ", which C99 has no name for";
  bool fromAddress = isa<emitc::PointerType, emitc::ArrayType>(from);
  if (fromAddress && isa<emitc::PointerType>(to)) {
    auto array = dyn_cast<emitc::ArrayType>(from);
    bool fromConst =
        pointsToConst(from) || roots.of(op.getSource()).kind == Root::Constant;
    // EmitC has no arrays of const, so there is one cast to T * and one to
    // const T *.
    bool becomesConst = llvm::all_of(op->getUsers(), [](Operation *user) {
      return isa<emitc::CastOp>(user) &&
             pointsToConst(user->getResult(0).getType());
    });
    // Arrays decay, and adding const needs no cast.
    if (pointeeName(from) == pointeeName(to) &&
        (!array || array.getRank() == 1) &&
        (pointsToConst(to) || becomesConst || !fromConst))
      return source;
    // TVM's interfaces take constants as `void *`. A cast by way of an integer
    // says that the const is meant to go.
    if (fromConst && !pointsToConst(to))
      return castExpr(type, castExpr("uintptr_t", source));
    // Whoever makes such a pointer knows that its place is aligned, but
    // compilers report the cast (-Wcast-align=strict) unless it is by void.
    if (isByte(pointeeName(from)) && !isByte(pointeeName(to)) &&
        pointeeName(to) != "void")
      return castExpr(type,
                      castExpr(fromConst ? "const void *" : "void *", source));
    return castExpr(type, source);
  }
  if (valueTypeName(from) == valueTypeName(to))
    return source;
  return castExpr(valueTypeName(to), source);
}

FailureOr<Expr> FunctionPrinter::buildCall(Operation *op) {
  Expr result;
  result.prec = Prec::Postfix;
  result.size = 1;
  result.hasEffect = !purity.isPureCall(op);
  SmallVector<std::string> arguments;
  auto addOperand = [&](Value value) {
    const Expr &argument = expr(value);
    arguments.push_back(plainConstant(argument).text);
    absorb(result, argument);
  };
  auto opaque = dyn_cast<emitc::CallOpaqueOp>(op);
  if (opaque && opaque.getTemplateArgs())
    return op->emitError("'emitc.call_opaque' of '")
           << opaque.getCallee()
           << "' has template arguments, which C99 does not have";
  if (opaque && opaque.getArgs()) {
    ArrayAttr attrs = opaque.getArgsAttr();
    for (Attribute attr : attrs) {
      auto integer = dyn_cast<IntegerAttr>(attr);
      if (integer && integer.getType().isIndex()) {
        addOperand(op->getOperand(integer.getInt()));
        continue;
      }
      auto typed = dyn_cast<TypedAttr>(attr);
      std::string text = scalarLiteral(attr, typed ? typed.getType() : Type());
      if (text.empty())
        return op->emitError("'emitc.call_opaque' of '")
               << opaque.getCallee() << "' has the argument " << attr
               << ", which has no C spelling";
      arguments.push_back(text);
    }
  } else {
    for (Value value : op->getOperands())
      addOperand(value);
  }
  StringRef callee =
      opaque ? opaque.getCallee() : cast<emitc::CallOp>(op).getCallee();
  result.text = (callee + "(" + llvm::join(arguments, ", ") + ")").str();
  return result;
}

FailureOr<Expr> FunctionPrinter::buildConstant(Operation *op) {
  Expr result;
  if (auto literal = dyn_cast<emitc::LiteralOp>(op)) {
    result.text = literal.getValue().str();
    bool isWord = llvm::all_of(result.text, [](char c) {
      return llvm::isAlnum(c) || c == '_' || c == '.';
    });
    if (!isWord) {
      result.prec = Prec::Any;
      result.size = 1;
    }
    return result;
  }
  auto constant = cast<emitc::ConstantOp>(op);
  Type type = constant.getType();
  result.text = scalarLiteral(constant.getValue(), type);
  if (result.text.empty())
    return op->emitError("'emitc.constant' ")
           << constant.getValue() << ", which C99 has no spelling for";
  result.isConstant = isa<IntegerAttr>(constant.getValue());
  if (result.text.front() == '-' || result.text.front() == '(')
    result.prec = Prec::Unary;
  return result;
}

/// Returns the pointer whose target is the place, as in `*p` and `p[0]`.
static Value pointerTo(Value place) {
  if (auto dereference = place.getDefiningOp<emitc::DereferenceOp>())
    return dereference.getPointer();
  auto subscript = place.getDefiningOp<emitc::SubscriptOp>();
  if (subscript && isa<emitc::PointerType>(subscript.getValue().getType()) &&
      subscript.getIndices().size() == 1 &&
      isZero(subscript.getIndices().front()))
    return subscript.getValue();
  return {};
}

FailureOr<Expr> FunctionPrinter::buildPlace(Operation *op) {
  Expr result;
  result.prec = Prec::Postfix;
  if (auto global = dyn_cast<emitc::GetGlobalOp>(op)) {
    result.text = global.getName().str();
    result.prec = Prec::Primary;
    return result;
  }
  // Write p[0].x and (*p).x as p->x, and (&y)[0].x as y.x.
  if (auto member = dyn_cast<emitc::MemberOp>(op))
    if (Value pointer = pointerTo(member.getOperand())) {
      auto address = pointer.getDefiningOp<emitc::AddressOfOp>();
      bool isSpelledOut = address && !expr(pointer).isAtom();
      Value base = isSpelledOut ? address.getReference() : pointer;
      absorb(result, expr(base));
      result.text = operand(expr(base), Prec::Postfix) +
                    (isSpelledOut ? "." : "->") + member.getMember().str();
      return result;
    }
  const Expr &base = expr(op->getOperand(0));
  absorb(result, base);
  result.text = operand(base, Prec::Postfix);
  if (auto subscript = dyn_cast<emitc::SubscriptOp>(op)) {
    for (Value index : subscript.getIndices()) {
      const Expr &indexExpr = expr(index);
      absorb(result, indexExpr);
      result.text += "[" + plainConstant(indexExpr).text + "]";
    }
    return result;
  }
  if (isa<emitc::DereferenceOp>(op))
    return unaryExpr("*", base);
  if (auto member = dyn_cast<emitc::MemberOp>(op))
    result.text += "." + member.getMember().str();
  else {
    // The pointer is read when the place is evaluated.
    result.reads.push_back(roots.of(op->getOperand(0)));
    result.text += "->" + cast<emitc::MemberOfPtrOp>(op).getMember().str();
  }
  return result;
}

FailureOr<Expr> FunctionPrinter::buildAddress(Value place) {
  if (auto subscript = place.getDefiningOp<emitc::SubscriptOp>()) {
    // Write &x[0] as x, and &x[i] as x + i.
    if (subscript.getIndices().size() == 1) {
      if (isZero(subscript.getIndices().front()))
        return expr(subscript.getValue());
      return binaryExpr(expr(subscript.getValue()), "+",
                        plainConstant(expr(subscript.getIndices().front())));
    }
  }
  return unaryExpr("&", expr(place));
}

Expr FunctionPrinter::buildLoad(Value place) {
  Expr result = expr(place);
  Root root = roots.of(place);
  if (root.kind != Root::Constant)
    result.reads.push_back(root);
  // `x[i]` is more than a name: if it is repeated, it is read twice.
  result.size += place.getDefiningOp<emitc::VariableOp>() ? 0 : 1;
  return result;
}

FailureOr<Expr> FunctionPrinter::buildExpr(Operation *op) {
  if (StringRef sign = binarySign(op); !sign.empty())
    return buildBinary(op, sign);
  if (isPlaceOp(op))
    return buildPlace(op);
  return llvm::TypeSwitch<Operation *, FailureOr<Expr>>(op)
      .Case<emitc::ConstantOp, emitc::LiteralOp>(
          [&](Operation *op) { return buildConstant(op); })
      .Case<emitc::CallOp, emitc::CallOpaqueOp>(
          [&](Operation *op) { return buildCall(op); })
      .Case([&](emitc::CastOp op) { return buildCast(op); })
      .Case([&](emitc::LoadOp op) -> FailureOr<Expr> {
        return buildLoad(op.getOperand());
      })
      .Case([&](emitc::AddressOfOp op) {
        return buildAddress(op.getReference());
      })
      .Case([&](emitc::ApplyOp op) -> FailureOr<Expr> {
        if (op.getApplicableOperator() == "&")
          return buildAddress(op.getOperand());
        Expr result = unaryExpr("*", expr(op.getOperand()));
        result.reads.push_back(roots.of(op.getOperand()));
        return result;
      })
      .Case([&](emitc::ConditionalOp op) -> FailureOr<Expr> {
        return conditionalExpr(expr(op.getCondition()), expr(op.getTrueValue()),
                               expr(op.getFalseValue()));
      })
      .Case([&](emitc::LogicalNotOp op) -> FailureOr<Expr> {
        const Expr &condition = expr(op.getOperand());
        StringRef opposite = oppositeOf(op.getOperand(), condition.op);
        if (opposite.empty())
          return unaryExpr("!", condition);
        Expr result = condition;
        result.op = opposite.str();
        result.text = condition.lhs + " " + result.op + " " + condition.rhs;
        return result;
      })
      .Case([&](emitc::BitwiseNotOp op) -> FailureOr<Expr> {
        bool isBool = op.getResult().getType().isInteger(1);
        return wrapNarrow(op,
                          unaryExpr(isBool ? "!" : "~", expr(op.getOperand())));
      })
      .Case([&](emitc::UnaryMinusOp op) -> FailureOr<Expr> {
        return wrapNarrow(op, unaryExpr("-", expr(op.getOperand())));
      })
      .Case([&](emitc::UnaryPlusOp op) -> FailureOr<Expr> {
        return wrapNarrow(op, unaryExpr("+", expr(op.getOperand())));
      })
      .Default([&](Operation *op) -> FailureOr<Expr> {
        return op->emitError("'")
               << op->getName() << "' cannot be written as C99; expected an "
               << "EmitC operation that C has a construct for: lower it before "
               << "the 'emitc' phase ends";
      });
}
