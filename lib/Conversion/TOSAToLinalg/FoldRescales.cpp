//===- FoldRescales.cpp - Rescales of constants
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "tir/Support/AffineRescale.h"

using namespace mlir;
using namespace tir;

/// The result has up to four times the bytes of the constant. Of large ones,
/// such as weights, flash has the smaller form.
static constexpr int64_t kMostElements = 1024;

/// Returns the rescale for each element of the last dimension, or for all.
static SmallVector<RescaleChannel> getChannels(tosa::RescaleOp op,
                                               unsigned bits) {
  DenseIntElementsAttr multipliers, shifts;
  FailureOr<int64_t> inputZero = op.getInputZeroPoint(),
                     outputZero = op.getOutputZeroPoint();
  if (failed(inputZero) || failed(outputZero) ||
      !matchPattern(op.getMultiplier(), m_Constant(&multipliers)) ||
      !matchPattern(op.getShift(), m_Constant(&shifts)))
    return {};
  SmallVector<RescaleChannel> channels;
  for (auto [multiplier, shift] :
       llvm::zip(multipliers.getValues<APInt>(), shifts.getValues<APInt>())) {
    RescaleChannel channel;
    channel.multiplier = multiplier.getSExtValue();
    channel.shift = shift.getSExtValue();
    channel.doubleRound =
        op.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND;
    channel.bias = -*inputZero;
    channel.outputZeroPoint = *outputZero;
    channel.min = llvm::minIntN(bits);
    channel.max = llvm::maxIntN(bits);
    channels.push_back(channel);
  }
  return channels;
}

/// TOSA 1.0, Type Conversion, RESCALE of a constant. Upstream folds none, and
/// TFLite's converter writes them for the constant operand of each sum and
/// product, so that each run would compute them.
static LogicalResult foldRescale(tosa::RescaleOp op,
                                 PatternRewriter &rewriter) {
  DenseIntElementsAttr input;
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!matchPattern(op.getInput(), m_Constant(&input)) || !type ||
      !type.hasStaticShape() || type.getNumElements() > kMostElements)
    return rewriter.notifyMatchFailure(op, "not of a small constant");
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!op.getScale32() || op.getInputUnsigned() || op.getOutputUnsigned() ||
      !element || element.getWidth() > 32)
    return rewriter.notifyMatchFailure(op, "of another form");
  SmallVector<RescaleChannel> channels = getChannels(op, element.getWidth());
  if (channels.empty())
    return rewriter.notifyMatchFailure(op, "with operands that vary");
  SmallVector<APInt> results;
  for (auto [i, number] : llvm::enumerate(input.getValues<APInt>())) {
    RescaleChannel channel = channels[i % channels.size()];
    channel.low = channel.high = number.getSExtValue();
    if (!channel.isDefined())
      return rewriter.notifyMatchFailure(op, "beyond 32 bits");
    results.push_back(APInt(element.getWidth(), channel.evaluate(channel.low),
                            /*isSigned=*/true));
  }
  rewriter.replaceOpWithNewOp<tosa::ConstOp>(
      op, type, DenseElementsAttr::get(type, results));
  return success();
}

void tir::populateRescaleFoldingPatterns(RewritePatternSet &patterns) {
  patterns.add(foldRescale);
}
