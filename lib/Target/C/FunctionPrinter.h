//===- FunctionPrinter.h - Printing one emitc.func as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_FUNCTIONPRINTER_H
#define TIR_LIB_TARGET_C_FUNCTIONPRINTER_H

#include "ExpressionInlining.h"
#include "NameScope.h"
#include "RowNames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

namespace tir::c {

/// Returns the head of a function, such as `static int32_t f(const int8_t
/// *restrict x)`. Fills `argumentNames` if it is given.
mlir::FailureOr<std::string>
functionHead(mlir::emitc::FuncOp function, const llvm::StringSet<> &fileNames,
             llvm::SmallVectorImpl<std::string> *argumentNames = nullptr);

/// Prints a function's body. Visits the operations in order. Each result
/// becomes either text for its only user or a variable.
class FunctionPrinter {
public:
  FunctionPrinter(llvm::raw_ostream &os, const llvm::StringSet<> &fileNames,
                  const RowNames &rows, Purity &purity)
      : os(os), names(fileNames), rows(rows), purity(purity),
        inlining(purity, roots) {}

  mlir::LogicalResult print(mlir::emitc::FuncOp function);

private:
  // FunctionStatements.cpp, FunctionControlFlow.cpp
  mlir::LogicalResult printBlock(mlir::Block &block);
  mlir::LogicalResult printScope(mlir::Block &block);
  mlir::LogicalResult printOp(mlir::Operation *op);
  mlir::LogicalResult printAssign(mlir::emitc::AssignOp op);
  mlir::LogicalResult printFor(mlir::emitc::ForOp op);
  mlir::LogicalResult printIf(mlir::emitc::IfOp op);
  mlir::emitc::IfOp elseIf(mlir::Block &block);
  struct WhileLoop {
    mlir::emitc::VariableOp answer;
    mlir::emitc::IfOp body;
  };
  std::optional<WhileLoop> matchWhile(mlir::emitc::DoOp op);
  mlir::LogicalResult printWhile(mlir::emitc::DoOp op, WhileLoop loop);
  mlir::LogicalResult printDo(mlir::emitc::DoOp op);
  mlir::LogicalResult printSwitch(mlir::emitc::SwitchOp op);
  mlir::LogicalResult printVerbatim(mlir::emitc::VerbatimOp op);
  mlir::LogicalResult printVariable(mlir::emitc::VariableOp op);
  mlir::LogicalResult declareVariable(mlir::emitc::VariableOp op,
                                      std::string initializer);
  mlir::LogicalResult declarePending(mlir::Operation *before);
  mlir::LogicalResult defineResult(mlir::Operation *op, Expr expr);
  std::string nameFor(mlir::Operation *op, llvm::StringRef text = "");
  void line(llvm::StringRef text);

  // FunctionExpressions.cpp
  mlir::FailureOr<Expr> buildExpr(mlir::Operation *op);
  mlir::FailureOr<Expr> buildBinary(mlir::Operation *op, llvm::StringRef sign);
  mlir::FailureOr<Expr> buildCast(mlir::emitc::CastOp op);
  mlir::FailureOr<Expr> buildCall(mlir::Operation *op);
  mlir::FailureOr<Expr> buildPlace(mlir::Operation *op);
  mlir::FailureOr<Expr> buildAddress(mlir::Value place);
  mlir::FailureOr<Expr> buildConstant(mlir::Operation *op);
  Expr buildLoad(mlir::Value place);
  /// Returns the text of a value that was defined before.
  const Expr &expr(mlir::Value value);

  llvm::raw_ostream &os;
  NameScope names;
  const RowNames &rows;
  Purity &purity;
  Roots roots;
  ExpressionInlining inlining;
  unsigned indent = 0;
  llvm::DenseMap<mlir::Value, Expr> values;
  /// Variables that are declared at their first use.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::emitc::VariableOp>>
      pending;
};

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_FUNCTIONPRINTER_H
