//===- BufferDependences.cpp - Operations that must stay in order
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/BufferDependences.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

/// Returns whether a view of bytes, as elements of any type, has all of them.
static bool showsAllBytes(memref::ViewOp view) {
  MemRefType type = view.getType(), source = view.getSource().getType();
  if (!type.hasStaticShape() || !source.hasStaticShape() ||
      !type.getElementType().isIntOrFloat())
    return false;
  return type.getNumElements() * type.getElementTypeBitWidth() ==
         source.getNumElements() * source.getElementTypeBitWidth();
}

bool tir::showsWholeBuffer(Value value) {
  for (Operation *op = value.getDefiningOp();
       isa_and_nonnull<ViewLikeOpInterface>(op);
       op = op->getOperand(0).getDefiningOp()) {
    auto view = dyn_cast<memref::ViewOp>(op);
    if (view ? !showsAllBytes(view)
             : !isa<memref::CastOp, memref::CollapseShapeOp,
                    memref::ExpandShapeOp>(op))
      return false;
  }
  return true;
}

static bool isAllocation(Value buffer) {
  return isa<OpResult>(buffer) &&
         hasEffect<MemoryEffects::Allocate>(buffer.getDefiningOp(), buffer);
}

/// Returns true for an argument of a prim_func that shares memory with none of
/// the others.
static bool isOwnArgument(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  auto function = argument
                      ? dyn_cast<PrimFuncOp>(argument.getOwner()->getParentOp())
                      : PrimFuncOp();
  // There are no declarations about the memory behind other pointers.
  if (!function || !isa<BaseMemRefType>(argument.getType()))
    return false;
  return getPort(function, argument.getArgNumber()).isNoAlias.value_or(true);
}

static bool isFunctionArgument(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

bool tir::mayShareMemory(Value first, Value second) {
  if (first == second)
    return true;
  auto firstGlobal = first.getDefiningOp<memref::GetGlobalOp>();
  auto secondGlobal = second.getDefiningOp<memref::GetGlobalOp>();
  if (firstGlobal && secondGlobal)
    return firstGlobal.getNameAttr() == secondGlobal.getNameAttr();
  if (isOwnArgument(first) && isOwnArgument(second))
    return false;
  auto isKnown = [](Value buffer) {
    return isAllocation(buffer) || isFunctionArgument(buffer) ||
           buffer.getDefiningOp<memref::GetGlobalOp>();
  };
  // A value about which nothing else is known, such as one that a loop carries,
  // may be an allocation.
  return !((isAllocation(first) && isKnown(second)) ||
           (isAllocation(second) && isKnown(first)));
}

static bool conflict(const MemoryEffects::EffectInstance &first,
                     const MemoryEffects::EffectInstance &second) {
  if (isa<MemoryEffects::Allocate>(first.getEffect()) ||
      isa<MemoryEffects::Allocate>(second.getEffect()) ||
      (isa<MemoryEffects::Read>(first.getEffect()) &&
       isa<MemoryEffects::Read>(second.getEffect())))
    return false;
  Value firstBuffer = first.getValue(), secondBuffer = second.getValue();
  return !firstBuffer || !secondBuffer ||
         mayShareMemory(getViewedBuffer(firstBuffer),
                        getViewedBuffer(secondBuffer));
}

bool tir::mustStayInOrder(Operation *earlier, Operation *later) {
  WalkResult uses = later->walk([&](Operation *op) {
    return llvm::any_of(op->getOperands(),
                        [&](Value operand) {
                          return operand.getDefiningOp() == earlier;
                        })
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (uses.wasInterrupted())
    return true;
  auto first = getEffectsRecursively(earlier);
  auto second = getEffectsRecursively(later);
  if ((first && first->empty()) || (second && second->empty()))
    return false;
  if (!first || !second)
    return true;
  return llvm::any_of(*first, [&](const MemoryEffects::EffectInstance &a) {
    return llvm::any_of(*second, [&](const MemoryEffects::EffectInstance &b) {
      return conflict(a, b);
    });
  });
}
