//===- LanesOutputs.cpp - What a step of #kernel.lanes does with its sums
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LanesKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;

/// Returns the buffer of what all sums of a channel start with, or null.
static BlockArgument findStart(Value init) {
  auto broadcast = init.getDefiningOp<linalg::GenericOp>();
  if (!broadcast || broadcast.getNumDpsInputs() != 1 ||
      broadcast.getNumReductionLoops() != 0 ||
      !broadcast.getMatchingIndexingMap(broadcast.getDpsInitOperand(0))
           .isIdentity())
    return {};
  Block *body = broadcast.getBlock();
  OpOperand *input = broadcast.getDpsInputOperand(0);
  if (body->getTerminator()->getOperand(0) != body->getArgument(0) ||
      !isChannelMap(broadcast.getMatchingIndexingMap(input)))
    return {};
  return getReadArgument(input->get());
}

/// Matches an operation that adds a buffer to what `sum` has.
static bool matchAdd(linalg::LinalgOp op, Value sum, LanesOutputs &outputs) {
  Block *body = op.getBlock();
  if (outputs.addend || outputs.low || op.getNumDpsInputs() != 2 ||
      !llvm::hasNItems(*body, 2) || !isa<arith::AddFOp>(body->front()))
    return false;
  auto add = cast<arith::AddFOp>(body->front());
  bool addsInputs = isa<BlockArgument>(add.getLhs()) &&
                    isa<BlockArgument>(add.getRhs()) &&
                    add.getLhs() != add.getRhs();
  for (Value operand : {add.getLhs(), add.getRhs()})
    addsInputs &= operand != body->getArguments().back();
  if (!addsInputs || body->getTerminator()->getOperand(0) != add.getResult())
    return false;
  OpOperand *other =
      op.getDpsInputOperand(op.getDpsInputOperand(0)->get() == sum ? 1 : 0);
  AffineMap map = op.getMatchingIndexingMap(other);
  outputs.addend = getReadArgument(other->get());
  outputs.addsPixels = map.isIdentity();
  return outputs.addend && other->get() != sum &&
         (outputs.addsPixels || isChannelMap(map));
}

/// Matches an operation that limits what it gets, upwards and then downwards.
static bool matchClamp(linalg::LinalgOp op, LanesOutputs &outputs) {
  Block *body = op.getBlock();
  if (outputs.low || op.getNumDpsInputs() != 1 || !llvm::hasNItems(*body, 3))
    return false;
  auto high = dyn_cast<arith::MinimumFOp>(body->front());
  auto low = dyn_cast<arith::MaximumFOp>(*std::next(body->begin()));
  APFloat most(0.0f), least(0.0f);
  if (!high || !low || high.getLhs() != body->getArgument(0) ||
      low.getLhs() != high.getResult() ||
      body->getTerminator()->getOperand(0) != low.getResult() ||
      !matchPattern(high.getRhs(), m_ConstantFloat(&most)) ||
      !matchPattern(low.getRhs(), m_ConstantFloat(&least)))
    return false;
  // kernel.dot_lanes has no limits at which the sign of a zero matters.
  if (most.isNaN() || least.isNaN() || least > most || most.isZero() ||
      least.isNegZero())
    return false;
  outputs.low = least;
  outputs.high = most;
  return true;
}

std::optional<LanesOutputs> LanesOutputs::find(const BlockedKernel &kernel) {
  if (!kernel.others.empty() || kernel.isForked)
    return std::nullopt;
  LanesOutputs outputs;
  Value init = kernel.getInit();
  if (init && !(outputs.start = findStart(init)))
    return std::nullopt;
  Value sum = kernel.conv->getResult(0);
  for (Operation *op : kernel.epilogue) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    // Reshapes keep the positions.
    if (generic && !matchClamp(generic, outputs) &&
        !matchAdd(generic, sum, outputs))
      return std::nullopt;
    if (!generic && isa<linalg::LinalgOp>(op))
      return std::nullopt;
    sum = op->getResult(0);
  }
  return outputs;
}
