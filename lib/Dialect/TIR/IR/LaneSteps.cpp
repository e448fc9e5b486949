//===- LaneSteps.cpp - Sums of floats with channels in lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepVerification.h"
#include "ValueNotes.h"

#include "tir/Dialect/TIR/IR/LaneSteps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tir;

LogicalResult
LanesScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                          int64_t pixels, int64_t lanes) {
  if (pixels >= 1 && pixels <= 16 && lanes >= 4 && lanes <= 64)
    return success();
  return emitError() << "#tir.lanes has blocks of " << pixels << " pixels and "
                     << lanes
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

LogicalResult DotLanesOp::verify() {
  auto pixels = static_cast<int64_t>(getPixels()),
       channels = static_cast<int64_t>(getChannels());
  std::optional<int64_t> end = getConstantIntValue(getRowEnd());
  if (end && *end > 0) {
    int64_t numbers = *end * static_cast<int64_t>(getColumns() * getSize());
    if (failed(verifyReach(
            *this, getWeights(), getWeightsOffset(),
            (numbers - 1) * static_cast<int64_t>(getWeightPitch()) + channels,
            "weights")))
      return failure();
  }
  return verifyReach(*this, getSums(), getAt(), pixels * channels, "sums");
}
