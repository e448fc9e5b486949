//===- CalleeEffects.cpp - What a function does beyond its arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/CalleeEffects.h"

#include "tir/Dialect/TIR/IR/BufferOrigins.h"

using namespace mlir;
using namespace tir;

/// Whether nobody outside sees what happens to the memory behind `pointer`, but
/// by a buffer argument, whose effect is declared: of what another pointer
/// points to nothing is.
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
    // Not by its own effects: a function that calls itself would ask forever.
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
  llvm::SmallPtrSet<Operation *, 4> seen;
  return ::hasEffectsBeyondArguments(function, seen);
}
