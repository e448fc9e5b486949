//===- InferEffects.cpp - What functions do with their buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/BufferDependences.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;

/// Returns true if `op` writes every element of `buffer` and reads none.
static bool overwrites(Operation *op, Value buffer) {
  unsigned uses = llvm::count_if(op->getOperands(), [&](Value operand) {
    return getViewedBuffer(operand) == buffer;
  });
  auto isWhole = [&](Value operand) {
    return uses == 1 && getViewedBuffer(operand) == buffer &&
           showsWholeBuffer(operand);
  };
  if (auto call = dyn_cast<BufferCallOpInterface>(op)) {
    for (auto [index, operand] : llvm::enumerate(call.getArgOperands()))
      if (isWhole(operand))
        return call.getArgEffect(index) == Effect::Write;
    return false;
  }
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return isWhole(copy.getTarget());
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp &&
         llvm::any_of(linalgOp.getDpsInitsMutable(), [&](OpOperand &init) {
           return isWhole(init.get()) &&
                  !linalgOp.payloadUsesValueFromOperand(&init) &&
                  linalgOp.getMatchingIndexingMap(&init)
                      .isProjectedPermutation();
         });
}

static Effect inferEffect(PrimFuncOp function, BlockArgument argument) {
  bool isRead = false, isWritten = false, isUnknown = false;
  function.walk([&](Operation *op) {
    if (op == function)
      return;
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects) {
      isUnknown |= !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
                   llvm::any_of(op->getOperands(),
                                [&](Value operand) {
                                  return getViewedBuffer(operand) == argument;
                                }) &&
                   !isMemoryEffectFree(op);
      return;
    }
    SmallVector<MemoryEffects::EffectInstance> found;
    effects.getEffects(found);
    for (const MemoryEffects::EffectInstance &effect : found) {
      if (!effect.getValue() || getViewedBuffer(effect.getValue()) != argument)
        continue;
      isRead |= isa<MemoryEffects::Read>(effect.getEffect());
      isWritten |= isa<MemoryEffects::Write>(effect.getEffect());
    }
  });
  if (isUnknown)
    return Effect::ReadWrite;
  if (!isWritten)
    return Effect::Read;
  // Reads after the first operation that uses the argument see values that the
  // function wrote.
  for (Operation &op : function.getBody().front()) {
    bool uses = false;
    op.walk([&](Operation *inner) {
      uses |= !isPure(inner) &&
              llvm::any_of(inner->getOperands(), [&](Value operand) {
                return getViewedBuffer(operand) == argument;
              });
    });
    if (uses)
      return overwrites(&op, argument) ? Effect::Write : Effect::ReadWrite;
  }
  return Effect::ReadWrite;
}

static void inferEffects(PrimFuncOp function, DenseSet<Operation *> &seen) {
  if (function.isExternal() || !seen.insert(function).second)
    return;
  // The effects of callees count, too.
  function.walk([&](CallTIROp call) {
    if (PrimFuncOp callee = call.lookupCallee())
      inferEffects(callee, seen);
  });
  for (BlockArgument argument : function.getArguments())
    if (isa<BaseMemRefType>(argument.getType()) &&
        !function.getArgAttr(argument.getArgNumber(), kEffectAttrName))
      function.setEffect(argument.getArgNumber(),
                         inferEffect(function, argument));
}

void tir::inferEffects(ModuleOp module) {
  DenseSet<Operation *> seen;
  for (auto function : module.getOps<PrimFuncOp>())
    ::inferEffects(function, seen);
}
