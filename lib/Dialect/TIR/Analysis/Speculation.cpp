//===- Speculation.cpp - Running operations speculatively
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/Speculation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

/// Returns true if `op` can trap even though upstream declares it pure.
static bool mayTrap(Operation *op) {
  if (auto remainder = dyn_cast<arith::RemUIOp>(op))
    return !matchPattern(remainder.getRhs(), m_IntRangeWithoutZeroU());
  // Dividing the smallest integer by -1 traps, too.
  if (isa<arith::RemSIOp, arith::FloorDivSIOp>(op))
    return !matchPattern(op->getOperand(1), m_IntRangeWithoutZeroS()) ||
           !matchPattern(op->getOperand(1), m_IntRangeWithoutNegOneS());
  // 0 to a negative power is 1 / 0.
  if (auto power = dyn_cast<math::IPowIOp>(op))
    return !matchPattern(power.getLhs(), m_IntRangeWithoutZeroU());
  return false;
}

bool tir::canSpeculate(Operation *op) {
  if (!isPure(op))
    return false;
  WalkResult result = op->walk([](Operation *inner) {
    return mayTrap(inner) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

void tir::dropLocalPromises(Operation *op) {
  op->walk([](arith::ArithIntegerOverflowFlagsInterface inner) {
    inner->setAttr(inner.getIntegerOverflowAttrName(),
                   arith::IntegerOverflowFlagsAttr::get(
                       inner->getContext(), arith::IntegerOverflowFlags::none));
  });
}
