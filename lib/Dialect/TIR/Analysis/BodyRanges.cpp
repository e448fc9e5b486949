//===- BodyRanges.cpp - Ranges of numbers in the body of an operation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/ChannelFlow.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "tir/Support/AffineRescale.h"

using namespace mlir;
using namespace tir;

namespace {
class BodyRanges {
public:
  BodyRanges(Block &body, ArrayRef<ChannelRange> arguments) {
    for (auto [argument, range] :
         llvm::zip_equal(body.getArguments(), arguments))
      ranges[argument] = range;
    for (Operation &op : body.without_terminator())
      infer(op);
    for (Value yielded : body.getTerminator()->getOperands())
      ranges.try_emplace(yielded, get(yielded));
  }

  DenseMap<Value, ChannelRange> ranges;

private:
  /// Returns the range of a number of the body, or of a constant around it.
  ChannelRange get(Value value) {
    auto found = ranges.find(value);
    if (found != ranges.end())
      return found->second;
    APInt number;
    if (matchPattern(value, m_ConstantInt(&number)) &&
        number.getBitWidth() <= 64)
      return {number.getSExtValue(), number.getSExtValue()};
    return ChannelRange::getFull(value.getType());
  }

  void infer(Operation &op) {
    if (auto scale = dyn_cast<tosa::ApplyScaleOp>(op))
      ranges[scale.getResult()] = inferScale(scale);
    else if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      ranges[extract.getResult()] = inferLookup(extract);
    else if (auto integers = dyn_cast<InferIntRangeInterface>(op))
      inferIntegers(integers);
    for (Value result : op.getResults())
      ranges.try_emplace(result, ChannelRange::getFull(result.getType()));
  }

  ChannelRange inferScale(tosa::ApplyScaleOp op);
  ChannelRange inferLookup(tensor::ExtractOp op);
  void inferIntegers(InferIntRangeInterface op);
};
} // namespace

/// Evaluates the rescale at both ends, between which it does not decrease. Its
/// result is only known where the specification defines it: no intermediate
/// value leaves its type.
ChannelRange BodyRanges::inferScale(tosa::ApplyScaleOp op) {
  ChannelRange full = ChannelRange::getFull(op.getType());
  ChannelRange multiplier = get(op.getMultiplier()), shift = get(op.getShift());
  if (!multiplier.isConstant() || !shift.isConstant() ||
      !op.getMultiplier().getType().isInteger(32) ||
      op.getRoundingMode() == tosa::RoundingMode::INEXACT_ROUND)
    return full;
  ChannelRange value = get(op.getValue());
  RescaleChannel channel = {static_cast<int32_t>(multiplier.low),
                            static_cast<int32_t>(shift.low),
                            op.getRoundingMode() ==
                                tosa::RoundingMode::DOUBLE_ROUND,
                            /*bias=*/0,
                            value.low,
                            value.high,
                            /*outputZeroPoint=*/0,
                            full.low,
                            full.high};
  if (!channel.isDefined())
    return full;
  return {channel.evaluate(value.low), channel.evaluate(value.high)};
}

/// Returns the range of the part of a constant table that may be read.
ChannelRange BodyRanges::inferLookup(tensor::ExtractOp op) {
  ChannelRange full = ChannelRange::getFull(op.getType());
  DenseIntElementsAttr table;
  if (!matchPattern(op.getTensor(), m_Constant(&table)) ||
      table.getType().getRank() != 1 ||
      table.getElementType().getIntOrFloatBitWidth() > 64)
    return full;
  ChannelRange index = get(op.getIndices().front());
  int64_t first = std::max<int64_t>(index.low, 0);
  int64_t last = std::min<int64_t>(index.high, table.getNumElements() - 1);
  if (first > last)
    return full;
  auto values = table.getValues<APInt>();
  auto at = [&](int64_t i) { return values[i].getSExtValue(); };
  ChannelRange range = {at(first), at(first)};
  for (int64_t i = first + 1; i <= last; ++i)
    range = range.join({at(i), at(i)});
  return range;
}

/// Asks upstream's interface.
void BodyRanges::inferIntegers(InferIntRangeInterface op) {
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands()) {
    unsigned width = ConstantIntRanges::getStorageBitwidth(operand.getType());
    if (width == 0 || width > 64)
      return;
    ChannelRange range = get(operand);
    auto number = [&](int64_t value) {
      return APInt(width, value, /*isSigned=*/true);
    };
    operands.push_back(
        ConstantIntRanges::fromSigned(number(range.low), number(range.high)));
  }
  op.inferResultRanges(operands, [&](Value result,
                                     const ConstantIntRanges &range) {
    if (range.smin().getBitWidth() == 0 || range.smin().getBitWidth() > 64)
      return;
    ranges[result] = {range.smin().getSExtValue(), range.smax().getSExtValue()};
  });
}

DenseMap<Value, ChannelRange>
tir::inferBodyRanges(Block &body, ArrayRef<ChannelRange> arguments) {
  return BodyRanges(body, arguments).ranges;
}
