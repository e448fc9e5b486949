//===- VectorRescale.cpp - A rescale of several channels at a time
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorRescale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"

using namespace mlir;
using namespace tir;

/// Returns the buffer with one number for each channel that `scalar` of the
/// body is, or null.
static Value findChannelNumbers(linalg::GenericOp generic, Value scalar) {
  OpOperand *operand = getElementOperand(scalar);
  if (!operand || operand->getOwner() != generic.getOperation() ||
      !isChannelMap(generic.getMatchingIndexingMap(operand)))
    return {};
  return getReadArgument(operand->get());
}

/// Returns the buffer that the sums of a convolution start with, or null.
static Value findBias(linalg::LinalgOp conv) {
  auto broadcast =
      conv.getDpsInitOperand(0)->get().getDefiningOp<linalg::GenericOp>();
  if (!broadcast || broadcast.getNumDpsInputs() != 1)
    return {};
  auto yielded = dyn_cast<BlockArgument>(
      broadcast.getBlock()->getTerminator()->getOperand(0));
  OpOperand *input = broadcast.getDpsInputOperand(0);
  AffineMap map = broadcast.getMatchingIndexingMap(input);
  constexpr unsigned kChannel = 3;
  if (!yielded || yielded.getArgNumber() != 0 || map.getNumResults() != 1 ||
      map.getResult(0) != getAffineDimExpr(kChannel, map.getContext()))
    return {};
  return getReadArgument(input->get());
}

/// Returns the only operation that computes with the sums, or null.
static linalg::GenericOp findOnlyGeneric(const BlockedKernel &kernel,
                                         Value &sum) {
  linalg::GenericOp only;
  sum = kernel.conv->getResult(0);
  for (Operation *op : kernel.epilogue) {
    if (only && isa<linalg::LinalgOp>(op))
      return {};
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      only = generic;
    else if (isa<linalg::LinalgOp>(op))
      return {};
    if (!only)
      sum = op->getResult(0);
  }
  return only;
}

std::optional<VectorRescale> VectorRescale::find(const BlockedKernel &kernel) {
  Value sum;
  linalg::GenericOp generic = findOnlyGeneric(kernel, sum);
  if (!generic || kernel.storesWords)
    return std::nullopt;
  VectorRescale rescale;
  // From the stored element up to the sum.
  Value value = generic.getBlock()->getTerminator()->getOperand(0);
  auto truncate = value.getDefiningOp<arith::TruncIOp>();
  if (!truncate || !truncate.getType().isInteger(8))
    return std::nullopt;
  value = truncate.getIn();
  while (Operation *op = value.getDefiningOp()) {
    std::optional<int64_t> bound = op->getNumOperands() == 2
                                       ? getConstantNumber(op->getOperand(1))
                                       : std::nullopt;
    if (!bound || !isa<arith::MaxSIOp, arith::MinSIOp>(op))
      break;
    if (isa<arith::MaxSIOp>(op))
      rescale.min = std::max(rescale.min, *bound);
    else
      rescale.max = std::min(rescale.max, *bound);
    value = op->getOperand(0);
  }
  auto right = value.getDefiningOp<arith::ShRSIOp>();
  auto negative =
      right ? right.getRhs().getDefiningOp<arith::SubIOp>() : arith::SubIOp();
  auto requantize =
      right ? right.getLhs().getDefiningOp<RequantizeOp>() : RequantizeOp();
  auto left = requantize
                  ? requantize.getAccumulator().getDefiningOp<arith::ShLIOp>()
                  : arith::ShLIOp();
  if (!negative || !left || getConstantNumber(negative.getLhs()) != 0 ||
      !getConstantNumber(left.getRhs()) || requantize.getShift() != 0 ||
      requantize.getBits() != 32 || rescale.min > rescale.max)
    return std::nullopt;
  OpOperand *element = getElementOperand(left.getLhs());
  if (!element || element->get() != sum)
    return std::nullopt;
  rescale.fractionBits = *getConstantNumber(left.getRhs());
  rescale.bias = findBias(kernel.conv);
  rescale.scale = findChannelNumbers(generic, requantize.getMultiplier());
  rescale.offset = findChannelNumbers(generic, requantize.getOffset());
  rescale.shift = findChannelNumbers(generic, negative.getRhs());
  Value sign = requantize.getSignOffset();
  if (sign)
    rescale.signOffset = findChannelNumbers(generic, sign);
  return !sign == !rescale.signOffset && rescale.bias && rescale.scale &&
                 rescale.offset && rescale.shift
             ? std::optional(rescale)
             : std::nullopt;
}
