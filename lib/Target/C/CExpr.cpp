//===- CExpr.cpp - Combining C expressions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CExpr.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

static Prec precedenceOf(StringRef op) {
  return llvm::StringSwitch<Prec>(op)
      .Case("||", Prec::LogicalOr)
      .Case("&&", Prec::LogicalAnd)
      .Case("|", Prec::BitOr)
      .Case("^", Prec::BitXor)
      .Case("&", Prec::BitAnd)
      .Cases({"==", "!="}, Prec::Equality)
      .Cases({"<", "<=", ">", ">="}, Prec::Relational)
      .Cases({"<<", ">>"}, Prec::Shift)
      .Cases({"+", "-"}, Prec::Additive)
      .Default(Prec::Multiplicative);
}

std::string c::operand(const Expr &expr, Prec least) {
  return expr.prec < least ? "(" + expr.text + ")" : expr.text;
}

void c::absorb(Expr &to, const Expr &from) {
  to.reads.append(from.reads.begin(), from.reads.end());
  to.size += from.size;
  to.hasEffect |= from.hasEffect;
}

/// Returns the lowest precedence that an expression on one side of `op` may
/// have without parentheses. This is stricter than the grammar where readers
/// make mistakes.
static Prec leastOperand(StringRef op, Prec prec, const Expr &expr,
                         bool isRight) {
  switch (prec) {
  case Prec::LogicalOr:
    return !isRight && expr.prec == prec ? prec : Prec::Equality;
  case Prec::LogicalAnd:
    return !isRight && expr.prec == prec ? prec : Prec::Equality;
  case Prec::BitOr:
  case Prec::BitXor:
  case Prec::BitAnd:
    return !isRight && expr.prec == prec ? prec : Prec::Unary;
  case Prec::Equality:
  case Prec::Relational:
    return Prec::Additive;
  case Prec::Shift:
    return Prec::Unary;
  case Prec::Additive:
    return isRight ? Prec::Multiplicative : prec;
  default:
    // a * b * c reads well; a / b * c and a * b % c do not.
    return !isRight && op == "*" && expr.op == "*" ? prec : Prec::Unary;
  }
}

Expr c::plainConstant(const Expr &expr) {
  StringRef text = expr.text;
  if (!expr.isConstant || !text.consume_front("INT64_C(") ||
      !text.consume_back(")"))
    return expr;
  Expr result = expr;
  int64_t value;
  if (!text.getAsInteger(10, value) && llvm::isInt<32>(value))
    result.text = text.str();
  return result;
}

Expr c::binaryExpr(const Expr &lhs, StringRef op, const Expr &rhs) {
  Expr result;
  result.prec = precedenceOf(op);
  result.op = op.str();
  result.lhs = operand(lhs, leastOperand(op, result.prec, lhs, false));
  result.rhs = operand(rhs, leastOperand(op, result.prec, rhs, true));
  result.size = 1;
  absorb(result, lhs);
  absorb(result, rhs);
  result.text = result.lhs + " " + result.op + " " + result.rhs;
  return result;
}

Expr c::unaryExpr(StringRef op, const Expr &value) {
  Expr result;
  result.prec = Prec::Unary;
  result.size = 1;
  absorb(result, value);
  std::string inner = operand(value, Prec::Unary);
  // In `- -x` and `& &x`, the two operators must not become one.
  bool melts = !inner.empty() && inner.front() == op.back();
  result.text = op.str() + (melts ? "(" + inner + ")" : inner);
  return result;
}

Expr c::castExpr(StringRef type, const Expr &value) {
  Expr result;
  result.prec = Prec::Unary;
  result.size = 1;
  absorb(result, value);
  result.text = "(" + type.str() + ")" + operand(value, Prec::Unary);
  return result;
}

Expr c::conditionalExpr(const Expr &condition, const Expr &yes,
                        const Expr &no) {
  Expr result;
  result.prec = Prec::Conditional;
  result.size = 1;
  absorb(result, condition);
  absorb(result, yes);
  absorb(result, no);
  result.text = operand(condition, Prec::Equality) + " ? " +
                operand(yes, Prec::LogicalOr) + " : " +
                operand(no, Prec::LogicalOr);
  return result;
}

/// Returns how bad a line break after this text looks, apart from nesting: 0
/// after the operators with the lowest precedence, and most at the beginning of
/// an assignment's right side.
static int breakCost(StringRef text) {
  char last = text.back();
  char before = text.size() > 1 ? text[text.size() - 2] : ' ';
  if (last == '=' && !StringRef("=!<>").contains(before))
    return 12;
  if (StringRef("?:,;").contains(last) || text.ends_with("&&") ||
      text.ends_with("||"))
    return 0;
  return last == '*' || last == '/' || last == '%' ? 2 : 1;
}

/// Returns the best place for a line break within the columns, else the first
/// one behind them, or npos.
static size_t findBreak(StringRef text, size_t limit) {
  size_t best = StringRef::npos;
  int depth = 0, bestDepth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size() && (i < limit || best == StringRef::npos);
       ++i) {
    char c = text[i];
    if (c == '"')
      quoted = !quoted;
    // An escaped quotation mark does not end a string.
    if (quoted && c == '\\')
      ++i;
    if (quoted)
      continue;
    depth += StringRef("([{").contains(c) - StringRef(")]}").contains(c);
    if (c != ' ' || i == 0 || i < limit / 3 ||
        !StringRef(",+-*/%&|^<>=?:;").contains(text[i - 1]))
      continue;
    int cost = 4 * depth + breakCost(text.take_front(i));
    if (best == StringRef::npos || cost <= bestDepth) {
      best = i;
      bestDepth = cost;
    }
  }
  return best;
}

std::string c::wrap(StringRef statement, unsigned indent) {
  std::string result;
  unsigned column = indent;
  while (column + statement.size() > kColumns) {
    size_t at = findBreak(statement, kColumns - column + 1);
    if (at == StringRef::npos)
      break;
    result += std::string(column, ' ') + statement.take_front(at).str() + "\n";
    statement = statement.drop_front(at + 1);
    column = indent + 4;
  }
  return result + std::string(column, ' ') + statement.str() + "\n";
}

std::string c::wrapWords(StringRef text, unsigned indent) {
  std::string result;
  unsigned column = indent;
  while (column + text.size() > kColumns) {
    size_t at = text.rfind(' ', kColumns - column + 1);
    if (at == StringRef::npos)
      break;
    result += std::string(column, ' ') + text.take_front(at).str() + "\n";
    text = text.drop_front(at + 1);
    column = indent + 4;
  }
  return result + std::string(column, ' ') + text.str() + "\n";
}
