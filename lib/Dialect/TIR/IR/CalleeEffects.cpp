//===- CalleeEffects.cpp - What a function does beyond its arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/CalleeEffects.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace tir;

Value tir::getViewedBuffer(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

bool tir::isConstantGlobal(Operation *op) {
  auto get = dyn_cast_if_present<memref::GetGlobalOp>(op);
  auto global = get ? SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
                          get, get.getNameAttr())
                    : memref::GlobalOp();
  return global && global.getConstant();
}

bool tir::isConstantBuffer(Value buffer) {
  Operation *op = getViewedBuffer(buffer).getDefiningOp();
  auto view = dyn_cast_if_present<PoolViewOp>(op);
  auto pool = view ? SymbolTable::lookupNearestSymbolFrom<PoolOp>(
                         view, view.getPoolAttr())
                   : PoolOp();
  return isConstantGlobal(op) || (pool && pool.getReadOnly());
}

/// Whether nobody outside sees what happens to `buffer`, but by an argument,
/// whose effect is declared.
static bool isOwn(Value buffer, PrimFuncOp function) {
  Value root = getViewedBuffer(buffer);
  if (auto argument = dyn_cast<BlockArgument>(root))
    return argument.getOwner()->getParentOp() == function;
  return isConstantBuffer(root) ||
         hasEffect<MemoryEffects::Allocate>(root.getDefiningOp(), root);
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
