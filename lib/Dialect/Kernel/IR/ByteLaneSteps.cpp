//===- ByteLaneSteps.cpp - Sums of int8 products with channels in lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepVerification.h"
#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

LogicalResult
ByteLanesScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              int64_t pixels, int64_t lanes, int64_t products) {
  if (pixels < 1 || pixels > 16 || lanes < 8 || lanes > 64 || lanes % 8 != 0)
    return emitError() << "#kernel.byte_lanes has blocks of " << pixels
                       << " pixels and " << lanes
                       << " channels, expected 1 to 16 and a multiple of 8 up "
                          "to 64, whose sums fit the vector registers";
  if (products != 2 && products != 4)
    return emitError() << "#kernel.byte_lanes adds " << products
                       << " products to a lane, expected 2 (VPMADDWD) or 4 "
                          "(VPDPBUSD)";
  return success();
}

LogicalResult UnpackByteLanesOp::verify() {
  auto type = cast<RankedTensorType>(getWeights().getType());
  bool isDepthwise = getDepthwise();
  if (type.getRank() != 4 || type.getNumElements() == 0 ||
      (isDepthwise && type.getDimSize(3) != 1))
    return emitOpError("has the result ")
           << type << ", expected "
           << (isDepthwise ? "HxWxCx1, windows with one output of each channel"
                           : "OxHxWxI, windows of output channels");
  int64_t channels = type.getDimSize(isDepthwise ? 2 : 0);
  int64_t products = type.getNumElements() / channels;
  auto segment = static_cast<int64_t>(getSegment());
  if (products % segment != 0)
    return emitOpError("has segments of ")
           << segment << " products, expected a divisor of the " << products
           << " products of a channel";
  int64_t numbers = llvm::alignTo(channels, getLanes()) * (products / segment) *
                    llvm::alignTo(segment, getTogether());
  auto source = getPacked().getType();
  if (source.hasStaticShape() && source.getNumElements() == numbers)
    return success();
  InFlightDiagnostic diag = emitOpError("reads ")
                            << source << ", expected " << numbers
                            << " numbers for " << type;
  noteOrigin(diag, getPacked(), "the buffer");
  return diag;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

template <typename Op>
static bool isInsideColumn(Op op, int64_t pixel, int64_t column) {
  if (!op.getBorder())
    return true;
  ArrayRef<int64_t> border = *op.getBorder();
  int64_t place = border[0] + pixel * border[1] + column * border[2];
  return place >= 0 && place < border[3];
}

template <typename Op>
static std::optional<int64_t> findFirstInside(Op op) {
  std::optional<int64_t> first;
  for (int64_t pixel = 0; pixel < static_cast<int64_t>(op.getPixels()); ++pixel)
    for (int64_t column = 0; column < static_cast<int64_t>(op.getColumns());
         ++column) {
      if (!isInsideColumn(op, pixel, column))
        continue;
      int64_t at = pixel * static_cast<int64_t>(op.getPixelPitch()) +
                   column * static_cast<int64_t>(op.getColumnPitch());
      first = std::min(first.value_or(at), at);
    }
  return first;
}

bool DotByteLanesOp::isInside(int64_t pixel, int64_t column) {
  return isInsideColumn(*this, pixel, column);
}

std::optional<int64_t> DotByteLanesOp::getFirstInside() {
  return findFirstInside(*this);
}

bool DotWindowLanesOp::isInside(int64_t pixel, int64_t column) {
  return isInsideColumn(*this, pixel, column);
}

std::optional<int64_t> DotWindowLanesOp::getFirstInside() {
  return findFirstInside(*this);
}

/// Checks what both steps have in common. A group of channels has `numbers`
/// weights for each lane.
template <typename Op>
static LogicalResult verifyDot(Op op, int64_t numbers) {
  auto pixels = static_cast<int64_t>(op.getPixels()),
       channels = static_cast<int64_t>(op.getChannels()),
       lanes = static_cast<int64_t>(op.getLanes()),
       pitch = static_cast<int64_t>(op.getSumsPitch());
  if (op.getTogether() != 2 && op.getTogether() != 4)
    return op.emitOpError("has ")
           << op.getTogether()
           << " products together, expected 2 (VPMADDWD) or 4 (VPDPBUSD)";
  if (lanes % 8 != 0 || channels > lanes || pitch < lanes)
    return op.emitOpError("has ")
           << channels << " channels of a group of " << lanes << " and "
           << pitch
           << " sums from one pixel to the next, expected a group of a "
              "multiple of 8 that has the channels, and a sum for each lane";
  if (op.getBorder() && op.getBorder()->size() != 4)
    return op.emitOpError("has a border of ")
           << op.getBorder()->size()
           << " numbers, expected 4: a column, its distances and the columns "
              "of the input";
  auto padding = static_cast<int64_t>(op.getPadding());
  if (!llvm::isInt<8>(padding))
    return op.emitOpError("has the padding ")
           << padding << ", expected an int8 number";
  if (failed(verifyPart(op, op.getRowBegin(), op.getRowEnd(),
                        static_cast<int64_t>(op.getRows()), "rows")) ||
      failed(verifyReach(op, op.getWeights(), op.getWeightsOffset(),
                         numbers * lanes, "weights")) ||
      failed(
          verifyReach(op, op.getStart(), op.getStartAt(), channels, "start")))
    return failure();
  return verifyReach(op, op.getSums(), op.getAt(), (pixels - 1) * pitch + lanes,
                     "sums");
}

LogicalResult DotByteLanesOp::verify() {
  if (getJoined() && getColumnPitch() != getSize())
    return emitOpError("joins columns that are ")
           << getColumnPitch() << " elements apart, expected " << getSize()
           << ", the elements of a column";
  return verifyDot(*this, static_cast<int64_t>(getRows()) * getRowProducts());
}

LogicalResult DotWindowLanesOp::verify() {
  return verifyDot(*this, static_cast<int64_t>(getColumns()) * getRowGroups() *
                              getTogether());
}

//===----------------------------------------------------------------------===//
// Rescaling
//===----------------------------------------------------------------------===//

LogicalResult RequantizeLanesOp::verify() {
  auto pixels = static_cast<int64_t>(getPixels()),
       channels = static_cast<int64_t>(getChannels()),
       low = static_cast<int64_t>(getLow()),
       high = static_cast<int64_t>(getHigh());
  if (!llvm::isInt<8>(low) || !llvm::isInt<8>(high) || low > high)
    return emitOpError("has the limits ")
           << low << " and " << high << ", expected int8 numbers in order";
  if (getFractionBits() > 31)
    return emitOpError("shifts sums by ")
           << getFractionBits() << " bits, expected 0 to 31";
  if (!getOther() != !getFactors() ||
      (getFactors() && getFactors()->size() != 6))
    return emitOpError("expected 'add' and six 'factors', or neither: two "
                       "factors, an offset, a shift and two limits");
  Value numbers[] = {getScale(), getOffset(), getShift(), getSignOffset()};
  for (Value buffer : numbers)
    if (buffer && failed(verifyReach(*this, buffer, getChannel(), channels,
                                     "numbers of the channels")))
      return failure();
  auto getReach = [&](uint64_t pitch) {
    return (pixels - 1) * static_cast<int64_t>(pitch) + channels;
  };
  if (getOther() && failed(verifyReach(*this, getOther(), getTo(),
                                       getReach(getOutputsPitch()), "others")))
    return failure();
  if (failed(verifyReach(*this, getSums(), getFrom(), getReach(getSumsPitch()),
                         "sums")))
    return failure();
  return verifyReach(*this, getOutputs(), getTo(), getReach(getOutputsPitch()),
                     "outputs");
}
