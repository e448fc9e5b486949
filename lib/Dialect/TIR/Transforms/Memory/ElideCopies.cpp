//===- ElideCopies.cpp - Results written where they are copied to
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverlapVariants.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/Analysis/BufferDependences.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRELIDECOPIESPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// A copy of a result that `call` writes whole, and that nothing reads later.
struct ResultCopy {
  memref::CopyOp copy;
  CallTIROp call;
  /// The argument of the call that is the result.
  unsigned output;
  /// The type of the destination as the callee expects it.
  MemRefType type;
  /// Arguments that are the destination itself.
  SmallVector<unsigned, 1> inputs;
};
} // namespace

/// Returns the call that writes `result` before its other uses, all of which
/// are in the block of `copy` and not after it; or null.
static CallTIROp findWriter(memref::AllocOp result, memref::CopyOp copy) {
  SmallVector<Operation *> users = {result};
  Operation *first = copy;
  for (unsigned index = 0; index < users.size(); ++index)
    for (Operation *user : users[index]->getUsers()) {
      if (user->getBlock() != copy->getBlock() || copy->isBeforeInBlock(user))
        return {};
      if (user->isBeforeInBlock(first))
        first = user;
      if (isa<ViewLikeOpInterface>(user))
        users.push_back(user);
    }
  return dyn_cast<CallTIROp>(first);
}

/// Collects the operations after `call` that `value` depends on, those that
/// others need first. Returns false if one of them cannot move before it.
static bool collectMovable(Value value, CallTIROp call,
                           llvm::SetVector<Operation *> &moved) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != call->getBlock() || op->isBeforeInBlock(call))
    return true;
  if (!isPure(op) || op->getNumRegions() != 0 || op == call)
    return false;
  for (Value operand : op->getOperands())
    if (!collectMovable(operand, call, moved))
      return false;
  moved.insert(op);
  return true;
}

/// Finds the arguments that `match.call` reads from the destination. Returns
/// false if the callee may not write there, since it would overwrite what it
/// still needs.
static bool findInputs(ResultCopy &match) {
  Value target = getViewedBuffer(match.copy.getTarget());
  CallTIROp call = match.call;
  auto callee = cast<PrimFuncOp>(call.lookupDeclaration());
  unsigned output = call.getCalleeIndex(match.output);
  for (auto [index, arg] : llvm::enumerate(call.getArgOperands())) {
    if (index == match.output || !isa<BaseMemRefType>(arg.getType()))
      continue;
    Value buffer = getViewedBuffer(arg);
    if (buffer == getViewedBuffer(call.getArgOperands()[match.output]))
      return false;
    if (!mayShareMemory(buffer, target))
      continue;
    std::optional<int64_t> least =
        getDistance(callee, output, call.getCalleeIndex(index));
    if (buffer != target || !showsWholeBuffer(arg) ||
        !showsWholeBuffer(match.copy.getTarget()) || !least || *least > 0)
      return false;
    match.inputs.push_back(index);
  }
  return true;
}

/// Returns whether `buffer` is a state variable of its function.
static bool isVariable(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  auto function = argument
                      ? dyn_cast<PrimFuncOp>(argument.getOwner()->getParentOp())
                      : PrimFuncOp();
  return function && getPort(function, argument.getArgNumber()).variable;
}

static std::optional<ResultCopy> matchCopy(memref::CopyOp copy,
                                           bool variables) {
  auto result = copy.getSource().getDefiningOp<memref::AllocOp>();
  Value buffer = getViewedBuffer(copy.getTarget());
  auto target = buffer.getDefiningOp<memref::AllocOp>();
  if (!result || result == target)
    return std::nullopt;
  // Both are in the same pools.
  auto attributes = result->getDiscardableAttrDictionary();
  if (target ? attributes != target->getDiscardableAttrDictionary()
             : !variables || !isVariable(buffer) || !attributes.empty())
    return std::nullopt;
  CallTIROp call = findWriter(result, copy);
  auto callee = call ? dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration())
                     : PrimFuncOp();
  if (!callee || callee.isExternal() || call->getNumRegions() != 0)
    return std::nullopt;
  ResultCopy match = {copy, call, 0, {}, {}};
  match.output = llvm::find(call.getArgOperands(), result.getResult()) -
                 call.getArgOperands().begin();
  match.type = getRebasedType(cast<MemRefType>(copy.getTarget().getType()));
  if (match.type != result.getType() ||
      call.getArgEffect(match.output) != Effect::Write || !findInputs(match))
    return std::nullopt;
  // In between, the destination still has its old contents.
  for (Operation *op = call->getNextNode(); op != copy; op = op->getNextNode())
    if (!isPure(op) && !isa<memref::AllocOp>(op) && mustStayInOrder(op, copy))
      return std::nullopt;
  return match;
}

/// Makes the call write to the destination. Returns false if that is only known
/// after the call.
static bool elide(const ResultCopy &match) {
  memref::CopyOp copy = match.copy;
  llvm::SetVector<Operation *> moved;
  if (!collectMovable(copy.getTarget(), match.call, moved))
    return false;
  for (Operation *op : moved)
    op->moveBefore(match.call);
  Value target = copy.getTarget();
  OpBuilder builder(match.call);
  if (target.getType() != match.type)
    target = RebaseOp::create(builder, copy.getLoc(), match.type, target,
                              /*offset=*/Value());
  auto result = copy.getSource().getDefiningOp<memref::AllocOp>();
  copy.erase();
  result.replaceAllUsesWith(target);
  result.erase();
  return true;
}

namespace {
struct ElideCopiesPass
    : public tir::impl::TIRElideCopiesPassBase<ElideCopiesPass> {
  using TIRElideCopiesPassBase::TIRElideCopiesPassBase;

  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    SmallVector<Overlap> overlaps;
    for (memref::CopyOp copy : copies) {
      std::optional<ResultCopy> match = matchCopy(copy, variables);
      if (!match || !elide(*match))
        continue;
      for (unsigned input : match->inputs)
        overlaps.push_back({match->call, match->output, input});
    }
    SymbolTable symbols(getOperation());
    makeOverlapVariants(getOperation(), symbols, overlaps);
  }
};
} // namespace
