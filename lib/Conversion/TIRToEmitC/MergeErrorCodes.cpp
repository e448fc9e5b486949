//===- MergeErrorCodes.cpp - One variable for the code of a chain of steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeErrorCodes.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tir;

bool tir::isLocalVariable(Value variable) {
  return isa<emitc::LValueType>(variable.getType()) &&
         variable.getDefiningOp<emitc::VariableOp>() &&
         llvm::all_of(variable.getUsers(),
                      llvm::IsaPred<emitc::LoadOp, emitc::AssignOp>);
}

bool tir::isUnchanged(Value variable, Operation *from, Operation *op) {
  // Walk outwards from `op` to the block of `from`.
  for (Operation *here = op;; here = here->getParentOp()) {
    Block *block = here->getBlock();
    bool isHome = block == from->getBlock();
    for (Operation *user : variable.getUsers()) {
      if (user == op || user == from || isa<emitc::LoadOp>(user))
        continue;
      Operation *other = block->findAncestorOpInBlock(*user);
      if (other && other != here && other->isBeforeInBlock(here) &&
          (!isHome || from->isBeforeInBlock(other)))
        return false;
    }
    if (isHome)
      return true;
    if (!isa<emitc::IfOp>(here->getParentOp()))
      return false;
  }
}

/// Returns `code` if `branch` is `if (code == 0) ... else { next = code; }`,
/// otherwise null.
static Value matchStep(emitc::IfOp branch, emitc::AssignOp &otherwise) {
  auto compare = branch.getCondition().getDefiningOp<emitc::CmpOp>();
  Region &region = branch.getElseRegion();
  if (!compare || compare.getPredicate() != emitc::CmpPredicate::eq ||
      region.empty() || !llvm::hasNItems(region.front(), 2))
    return {};
  otherwise = dyn_cast<emitc::AssignOp>(region.front().front());
  Value code = compare.getLhs();
  auto zero = compare.getRhs().getDefiningOp<emitc::ConstantOp>();
  auto number = zero ? dyn_cast<IntegerAttr>(zero.getValue()) : IntegerAttr();
  bool isStep = otherwise && otherwise.getValue() == code && number &&
                number.getValue().isZero() && code.getType().isInteger(32);
  return isStep ? code : Value();
}

/// Returns true if nothing before `op` uses `variable`, which is in the same
/// block.
static bool beginsAt(Value variable, Operation *op) {
  Block *block = op->getBlock();
  return variable.getDefiningOp()->getBlock() == block &&
         llvm::all_of(variable.getUsers(), [&](Operation *user) {
           Operation *here = block->findAncestorOpInBlock(*user);
           return here == op || op->isBeforeInBlock(here);
         });
}

/// Returns true if nothing from `op` on uses `variable`, except `except`.
static bool endsAt(Value variable, Operation *op, Operation *except) {
  Block *block = op->getBlock();
  return variable.getDefiningOp()->getBlock() == block &&
         llvm::all_of(variable.getUsers(), [&](Operation *user) {
           return user == except ||
                  block->findAncestorOpInBlock(*user)->isBeforeInBlock(op);
         });
}

/// Initializes the variable with the code of the step before.
static void beginWith(emitc::IfOp branch, emitc::AssignOp otherwise,
                      Value code) {
  Value variable = otherwise.getVar();
  Operation *step = code.getDefiningOp();
  variable.getDefiningOp()->moveBefore(step);
  otherwise->moveAfter(step);
  OpBuilder builder(branch);
  for (OpOperand &use : llvm::make_early_inc_range(code.getUses())) {
    Operation *user = use.getOwner();
    if (user == otherwise || !isUnchanged(variable, otherwise, user))
      continue;
    builder.setInsertionPoint(user);
    use.set(emitc::LoadOp::create(builder, user->getLoc(), code.getType(),
                                  variable));
  }
}

namespace {
/// Variables that become one. Until all steps are known, each variable keeps
/// its own few uses. This is sufficient for the checks, since the uses of all
/// earlier variables come before the step at which it begins.
struct Merged {
  /// The first variable of the chain that each one continues.
  llvm::MapVector<Value, Value> first;
  /// The variables that another one continues. A second one would overlap with
  /// it.
  llvm::DenseSet<Value> continued;
};
} // namespace

static void mergeStep(emitc::IfOp branch, Merged &merged) {
  emitc::AssignOp otherwise;
  Value code = matchStep(branch, otherwise);
  if (!code || !code.getDefiningOp() ||
      code.getDefiningOp()->getBlock() != branch->getBlock())
    return;
  Value next = otherwise.getVar();
  if (!isLocalVariable(next) || !beginsAt(next, branch))
    return;
  next.getDefiningOp()->setAttr(kNameAttrName,
                                StringAttr::get(branch.getContext(), "code"));
  auto read = code.getDefiningOp<emitc::LoadOp>();
  if (!read) {
    beginWith(branch, otherwise, code);
    return;
  }
  Value variable = read.getOperand();
  if (variable == next || !isLocalVariable(variable) ||
      !isUnchanged(variable, read, branch) ||
      !endsAt(variable, branch, /*except=*/nullptr) ||
      !merged.continued.insert(variable).second)
    return;
  Value first = merged.first.lookup(variable);
  merged.first[next] = first ? first : variable;
  otherwise.erase();
}

void tir::mergeErrorCodes(Operation *root) {
  // In order: each step begins where the previous one ended.
  SmallVector<emitc::IfOp> branches;
  root->walk<WalkOrder::PreOrder>(
      [&](emitc::IfOp branch) { branches.push_back(branch); });
  Merged merged;
  for (emitc::IfOp branch : branches)
    mergeStep(branch, merged);
  for (auto [next, first] : merged.first)
    next.replaceAllUsesWith(first);
}
