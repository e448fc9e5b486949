//===- BufferLifetimes.cpp - When the buffers of a function live
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

/// Returns true if `op` is a step. Views and constants access no memory, and a
/// buffer's uses determine its lifetime, not its allocation and deallocation.
static bool isStep(Operation &op) {
  return isa<CallTIROp>(op) ||
         (!isa<memref::AllocOp, memref::DeallocOp, ReturnOp>(op) &&
          !isMemoryEffectFree(&op));
}

BufferLifetimes::BufferLifetimes(PrimFuncOp function) : views(function) {
  addSteps(function.getBody());
}

void BufferLifetimes::addSteps(Region &region) {
  for (Operation &op : region.getOps()) {
    if (!isa<RegionBranchOpInterface>(op)) {
      if (isStep(op)) {
        stepOf[&op] = steps.size();
        steps.push_back(&op);
      }
      continue;
    }
    unsigned first = steps.size();
    for (Region &inner : op.getRegions())
      addSteps(inner);
    if (isa<LoopLikeOpInterface>(op) && steps.size() != first)
      loops[&op] = {first, unsigned(steps.size() - 1)};
  }
}

std::optional<Lifetime> BufferLifetimes::getSteps(Operation *loop) const {
  const auto *known = loops.find(loop);
  return known != loops.end() ? std::optional(known->second) : std::nullopt;
}

/// Returns the steps in which `user` uses a buffer that belongs to `home`.
std::optional<Lifetime> BufferLifetimes::getUse(Operation *user,
                                                Region *home) const {
  std::optional<Lifetime> use;
  for (Operation *op = user; op && op->getParentRegion();
       op = op->getParentOp()) {
    if (auto step = stepOf.find(op); step != stepOf.end())
      use = Lifetime{step->second, step->second};
    else if (const auto *loop = loops.find(op); use && loop != loops.end())
      use = loop->second;
    if (op->getParentRegion() == home)
      break;
  }
  return use;
}

std::optional<Lifetime> BufferLifetimes::getUsedSteps(Value buffer) const {
  std::optional<Lifetime> lifetime;
  for (Value view : views.resolve(buffer))
    for (Operation *user : view.getUsers()) {
      std::optional<Lifetime> use = getUse(user, buffer.getParentRegion());
      if (!use)
        continue;
      if (!lifetime)
        lifetime = use;
      lifetime->first = std::min(lifetime->first, use->first);
      lifetime->last = std::max(lifetime->last, use->last);
    }
  return lifetime;
}

Effect tir::getArgumentEffect(DictionaryAttr attributes) {
  auto effect = attributes.getAs<EffectAttr>(kEffectAttrName);
  return effect ? effect.getValue() : Effect::ReadWrite;
}

/// Returns what a run does with a buffer of the application, or std::nullopt if
/// the buffer is not one.
static std::optional<Effect> getApplicationEffect(Value buffer) {
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>()) {
    DictionaryAttr attributes = getFormerArgument(alloc);
    return attributes ? std::optional(getArgumentEffect(attributes))
                      : std::nullopt;
  }
  auto argument = dyn_cast<BlockArgument>(buffer);
  auto function = argument
                      ? dyn_cast<PrimFuncOp>(argument.getOwner()->getParentOp())
                      : PrimFuncOp();
  return function ? std::optional(function.getEffect(argument.getArgNumber()))
                  : std::nullopt;
}

std::optional<Lifetime> BufferLifetimes::getLifetime(Value buffer) const {
  std::optional<Lifetime> used = getUsedSteps(buffer);
  std::optional<Effect> effect = getApplicationEffect(buffer);
  if (!effect)
    return used;
  unsigned afterRun = steps.size();
  Lifetime lifetime = {0, afterRun};
  if (effect == Effect::Read)
    lifetime.last = used ? used->last : 0;
  if (effect == Effect::Write && used)
    lifetime.first = used->first;
  return lifetime;
}

Value BufferLifetimes::getViewOutside(Value buffer) const {
  for (Value view : views.resolve(buffer))
    if (!buffer.getParentRegion()->isAncestor(view.getParentRegion()))
      return view;
  return {};
}

bool tir::mayWrite(OpOperand &operand) {
  // A call may have thousands of arguments, and tells about one at a time.
  if (auto call = dyn_cast<BufferCallOpInterface>(operand.getOwner())) {
    auto args = call.getArgOperands();
    unsigned index = operand.getOperandNumber() - args.getBeginOperandIndex();
    return index < args.size() && call.getArgEffect(index) != Effect::Read;
  }
  auto effects = dyn_cast<MemoryEffectOpInterface>(operand.getOwner());
  if (!effects)
    return true;
  SmallVector<MemoryEffects::EffectInstance> found;
  effects.getEffects(found);
  return llvm::any_of(found, [&](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) &&
           (effect.getEffectValue<OpOperand *>() == &operand ||
            effect.getValue() == operand.get());
  });
}

/// Returns whether a step is a call of a kernel that computes an operator of
/// the model.
static bool computesOperator(Operation *step) {
  auto call = dyn_cast<CallTIROp>(step);
  return call && isKernel(call.lookupCallee());
}

OpOperand *BufferLifetimes::getFirstWrite(Value buffer) const {
  SmallVector<std::pair<std::pair<unsigned, unsigned>, OpOperand *>> uses;
  for (Value view : views.resolve(buffer))
    for (OpOperand &use : view.getUses())
      if (auto step = stepOf.find(use.getOwner()); step != stepOf.end())
        uses.push_back({{step->second, use.getOperandNumber()}, &use});
  llvm::sort(uses, llvm::less_first());
  OpOperand *first = nullptr;
  for (OpOperand *use : llvm::make_second_range(uses)) {
    if (!mayWrite(*use))
      continue;
    if (computesOperator(use->getOwner()))
      return use;
    if (!first)
      first = use;
  }
  return first;
}

/// Returns true if `user` writes the address of `view` to memory.
static bool storesAddress(Operation *user, Value view) {
  return llvm::TypeSwitch<Operation *, bool>(user)
      .Case<StructSetOp, DLTensorSetOp, PackedSetOp>(
          [&](auto set) { return set.getValue() == view; })
      .Default(false);
}

Operation *BufferLifetimes::getEscape(Value buffer) const {
  auto aliases = views.resolve(buffer);
  // Every type of the dialect is a pointer.
  auto isUnknown = [&](Value result) {
    Type type = result.getType();
    return (isa<BaseMemRefType>(type) || isa<TIRDialect>(type.getDialect())) &&
           !aliases.contains(result);
  };
  // If there are several, returns the first in the block, independent of the
  // order of the aliases.
  Operation *escape = nullptr;
  for (Value view : aliases)
    for (Operation *user : view.getUsers())
      if ((isa<memref::ExtractAlignedPointerAsIndexOp>(user) ||
           storesAddress(user, view) ||
           (!isa<BufferCallOpInterface>(user) &&
            llvm::any_of(user->getResults(), isUnknown))) &&
          (!escape || (user->getBlock() == escape->getBlock() &&
                       user->isBeforeInBlock(escape))))
        escape = user;
  return escape;
}
