//===- CExpr.h - A C expression with its precedence
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_CEXPR_H
#define TIR_LIB_TARGET_C_CEXPR_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tir::c {

/// The columns of a line of the C that is written.
inline constexpr size_t kColumns = 100;

/// C's precedence levels, lowest first.
enum class Prec {
  Any,
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Postfix,
  Primary
};

/// The object of a memory access, as far as the writer can distinguish objects.
struct Root {
  enum Kind { Unknown, Argument, NoAlias, Object, Local, Constant };
  Kind kind = Unknown;
  const void *key = nullptr;
};

struct Expr {
  std::string text;
  Prec prec = Prec::Primary;
  /// The parts of a binary expression, to recognise `x = x + y`.
  std::string lhs, op, rhs;
  /// The memory that its evaluation reads. No write to it may come in between.
  llvm::SmallVector<Root, 2> reads;
  /// The number of operators, to keep expressions short.
  unsigned size = 0;
  /// Whether it is an integer constant, whose value determines its spelling
  /// next to other operands.
  bool isConstant = false;
  /// Whether its evaluation has an effect, so that it must run once and in its
  /// place.
  bool hasEffect = false;

  /// Returns whether it is a name or a number, which may be repeated at no
  /// cost.
  bool isAtom() const { return size == 0; }
};

/// Returns the operand's text, in parentheses if its precedence is lower than
/// `least`.
std::string operand(const Expr &expr, Prec least);

/// Returns `5` for `INT64_C(5)`, for places where C widens it anyway: next to a
/// wide operand or in an assignment. Returns other expressions as they are.
Expr plainConstant(const Expr &expr);

/// Returns `lhs op rhs`, with the parentheses that C needs and those that gcc's
/// -Wparentheses requires.
Expr binaryExpr(const Expr &lhs, llvm::StringRef op, const Expr &rhs);
Expr unaryExpr(llvm::StringRef op, const Expr &operand);
Expr castExpr(llvm::StringRef type, const Expr &operand);
Expr conditionalExpr(const Expr &condition, const Expr &yes, const Expr &no);

/// Adds the reads, size and effect of `from` to `to`.
void absorb(Expr &to, const Expr &from);

/// Breaks a statement into lines of at most 100 columns, where a space follows
/// an operator or comma, at the shallowest nesting.
std::string wrap(llvm::StringRef statement, unsigned indent);

/// Breaks the text of a comment into such lines, at spaces.
std::string wrapWords(llvm::StringRef text, unsigned indent);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_CEXPR_H
