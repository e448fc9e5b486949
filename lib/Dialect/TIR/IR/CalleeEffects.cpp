//===- CalleeEffects.cpp - What a function does beyond its arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/CalleeEffects.h"

#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

using namespace mlir;
using namespace tir;

/// Returns true if accesses to the memory behind `pointer` have no effects
/// outside the function, except through a buffer argument, whose effect is
/// declared. The effect on the memory behind any other pointer is not declared.
static bool isOwn(Value pointer, PrimFuncOp function) {
  return llvm::all_of(getOrigins(pointer), [&](Value origin) {
    if (auto argument = dyn_cast<BlockArgument>(origin))
      return argument.getOwner()->getParentOp() == function &&
             isa<BaseMemRefType>(argument.getType());
    return isConstantOrigin(origin) ||
           hasEffect<MemoryEffects::Allocate>(origin.getDefiningOp(), origin);
  });
}

static bool hasEffectsBeyondArguments(PrimFuncOp function,
                                      llvm::SmallPtrSetImpl<Operation *> &seen);

static bool reachesBeyond(Operation *op, PrimFuncOp function,
                          llvm::SmallPtrSetImpl<Operation *> &seen) {
  if (auto call = dyn_cast<CallTIROp>(op)) {
    // Does not query the effects of the call itself: the query would not end
    // for a function that calls itself.
    PrimFuncOp callee = call.lookupCallee();
    return !callee || hasEffectsBeyondArguments(callee, seen) ||
           llvm::any_of(call.getArgs(), [&](Value operand) {
             return isa<BaseMemRefType>(operand.getType()) &&
                    !isOwn(operand, function);
           });
  }
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
           !isMemoryEffectFree(op);
  SmallVector<MemoryEffects::EffectInstance> found;
  effects.getEffects(found);
  return llvm::any_of(found, [&](const MemoryEffects::EffectInstance &effect) {
    if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      return false;
    Value buffer = effect.getValue();
    return !buffer || !isOwn(buffer, function);
  });
}

static bool
hasEffectsBeyondArguments(PrimFuncOp function,
                          llvm::SmallPtrSetImpl<Operation *> &seen) {
  if (!seen.insert(function).second)
    return false;
  if (function.isExternal())
    return true;
  WalkResult found = function.getBody().walk([&](Operation *op) {
    return reachesBeyond(op, function, seen) ? WalkResult::interrupt()
                                             : WalkResult::advance();
  });
  return found.wasInterrupted();
}

bool tir::hasEffectsBeyondArguments(PrimFuncOp function) {
  return SymbolLookupScope::remember(function, [&] {
    llvm::SmallPtrSet<Operation *, 4> seen;
    return ::hasEffectsBeyondArguments(function, seen);
  });
}
