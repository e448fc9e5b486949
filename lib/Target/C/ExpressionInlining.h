//===- ExpressionInlining.h - When an expression may be evaluated later
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_EXPRESSIONINLINING_H
#define TIR_LIB_TARGET_C_EXPRESSIONINLINING_H

#include "CExpr.h"
#include "Prepare.h"

namespace tir::c {

/// Returns whether the result of the operation is a place (or an address),
/// which is written out again at each use and never kept in a variable.
bool isPlaceOp(mlir::Operation *op);

/// Finds the memory that places and pointers of a function belong to. The
/// function must not change meanwhile.
class Roots {
public:
  Root of(mlir::Value value);

private:
  /// Whether the address of each variable is taken. A variable may have as many
  /// uses as the function has statements, so each is visited once.
  llvm::DenseMap<mlir::Operation *, bool> addressTaken;
};

bool mayAlias(Root a, Root b);

/// Decides whether the result of `op`, with the text `expr`, may be printed
/// inside its users instead of in its own variable.
class ExpressionInlining {
public:
  ExpressionInlining(Purity &purity, Roots &roots)
      : purity(purity), roots(roots) {}

  bool canInline(mlir::Operation *op, const Expr &expr);

private:
  bool canInlineAt(mlir::Operation *op, const Expr &expr, mlir::OpOperand &use);
  /// Returns the statement that evaluates the operand, or null if there are
  /// several.
  mlir::Operation *evaluatedBy(mlir::OpOperand &use);
  bool isWrittenBetween(mlir::Operation *from, mlir::Operation *to,
                        llvm::ArrayRef<Root> reads);
  bool hasOnlyExpressionsBetween(mlir::Operation *from, mlir::Operation *to);

  Purity &purity;
  Roots &roots;
};

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_EXPRESSIONINLINING_H
