//===- RowOps.cpp - Calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/RowOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/AttrNames.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// Returns what has to be behind a call of `body`: what needs its result, and
/// what uses memory after something has written to it.
static DenseSet<Operation *> findWaiting(Block &body) {
  DenseSet<Operation *> waiting;
  bool hasWritten = false;
  for (Operation &op : body) {
    bool isCall = isa<CallTIROp>(op);
    hasWritten |= !isCall && hasEffect<MemoryEffects::Write>(&op);
    bool isOrdered =
        hasWritten && !isMemoryEffectFree(&op) && !isa<memref::AllocOp>(op);
    if (isCall || isOrdered || op.hasTrait<OpTrait::IsTerminator>() ||
        llvm::any_of(op.getOperands(), [&](Value operand) {
          return waiting.contains(operand.getDefiningOp());
        }))
      waiting.insert(&op);
  }
  return waiting;
}

/// Moves what does not have to be behind a call of `body` to a place in front
/// of it: all of it, or what is also used elsewhere.
static void hoistTo(Block &outer, Block::iterator place, Block &body,
                    bool onlyUsed) {
  DenseSet<Operation *> waiting = findWaiting(body);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body))) {
    if (waiting.contains(&op) || (onlyUsed && !op.isUsedOutsideOfBlock(&body)))
      continue;
    op.moveBefore(&outer, place);
    place = Block::iterator(op);
  }
}

ByRowsOp ByRowsOp::wrap(Operation *first, Operation *last) {
  Block *outer = first->getBlock();
  Block::iterator place = std::next(Block::iterator(last));
  auto *body = new Block();
  body->getOperations().splice(body->end(), outer->getOperations(),
                               Block::iterator(first), place);
  hoistTo(*outer, place, *body, /*onlyUsed=*/true);
  SmallVector<Value> yielded;
  for (Operation &op : *body)
    for (Value result : op.getResults())
      if (result.isUsedOutsideOfBlock(body))
        yielded.push_back(result);
  OpBuilder builder(outer, place);
  auto rows = ByRowsOp::create(builder, body->front().getLoc(),
                               TypeRange(ValueRange(yielded)));
  rows.getCalls().push_back(body);
  for (auto [result, value] : llvm::zip_equal(rows.getResults(), yielded))
    value.replaceUsesWithIf(result, [&](OpOperand &use) {
      return use.getOwner()->getBlock() != body;
    });
  builder.setInsertionPointToEnd(body);
  RowsYieldOp::create(builder, rows.getLoc(), yielded);
  return rows;
}

void ByRowsOp::hoist() {
  hoistTo(*(*this)->getBlock(), Block::iterator(getOperation()), *getBody(),
          /*onlyUsed=*/false);
}

void ByRowsOp::unwrap() {
  Operation *yield = getBody()->getTerminator();
  replaceAllUsesWith(yield->getOperands());
  yield->erase();
  (*this)->getBlock()->getOperations().splice(Block::iterator(getOperation()),
                                              getBody()->getOperations());
  erase();
}

OpOperand &ByRowsOp::getYielded(OpResult result) {
  return getBody()->getTerminator()->getOpOperand(result.getResultNumber());
}

Value ByRowsOp::lookThrough(Value value) {
  while (auto rows = value.getDefiningOp<ByRowsOp>())
    value = rows.getYielded(cast<OpResult>(value)).get();
  return value;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult ByRowsOp::verifyRegions() {
  for (Operation &op : getBody()->without_terminator()) {
    if (isa<CallTIROp>(op) ||
        (op.getNumRegions() == 0 && !isa<CallOpInterface>(op)))
      continue;
    InFlightDiagnostic diag =
        op.emitOpError("does not run a row at a time; expected 'tir.call_tir', "
                       "or an operation without regions that calls nothing: "
                       "move it out of '")
        << getOperationName() << "'";
    diag.attachNote(getLoc()) << "which is this one";
    return diag;
  }
  if (getBody()->getOps<CallTIROp>().empty())
    return emitOpError("has no 'tir.call_tir'; expected a call for each kernel "
                       "that makes rows: drop the operation");
  TypeRange yielded = getBody()->getTerminator()->getOperandTypes();
  if (yielded == getResultTypes())
    return success();
  return emitOpError("has results of types (")
         << getResultTypes() << "), but its 'kernel.yield' has operands of "
         << "types (" << yielded << "); expected the same types";
}

LogicalResult ByRowsOp::verifySymbolUses(SymbolTableCollection &symbols) {
  for (auto call : getBody()->getOps<CallTIROp>()) {
    auto callee =
        symbols.lookupNearestSymbolFrom<PrimFuncOp>(call, call.getCalleeAttr());
    // The call reports that there is none.
    if (!callee ||
        llvm::any_of(llvm::seq(callee.getNumArguments()), [&](unsigned i) {
          return bool(getArgumentParts(callee, i).window);
        }))
      continue;
    InFlightDiagnostic diag = call.emitOpError("calls @")
                              << call.getCallee()
                              << ", which makes no row; expected a function "
                                 "with a 'window' in '"
                              << kKernelArgumentAttrName
                              << "': move the call out of '"
                              << getOperationName() << "'";
    diag.attachNote(callee.getLoc()) << "the function is this one";
    return diag;
  }
  return success();
}
