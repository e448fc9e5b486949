//===- RingTail.cpp - The newest rows of a ring
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingTail.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"

using namespace mlir;
using namespace tir;

/// Returns whether a view of the ring may show elements from `kept` on.
static bool reachesTail(Value view, memref::AllocOp ring, int64_t kept) {
  auto part = view.getDefiningOp<RebaseOp>();
  if (!part || part.getSource() != ring.getResult() || !part.getOffset())
    return true;
  std::optional<int64_t> offset = getConstantIntValue(part.getOffset()),
                         span = getSpan(part.getType());
  return !offset || !span || *offset + *span > kept;
}

std::optional<RingTail> tir::findRingTail(memref::AllocOp ring,
                                          const BufferLifetimes &lifetimes) {
  auto kept = ring->getAttrOfType<IntegerAttr>(kRingAttrName);
  if (!kept)
    return std::nullopt;
  std::optional<Lifetime> steps;
  for (auto [step, op] : llvm::enumerate(lifetimes.getSteps()))
    for (Value operand : op->getOperands())
      if (isa<MemRefType>(operand.getType()) &&
          getViewedBuffer(operand) == ring.getResult() &&
          reachesTail(operand, ring, kept.getInt()))
        steps = Lifetime{steps ? steps->first : unsigned(step), unsigned(step)};
  if (!steps)
    return std::nullopt;
  return RingTail{kept.getInt(), *steps};
}
