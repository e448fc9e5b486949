//===- RingTail.cpp - The newest rows of a ring
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingTail.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Returns whether a view of the ring may show elements from `kept` on.
static bool reachesTail(Value view, memref::AllocOp ring, int64_t kept) {
  auto part = view.getDefiningOp<RebaseOp>();
  if (!part || part.getSource() != ring.getResult() || !part.getOffset())
    return true;
  std::optional<int64_t> offset = getConstantIntValue(part.getOffset()),
                         span = getSpan(part.getType());
  return !offset || !span || *offset + *span > kept;
}

llvm::DenseMap<Value, RingTail>
tir::findRingTails(const BufferLifetimes &lifetimes) {
  llvm::DenseMap<Value, RingTail> tails;
  for (auto [number, op] : llvm::enumerate(lifetimes.getSteps())) {
    unsigned step = number;
    for (Value operand : op->getOperands()) {
      if (!isa<MemRefType>(operand.getType()))
        continue;
      auto ring = getViewedBuffer(operand).getDefiningOp<memref::AllocOp>();
      auto attr = ring ? ring->getAttrOfType<RingAttr>(kRowsAttrName) : nullptr;
      if (!attr || attr.getKept() < 0 ||
          !reachesTail(operand, ring, attr.getKept()))
        continue;
      RingTail first = {attr.getKept(), {step, step}};
      tails.try_emplace(ring, first).first->second.steps.last = step;
    }
  }
  return tails;
}
