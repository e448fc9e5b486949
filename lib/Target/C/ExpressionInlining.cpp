//===- ExpressionInlining.cpp - When an expression may be evaluated later
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpressionInlining.h"

#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Target/C/CTypes.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

/// A longer expression inside another one gets a variable.
static constexpr unsigned kMaxOperators = 20;
static constexpr size_t kMaxText = 110;

bool c::isPlaceOp(Operation *op) {
  return isa<emitc::SubscriptOp, emitc::DereferenceOp, emitc::MemberOp,
             emitc::MemberOfPtrOp, emitc::GetGlobalOp>(op);
}

/// Returns whether `place` has a use other than loads, assignments and places
/// made from it.
static bool isAddressTaken(Value place) {
  return llvm::any_of(place.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<emitc::SubscriptOp, emitc::MemberOp>(user))
      return use.getOperandNumber() == 0 && isAddressTaken(user->getResult(0));
    if (isa<emitc::AssignOp>(user))
      return use.getOperandNumber() != 0;
    return !isa<emitc::LoadOp, emitc::MemberOfPtrOp>(user);
  });
}

Root Roots::of(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function = dyn_cast<emitc::FuncOp>(argument.getOwner()->getParentOp());
    if (!function)
      return {};
    bool noAlias =
        getPort(function, argument.getArgNumber()).isNoAlias.value_or(false);
    return {noAlias ? Root::NoAlias : Root::Argument,
            value.getAsOpaquePointer()};
  }
  Operation *op = value.getDefiningOp();
  if (auto global = dyn_cast<emitc::GetGlobalOp>(op)) {
    auto symbol = dyn_cast_if_present<emitc::GlobalOp>(
        lookupSymbolFrom(op, global.getNameAttr().getAttr()));
    bool isConstant = symbol && symbol.getConstSpecifier();
    return {isConstant ? Root::Constant : Root::Object,
            global.getNameAttr().getAttr().getAsOpaquePointer()};
  }
  if (isa<emitc::VariableOp>(op)) {
    auto [taken, isNew] = addressTaken.try_emplace(op);
    if (isNew)
      taken->second = isAddressTaken(value);
    return {taken->second ? Root::Object : Root::Local, op};
  }
  if (isa<emitc::SubscriptOp, emitc::DereferenceOp, emitc::MemberOp,
          emitc::CastOp, emitc::AddressOfOp, emitc::ApplyOp>(op))
    return of(op->getOperand(0));
  if (isa<emitc::AddOp, emitc::SubOp>(op) &&
      isa<emitc::PointerType>(op->getOperand(0).getType()))
    return of(op->getOperand(0));
  return {};
}

bool c::mayAlias(Root a, Root b) {
  if (a.kind == Root::Constant || b.kind == Root::Constant)
    return false;
  if (a.key && a.key == b.key)
    return true;
  if (a.kind == Root::Local || b.kind == Root::Local)
    return false;
  // A pointer of unknown origin may come from a restrict argument.
  if (a.kind == Root::Unknown || b.kind == Root::Unknown)
    return true;
  if (a.kind == Root::NoAlias || b.kind == Root::NoAlias)
    return false;
  return a.kind != Root::Object || b.kind != Root::Object;
}

Operation *ExpressionInlining::evaluatedBy(OpOperand &use) {
  Operation *user = use.getOwner();
  while (isPlaceOp(user)) {
    if (!user->hasOneUse())
      return nullptr;
    user = *user->getUsers().begin();
  }
  return user;
}

/// Returns whether the operation is a branch that leaves the function. Code
/// after it does not see the effects of the branch.
static bool leavesFunction(Operation *op) {
  auto branch = dyn_cast<emitc::IfOp>(op);
  if (!branch || !branch.getElseRegion().empty())
    return false;
  Operation *last = branch.getThenRegion().front().getTerminator();
  auto text = dyn_cast_if_present<emitc::VerbatimOp>(last->getPrevNode());
  return text && text.getValue().starts_with("return ");
}

bool ExpressionInlining::isWrittenBetween(Operation *from, Operation *to,
                                          ArrayRef<Root> reads) {
  if (reads.empty())
    return false;
  auto writes = [&](Operation *op) {
    if (auto assign = dyn_cast<emitc::AssignOp>(op)) {
      Root target = roots.of(assign.getVar());
      return llvm::any_of(reads, [&](Root r) { return mayAlias(target, r); });
    }
    bool isText = isa<emitc::VerbatimOp>(op);
    bool isCall =
        isa<emitc::CallOp, emitc::CallOpaqueOp>(op) && !purity.isPureCall(op);
    return llvm::any_of(reads, [&](Root r) {
      return (isText && r.kind != Root::Constant) ||
             (isCall && r.kind != Root::Constant && r.kind != Root::Local);
    });
  };
  for (Operation *op = from->getNextNode(); op && op != to;
       op = op->getNextNode()) {
    if (leavesFunction(op))
      continue;
    WalkResult result = op->walk([&](Operation *inner) {
      return writes(inner) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return true;
  }
  return false;
}

bool ExpressionInlining::hasOnlyExpressionsBetween(Operation *from,
                                                   Operation *to) {
  for (Operation *op = from->getNextNode(); op != to; op = op->getNextNode())
    if (!isPlaceOp(op) && !isa<emitc::ConstantOp, emitc::LiteralOp>(op))
      return false;
  return true;
}

bool ExpressionInlining::canInlineAt(Operation *op, const Expr &expr,
                                     OpOperand &use) {
  Operation *user = evaluatedBy(use);
  if (!user)
    return expr.isAtom() && expr.reads.empty();
  if (isa<emitc::VerbatimOp>(user) && !expr.isAtom())
    return false;
  // C evaluates a loop's bound in each iteration.
  if (isa<emitc::ForOp>(user) && use.getOperandNumber() != 0 &&
      (!expr.reads.empty() || expr.size > 1 || expr.prec == Prec::Conditional))
    return false;
  Operation *position = op->getBlock()->findAncestorOpInBlock(*user);
  if (!position)
    return false;
  if (expr.hasEffect)
    return position == user && isa<emitc::ReturnOp, emitc::AssignOp>(user) &&
           hasOnlyExpressionsBetween(op, user);
  if (position == user)
    return !isWrittenBetween(op, user, expr.reads);
  // In a nested region, inline neither into loops nor expressions with loads.
  if (!expr.reads.empty())
    return false;
  if (expr.isAtom())
    return true;
  for (Operation *parent = user->getParentOp(); parent != op->getParentOp();
       parent = parent->getParentOp())
    if (!isa<emitc::IfOp, emitc::SwitchOp>(parent))
      return false;
  return true;
}

bool ExpressionInlining::canInline(Operation *op, const Expr &expr) {
  if (getCallParts(op).note || op->hasAttr(kNameAttrName))
    return false;
  if (expr.isAtom() && expr.reads.empty() && !expr.hasEffect)
    return true;
  if (!expr.isAtom() && !op->hasOneUse())
    return false;
  // The expression of a whole statement may be longer.
  bool isWhole = op->hasOneUse() &&
                 isa<emitc::AssignOp, emitc::ReturnOp>(*op->getUsers().begin());
  unsigned factor = isWhole ? 2 : 1;
  if (expr.size > factor * kMaxOperators ||
      expr.text.size() > factor * kMaxText)
    return false;
  return llvm::all_of(op->getUses(), [&](OpOperand &use) {
    return canInlineAt(op, expr, use);
  });
}
