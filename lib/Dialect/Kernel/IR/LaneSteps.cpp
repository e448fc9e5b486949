//===- LaneSteps.cpp - Sums of floats with channels in lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepVerification.h"
#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "tir/Dialect/Kernel/IR/LaneSteps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

LogicalResult
LanesScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                          int64_t pixels, int64_t lanes) {
  if (pixels >= 1 && pixels <= 16 && lanes >= 4 && lanes <= 64)
    return success();
  return emitError() << "#kernel.lanes has blocks of " << pixels
                     << " pixels and " << lanes
                     << " channels, expected 1 to 16 and 4 to 64, whose sums "
                        "fit the vector registers";
}

LogicalResult UnpackLanesOp::verify() {
  auto type = cast<RankedTensorType>(getWeights().getType());
  if (type.getRank() != 4 || type.getNumElements() == 0)
    return emitOpError("has the result ")
           << type << ", expected OxHxWxI, windows of output channels";
  int64_t channels = type.getDimSize(0);
  int64_t numbers =
      llvm::alignTo(channels, getLanes()) * (type.getNumElements() / channels);
  auto source = getPacked().getType();
  if (source.hasStaticShape() && source.getNumElements() == numbers)
    return success();
  InFlightDiagnostic diag = emitOpError("reads ")
                            << source << ", expected " << numbers
                            << " numbers for " << type;
  noteOrigin(diag, getPacked(), "the buffer");
  return diag;
}

void DotLanesOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  auto read = [&](OpOperand &operand) {
    effects.emplace_back(MemoryEffects::Read::get(), &operand);
  };
  read(getElementsMutable());
  read(getWeightsMutable());
  for (OpOperand &operand : getStartMutable())
    read(operand);
  for (OpOperand &operand : getAddendMutable())
    read(operand);
  if (!hasOutputs())
    read(getSumsMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getSumsMutable());
}

/// Checks what a step may do that stores more than the sums.
static LogicalResult verifyOutputs(DotLanesOp op) {
  if (op.getStart() && op.getZero())
    return op.emitOpError("starts with 'from' and with 'zero', expected one");
  bool hasMore = op.getAddend() || op.getLow() || op.getAddendPitch() ||
                 op.getSumsPitch() || op.getWeightRowPitch();
  if (hasMore && !op.hasOutputs())
    return op.emitOpError("adds, clamps or has a pitch of sums or of rows of "
                          "weights, expected 'from' or 'zero' then");
  if (!op.getLow())
    return success();
  APFloat low(0.0f), high(0.0f);
  if (matchPattern(op.getLow(), m_ConstantFloat(&low)) &&
      matchPattern(op.getHigh(), m_ConstantFloat(&high)) &&
      (low.isNaN() || high.isNaN() || low > high || high.isZero() ||
       low.isNegZero()))
    return op.emitOpError("has limits that are not in order, or zeros with a "
                          "sign that matters");
  return success();
}

LogicalResult DotLanesOp::verify() {
  auto pixels = static_cast<int64_t>(getPixels()),
       channels = static_cast<int64_t>(getChannels());
  if (failed(verifyOutputs(*this)))
    return failure();
  std::optional<int64_t> end = getConstantIntValue(getRowEnd());
  if (end && *end > 0) {
    auto numbers = static_cast<int64_t>(getColumns() * getSize());
    if (failed(verifyReach(*this, getWeights(), getWeightsOffset(),
                           (*end - 1) * getWeightsOfRow() +
                               (numbers - 1) *
                                   static_cast<int64_t>(getWeightPitch()) +
                               channels,
                           "weights")))
      return failure();
  }
  auto getReach = [&](int64_t pitch) {
    return (pixels - 1) * pitch + channels;
  };
  if (getStart() &&
      failed(verifyReach(*this, getStart(), getStartAt(), channels, "start")))
    return failure();
  if (getAddend() && failed(verifyReach(*this, getAddend(), getAddendAt(),
                                        getReach(static_cast<int64_t>(
                                            getAddendPitch().value_or(0))),
                                        "addends")))
    return failure();
  return verifyReach(*this, getSums(), getAt(), getReach(getSumsOfPixel()),
                     "sums");
}
