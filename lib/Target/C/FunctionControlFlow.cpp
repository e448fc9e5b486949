//===- FunctionControlFlow.cpp - Operations that contain statements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Target/C/CTypes.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

LogicalResult FunctionPrinter::printFor(emitc::ForOp op) {
  Value variable = op.getInductionVar();
  names.enter();
  auto wish = op->getAttrOfType<StringAttr>(kNameAttrName);
  std::string name = wish ? names.unique(wish.getValue()) : names.unique("i");
  values[variable] = Expr();
  values[variable].text = name;
  std::string declaration = declare(variable.getType(), name);
  if (declaration.empty())
    return op.emitError("'emitc.for' over ")
           << variable.getType() << ", which C99 has no name for";
  auto bound = [&](Value value) { return expr(value).text; };
  std::string step = bound(op.getStep());
  line("for (" + declaration + " = " + bound(op.getLowerBound()) + "; " + name +
       " < " + bound(op.getUpperBound()) + "; " +
       (step == "1" ? "++" + name : name + " += " + step) + ") {");
  LogicalResult result = printScope(op.getRegion().front());
  names.leave();
  line("}");
  return result;
}

/// Returns the `if` in the else block if nothing else in the block needs a
/// statement. The two then form an `else if`.
emitc::IfOp FunctionPrinter::elseIf(Block &block) {
  auto inner =
      dyn_cast_or_null<emitc::IfOp>(block.getTerminator()->getPrevNode());
  if (!inner)
    return {};
  for (Operation &op : block.without_terminator()) {
    if (&op == inner)
      break;
    if (op.getNumResults() != 1 || isa<emitc::VariableOp>(op))
      return {};
    FailureOr<Expr> result = buildExpr(&op);
    if (failed(result) || !(isPlaceOp(&op) || inlining.canInline(&op, *result)))
      return {};
    values[op.getResult(0)] = std::move(*result);
  }
  return inner;
}

LogicalResult FunctionPrinter::printIf(emitc::IfOp op) {
  std::string head = "if (";
  while (op) {
    line(head + expr(op.getCondition()).text + ") {");
    if (failed(printScope(op.getThenRegion().front())))
      return failure();
    Region &otherwise = op.getElseRegion();
    if (otherwise.empty() || isa<emitc::YieldOp>(otherwise.front().front()))
      break;
    op = elseIf(otherwise.front());
    head = "} else if (";
    if (op)
      continue;
    line("} else {");
    if (failed(printScope(otherwise.front())))
      return failure();
  }
  line("}");
  return success();
}

/// Matches `op` as C's `while`. EmitC only has a loop that tests its condition
/// at the end. Upstream keeps the condition in a variable and guards the body
/// by it.
std::optional<FunctionPrinter::WhileLoop>
FunctionPrinter::matchWhile(emitc::DoOp op) {
  Block &body = op.getBodyRegion().front();
  Block &condition = op.getConditionRegion().front();
  auto answer = dyn_cast_if_present<emitc::LoadOp>(
      condition.getTerminator()->getPrevNode());
  if (body.empty() || !answer || &condition.front() != answer)
    return std::nullopt;
  WhileLoop loop;
  loop.answer = answer.getOperand().getDefiningOp<emitc::VariableOp>();
  loop.body = dyn_cast<emitc::IfOp>(body.back());
  if (!loop.answer || !loop.body || !loop.body.getElseRegion().empty())
    return std::nullopt;
  for (Operation &inner : body) {
    auto assign = dyn_cast<emitc::AssignOp>(inner);
    if (&inner == loop.body ||
        (assign && assign.getVar() == loop.answer.getResult() &&
         assign.getValue() == loop.body.getCondition()))
      continue;
    bool isAsked = inner.getNumResults() == 1 &&
                   inner.getResult(0) == loop.body.getCondition();
    if (!isRemovable(&inner, purity) || isa<emitc::VariableOp>(inner) ||
        llvm::range_size(inner.getUses()) != (isAsked ? 2 : 1))
      return std::nullopt;
  }
  // Apart from these two uses, nothing needs the variable.
  if (llvm::range_size(loop.answer->getUses()) != 2)
    return std::nullopt;
  return loop;
}

LogicalResult FunctionPrinter::printWhile(emitc::DoOp op, WhileLoop loop) {
  for (Operation &inner : op.getBodyRegion().front()) {
    if (inner.getNumResults() == 0)
      continue;
    FailureOr<Expr> result = buildExpr(&inner);
    if (failed(result))
      return failure();
    values[inner.getResult(0)] = std::move(*result);
  }
  line("while (" + expr(loop.body.getCondition()).text + ") {");
  if (failed(printScope(loop.body.getThenRegion().front())))
    return failure();
  line("}");
  return success();
}

LogicalResult FunctionPrinter::printDo(emitc::DoOp op) {
  if (std::optional<WhileLoop> loop = matchWhile(op))
    return printWhile(op, *loop);
  Block &condition = op.getConditionRegion().front();
  auto yield = cast<emitc::YieldOp>(condition.getTerminator());
  line("do {");
  if (failed(printScope(op.getBodyRegion().front())))
    return failure();
  // The condition is outside the body's braces, so it must be one expression:
  // build its operations as text.
  for (Operation &inner : condition.without_terminator()) {
    FailureOr<Expr> result = buildExpr(&inner);
    if (failed(result))
      return failure();
    values[inner.getResult(0)] = std::move(*result);
  }
  line("} while (" + expr(yield.getResult()).text + ");");
  return success();
}

LogicalResult FunctionPrinter::printSwitch(emitc::SwitchOp op) {
  line("switch (" + expr(op.getArg()).text + ") {");
  auto printCase = [&](const llvm::Twine &label, Block &block) {
    line((label + ": {").str());
    if (failed(printScope(block)))
      return failure();
    indent += 2;
    line("break;");
    indent -= 2;
    line("}");
    return success();
  };
  for (auto [i, value] : llvm::enumerate(op.getCases()))
    if (failed(printCase("case " + llvm::Twine(value), op.getCaseBlock(i))))
      return failure();
  if (failed(printCase("default", op.getDefaultBlock())))
    return failure();
  line("}");
  return success();
}

LogicalResult FunctionPrinter::printVerbatim(emitc::VerbatimOp op) {
  std::string text;
  if (op.getFmtArgs().empty()) {
    text = op.getValue().str();
  } else {
    FailureOr<SmallVector<emitc::ReplacementItem>> items =
        op.parseFormatString();
    if (failed(items))
      return failure();
    size_t next = 0;
    for (emitc::ReplacementItem &item : *items) {
      if (auto *piece = std::get_if<StringRef>(&item))
        text += piece->str();
      else
        text += expr(op.getFmtArgs()[next++]).text;
    }
  }
  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n');
  for (StringRef piece : lines) {
    // Preprocessor lines cannot be wrapped, and are not indented.
    if (piece.starts_with("#"))
      os << piece << "\n";
    else
      line(piece);
  }
  return success();
}
