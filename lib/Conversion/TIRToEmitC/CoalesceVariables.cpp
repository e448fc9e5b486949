//===- CoalesceVariables.cpp - One variable for a value that is copied on
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeErrorCodes.h"

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/IR/Iterators.h"

namespace tir {
#define GEN_PASS_DEF_TIRCOALESCEVARIABLESPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// Returns true if the value of `inner` is only ever copied to `outer`, at
/// `last`, and `outer` is not used while `inner` is in use.
bool canMerge(Value inner, Value outer, emitc::LoadOp read,
              emitc::AssignOp last) {
  Block *block = last->getBlock();
  Operation *first = nullptr;
  for (Operation *user : inner.getUsers()) {
    Operation *here = block->findAncestorOpInBlock(*user);
    if (!here || last->isBeforeInBlock(here))
      return false;
    if (isa<emitc::AssignOp>(user) && !here->isBeforeInBlock(read))
      return false;
    if (!first || here->isBeforeInBlock(first))
      first = here;
  }
  Operation *definition = outer.getDefiningOp();
  if (definition->getBlock() == block && !definition->isBeforeInBlock(first))
    return false;
  return llvm::none_of(outer.getUsers(), [&](Operation *user) {
    Operation *here = block->findAncestorOpInBlock(*user);
    return here && here != last && !here->isBeforeInBlock(first) &&
           here->isBeforeInBlock(last);
  });
}

/// Replaces `variable` by the variable that its value ends in.
bool merge(emitc::VariableOp variable) {
  Value inner = variable.getResult();
  if (!isLocalVariable(inner))
    return false;
  for (Operation *user : inner.getUsers()) {
    auto read = dyn_cast<emitc::LoadOp>(user);
    if (!read || read->getBlock() != variable->getBlock())
      continue;
    for (Operation *readUser : read->getUsers()) {
      auto last = dyn_cast<emitc::AssignOp>(readUser);
      if (!last || last->getBlock() != variable->getBlock())
        continue;
      Value outer = last.getVar();
      if (outer == inner || outer.getType() != inner.getType() ||
          !isLocalVariable(outer) || !canMerge(inner, outer, read, last))
        continue;
      last.erase();
      inner.replaceAllUsesWith(outer);
      variable.erase();
      return true;
    }
  }
  return false;
}

/// Returns true for `x = x` without an assignment of `x` in between.
bool isSelfAssignment(emitc::AssignOp assign) {
  auto read = assign.getValue().getDefiningOp<emitc::LoadOp>();
  return read && read.getOperand() == assign.getVar() &&
         isLocalVariable(assign.getVar()) &&
         isUnchanged(assign.getVar(), read, assign);
}

/// Moves the only load of a variable to the place where it is used, so that it
/// can become part of that expression.
void sink(emitc::LoadOp read) {
  if (!read->hasOneUse())
    return;
  Operation *user = *read->user_begin();
  if (user->getBlock() != read->getBlock() &&
      isLocalVariable(read.getOperand()) &&
      isUnchanged(read.getOperand(), read, user))
    read->moveBefore(user);
}

bool isEmpty(Region &region) {
  return !region.empty() && llvm::hasSingleElement(region.front());
}

/// Erases branches without statements.
void cleanBranches(emitc::IfOp branch) {
  if (isEmpty(branch.getElseRegion()))
    branch.getElseRegion().getBlocks().clear();
  if (!isEmpty(branch.getThenRegion()))
    return;
  if (branch.getElseRegion().empty()) {
    branch.erase();
    return;
  }
  OpBuilder builder(branch);
  branch.setOperand(emitc::LogicalNotOp::create(
      builder, branch.getLoc(), builder.getI1Type(), branch.getCondition()));
  branch.getThenRegion().takeBody(branch.getElseRegion());
}

/// Returns true if `op` has no effect but its unused result. EmitC's operations
/// do not declare this themselves, so that upstream's clean-up passes keep
/// them.
bool isDead(Operation *op) {
  if (op->use_empty() && isa<emitc::LoadOp, emitc::SubscriptOp, emitc::MemberOp,
                             emitc::GetGlobalOp, emitc::LiteralOp>(op))
    return true;
  // A variable that is assigned but never read.
  if (isa<emitc::VariableOp>(op))
    return llvm::all_of(op->getUsers(), [&](Operation *user) {
      auto assign = dyn_cast<emitc::AssignOp>(user);
      return assign && assign.getVar() == op->getResult(0);
    });
  return op->use_empty() && op->getNumResults() == 1 &&
         isa<emitc::CExpressionInterface>(op) &&
         !isa<emitc::CallOp, emitc::CallOpaqueOp, emitc::ApplyOp>(op);
}

struct CoalesceVariablesPass
    : public tir::impl::TIRCoalesceVariablesPassBase<CoalesceVariablesPass> {
  void runOnOperation() override {
    mergeErrorCodes(getOperation());
    SmallVector<emitc::VariableOp> variables;
    getOperation()->walk(
        [&](emitc::VariableOp variable) { variables.push_back(variable); });
    bool changed = true;
    while (changed) {
      changed = false;
      for (emitc::VariableOp &variable : variables)
        if (variable && merge(variable)) {
          variable = nullptr;
          changed = true;
        }
    }
    SmallVector<emitc::AssignOp> assigns;
    getOperation()->walk([&](emitc::AssignOp assign) {
      if (isSelfAssignment(assign))
        assigns.push_back(assign);
    });
    for (emitc::AssignOp assign : assigns)
      assign.erase();
    getOperation()->walk([](emitc::IfOp branch) { cleanBranches(branch); });
    getOperation()->walk([](emitc::LoadOp read) { sink(read); });
    bool erased = true;
    while (erased) {
      erased = false;
      getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
          [&](Operation *op) {
            if (!isDead(op))
              return;
            for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
              user->erase();
            op->erase();
            erased = true;
          });
    }
  }
};
} // namespace
