//===- ScalarStepOps.cpp - Inner steps of kernels without vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepVerification.h"
#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/Kernel/IR/WholeShift.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// The output channels that several pixels can be multiplied with, or weights
/// with an excess.
static constexpr int64_t kFewChannels = 4;

static bool isNumberOfChannels(int64_t channels) {
  return channels == 4 || channels == 8 || channels == 16;
}

LogicalResult
ScalarScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           int64_t pixels, bool excess, int64_t channels,
                           bool raised, bool pairs) {
  if (pixels < 1 || pixels > 4)
    return emitError() << "#kernel.scalar has blocks of " << pixels
                       << " pixels, expected 1 to 4, whose sums fit the "
                          "registers";
  if (!isNumberOfChannels(channels))
    return emitError() << "#kernel.scalar has blocks of " << channels
                       << " channels, expected 4, 8 or 16";
  if (channels != kFewChannels && (pixels != 1 || excess))
    return emitError() << "#kernel.scalar has blocks of " << pixels
                       << " pixels and " << channels << " channels"
                       << (excess ? " with an excess" : "")
                       << ", expected 4 channels, whose sums fit the registers";
  if (raised && !excess)
    return emitError() << "#kernel.scalar raises elements and not weights, "
                          "expected `excess = true`";
  if (pairs && !raised)
    return emitError()
           << "#kernel.scalar has pairs of channels whose elements are "
              "not raised, expected `raised = true`";
  return success();
}

//===----------------------------------------------------------------------===//
// kernel.dot_block
//===----------------------------------------------------------------------===//

LogicalResult DotBlockOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  // The constraint of the attribute reports other numbers of pixels.
  types.assign(adaptor.getInit().size() * (adaptor.getPixels() == 2 ? 2 : 1),
               IntegerType::get(context, 32));
  return success();
}

/// Reports that sums start with too many or too few numbers.
template <typename OpT>
static LogicalResult emitChannelError(OpT op, StringRef expected) {
  InFlightDiagnostic diag = op.emitOpError("starts with ")
                            << op.getInit().size() << " numbers, expected "
                            << expected << ", one for each channel";
  if (!op.getInit().empty())
    noteOrigin(diag, op.getInit().front(), "the first number");
  return diag;
}

/// Returns whether all elements of each row of a window are read.
template <typename OpT>
static bool readsWholeRows(OpT op) {
  return getConstantIntValue(op.getBegin()) == 0 &&
         getConstantIntValue(op.getEnd()) == static_cast<int64_t>(op.getSize());
}

LogicalResult DotBlockOp::verify() {
  int64_t size = getSize(), rows = getRows();
  int64_t channels = getChannels();
  bool needsFew = getPixels() == 2 || getExcess();
  if (!isNumberOfChannels(channels) || (needsFew && channels != kFewChannels))
    return emitChannelError(*this, needsFew ? "4" : "4, 8 or 16");
  if (failed(verifyPart(*this, getRowBegin(), getRowEnd(), rows, "rows")) ||
      failed(verifyPart(*this, getBegin(), getEnd(), size, "elements")))
    return failure();
  if (getPixels() == 2 && !readsWholeRows(*this)) {
    InFlightDiagnostic diag =
        emitOpError("reads a part of the elements of a row for two pixels, "
                    "expected all ")
        << size << "; compute the pixels one by one";
    noteOrigin(diag, getBegin(), "the beginning");
    return diag;
  }
  return verifyReach(
      *this, getWeights(), getWeightsOffset(),
      llvm::SaturatingMultiply<uint64_t>(
          channels, llvm::SaturatingMultiply<uint64_t>(rows, size)),
      "weights");
}

/// Returns whether a window has one row, all of which is read.
template <typename OpT>
static bool hasOneWholeRow(OpT op) {
  return op.getRows() == 1 && getConstantIntValue(op.getRowBegin()) == 0 &&
         getConstantIntValue(op.getRowEnd()) == 1 && readsWholeRows(op);
}

bool DotBlockOp::isOneRow() { return hasOneWholeRow(*this); }

/// Returns how many elements of a row an iteration multiplies.
static int64_t chooseUnroll(int64_t size, ArrayRef<int64_t> candidates) {
  for (int64_t unroll : candidates)
    if (size % unroll == 0)
      return unroll;
  return 1;
}

int64_t DotBlockOp::getUnroll() {
  // What is read in part may begin and end anywhere.
  if (!readsWholeRows(*this))
    return 1;
  auto size = static_cast<int64_t>(getSize());
  // One pixel, as in a fully connected layer, leaves registers.
  if (getPixels() != 1 || !isOneRow())
    return chooseUnroll(size, {4, 3, 5, 2});
  // The loads of a Cortex-M0+, for which weights have an excess, reach 31
  // bytes.
  return getExcess() ? chooseUnroll(size, {8, 4, 3, 5, 2})
                     : chooseUnroll(size, {16, 8, 4, 3, 5, 2});
}

//===----------------------------------------------------------------------===//
// kernel.dot_raised
//===----------------------------------------------------------------------===//

LogicalResult DotRaisedOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location>,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  types.assign(adaptor.getInit().size(), IntegerType::get(context, 32));
  return success();
}

LogicalResult DotRaisedOp::verify() {
  if (getInit().size() != kFewChannels)
    return emitChannelError(*this, "4");
  int64_t size = getSize();
  if (failed(verifyReach(*this, getBytes(), getOffset(), size, "elements")))
    return failure();
  return verifyReach(*this, getWeights(), getWeightsOffset(),
                     llvm::SaturatingMultiply<uint64_t>(kFewChannels, size),
                     "weights");
}

int64_t DotRaisedOp::getUnroll() {
  return chooseUnroll(static_cast<int64_t>(getSize()), {8, 4, 3, 5, 2});
}

//===----------------------------------------------------------------------===//
// kernel.raise_elements
//===----------------------------------------------------------------------===//

bool RaiseElementsOp::isOneRow() { return hasOneWholeRow(*this); }

LogicalResult RaiseElementsOp::verify() {
  int64_t size = getSize(), rows = getRows();
  if (failed(verifyPart(*this, getRowBegin(), getRowEnd(), rows, "rows")) ||
      failed(verifyPart(*this, getBegin(), getEnd(), size, "elements")))
    return failure();
  return verifyReach(*this, getWritten(), getAt(),
                     llvm::SaturatingMultiply<uint64_t>(rows, size),
                     "written elements");
}

//===----------------------------------------------------------------------===//
// kernel.dot_strip
//===----------------------------------------------------------------------===//

LogicalResult DotStripOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  // The constraint of the attribute reports other numbers of pixels.
  types.assign(std::min<uint64_t>(adaptor.getPixels(), 6),
               IntegerType::get(context, 32));
  return success();
}

LogicalResult DotStripOp::verify() {
  if (getColumnBegin() >= getColumnEnd() || getColumnEnd() > getColumns())
    return emitOpError("reads columns ")
           << getColumnBegin() << " to " << getColumnEnd()
           << ", expected at least one of the " << getColumns() << " columns";
  if (failed(verifyPart(*this, getRowBegin(), getRowEnd(), getRows(), "rows")))
    return failure();
  return verifyReach(
      *this, getWeights(), getWeightsOffset(),
      llvm::SaturatingMultiply<uint64_t>(getRows(), getColumns()), "weights");
}

//===----------------------------------------------------------------------===//
// kernel.unpack_channels
//===----------------------------------------------------------------------===//

LogicalResult UnpackChannelsOp::verify() {
  auto type = cast<RankedTensorType>(getWeights().getType());
  if (type.getRank() != 4 || type.getNumElements() == 0 ||
      (getDepthwise() && type.getDimSize(3) != 1))
    return emitOpError("has the result ")
           << type << ", expected "
           << (getDepthwise() ? "HxWxCx1, windows with one output for each "
                                "channel"
                              : "OxHxWxI, windows of output channels");
  int64_t channels = type.getDimSize(getDepthwise() ? 2 : 0);
  int64_t bytes =
      llvm::alignTo(channels, getGroup()) * (type.getNumElements() / channels);
  auto source = getBytes().getType();
  if (source.hasStaticShape() && source.getNumElements() == bytes)
    return success();
  InFlightDiagnostic diag = emitOpError("reads ")
                            << source << ", expected " << bytes << " bytes for "
                            << type;
  noteOrigin(diag, getBytes(), "the buffer");
  return diag;
}

std::optional<int64_t> kernel::getWholeShift(RequantizeOp op) {
  std::optional<int64_t> multiplier = getConstantIntValue(op.getMultiplier());
  bool isShift = multiplier && llvm::isPowerOf2_64(*multiplier) &&
                 op.getOffset().getType().isInteger(32) &&
                 getConstantIntValue(op.getOffset()) == 0 &&
                 !op.getSignOffset();
  if (!isShift)
    return std::nullopt;
  int64_t shift = 32 - llvm::Log2_64(*multiplier) + op.getShift();
  return shift < 32 ? std::optional(shift) : std::nullopt;
}
