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

/// C's precedence levels, loosest first.
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

/// Where a memory access goes, as far as the writer can tell accesses apart.
struct Root {
  enum Kind { Unknown, Argument, NoAlias, Object, Local, Constant };
  Kind kind = Unknown;
  const void *key = nullptr;
};

struct Expr {
  std::string text;
  Prec prec = Prec::Primary;
  /// For a binary expression: its parts, so that `x = x + y` is seen.
  std::string lhs, op, rhs;
  /// Memory that evaluating it reads; no write to it may come in between.
  llvm::SmallVector<Root, 2> reads;
  /// Number of operators, to keep expressions short.
  unsigned size = 0;
  /// An integer constant's value decides spelling beside other operands.
  bool isConstant = false;
  /// Evaluating it has an effect: it must run once and in its place.
  bool hasEffect = false;

  /// A name or a number: may be repeated at no cost.
  bool isAtom() const { return size == 0; }
};

/// The operand's text, in parentheses if it binds looser than `least`.
std::string operand(const Expr &expr, Prec least);

/// `INT64_C(5)` as `5`: for where C makes it as wide by itself, as beside a
/// wide operand or in an assignment. Other expressions are left alone.
Expr plainConstant(const Expr &expr);

/// `lhs op rhs`, with the parentheses that C needs and those that gcc's
/// -Wparentheses asks for.
Expr binaryExpr(const Expr &lhs, llvm::StringRef op, const Expr &rhs);
Expr unaryExpr(llvm::StringRef op, const Expr &operand);
Expr castExpr(llvm::StringRef type, const Expr &operand);
Expr conditionalExpr(const Expr &condition, const Expr &yes, const Expr &no);

/// Adds what `from` reads and counts to `to`.
void absorb(Expr &to, const Expr &from);

/// Breaks a statement into lines of at most 100 columns where a space follows
/// an operator or comma, at the shallowest nesting there is.
std::string wrap(llvm::StringRef statement, unsigned indent);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_CEXPR_H
