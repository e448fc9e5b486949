//===- StepOps.cpp - Inner steps of blocked kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepVerification.h"
#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

LogicalResult tir::kernel::verifyReach(Operation *op, Value buffer,
                                       Value position, int64_t reach,
                                       StringRef what) {
  auto type = cast<MemRefType>(buffer.getType());
  std::optional<int64_t> first =
      position ? getConstantIntValue(position) : std::optional<int64_t>(0);
  if (!type.hasStaticShape() || !first ||
      (*first >= 0 && *first + reach <= type.getNumElements()))
    return success();
  InFlightDiagnostic diag = op->emitOpError("reaches from element ")
                            << *first << " to " << *first + reach << " of the "
                            << what << ", but there are "
                            << type.getNumElements();
  noteOrigin(diag, buffer, "the buffer");
  return diag;
}

LogicalResult
JammedScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           int64_t elements, bool words) {
  constexpr int64_t kWord = 4;
  if (words && elements != kWord)
    return emitError() << "#kernel.jammed computes " << elements
                       << " elements together, expected 4 in a word";
  if (elements >= 2 && elements <= 16)
    return success();
  return emitError() << "#kernel.jammed computes " << elements
                     << " elements together, expected 2 to 16";
}

LogicalResult
BlockedScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                            int64_t pixels) {
  if (pixels >= 1 && pixels <= 12)
    return success();
  return emitError() << "#kernel.blocked has blocks of " << pixels
                     << " pixels, expected 1 to 12, whose code is not too long";
}

LogicalResult
PortableScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                             int64_t pixels, bool) {
  if (pixels >= 1 && pixels <= 8)
    return success();
  return emitError() << "#kernel.portable has blocks of " << pixels
                     << " pixels, expected 1 to 8, whose sums fit the vector "
                        "registers";
}

LogicalResult tir::kernel::verifyPart(Operation *op, Value begin, Value end,
                                      int64_t size, StringRef what) {
  std::optional<int64_t> first = getConstantIntValue(begin),
                         last = getConstantIntValue(end);
  bool isEndWrong = last && (*last < 0 || *last > size);
  bool isBeginWrong = first && (*first < 0 || *first > last.value_or(size));
  if (!isBeginWrong && !isEndWrong)
    return success();
  InFlightDiagnostic diag = op->emitOpError("reads ")
                            << (what == "elements" ? "from element" : what)
                            << ' ' << first.value_or(0) << " to "
                            << last.value_or(size) << ", expected a part of "
                            << "the " << size << ' ' << what;
  noteOrigin(diag, isEndWrong ? end : begin,
             isEndWrong ? "the end" : "the beginning");
  return diag;
}

/// Checks what the operations that widen elements have in common.
template <typename OpT>
static LogicalResult verifyWidening(OpT op) {
  if (failed(
          verifyPart(op, op.getBegin(), op.getEnd(), op.getSize(), "elements")))
    return failure();
  if (!llvm::isInt<8>(op.getPadding()))
    return op.emitOpError("pads with ")
           << static_cast<int64_t>(op.getPadding())
           << ", expected a number of 8 bits, as the elements are";
  return success();
}

LogicalResult WidenElementsOp::verify() {
  if (failed(verifyWidening(*this)))
    return failure();
  return verifyReach(*this, getNumbers(), getAt(), getSize(), "numbers");
}

LogicalResult WidenBytesOp::verify() {
  if (failed(verifyWidening(*this)))
    return failure();
  return verifyReach(*this, getWords(), getAt(), getNumPairWords(getSize()),
                     "words");
}

LogicalResult StoreHalfOp::verify() {
  std::optional<int64_t> at = getConstantIntValue(getAt());
  int64_t words = getWords().getType().getNumElements();
  if (!getWords().getType().hasStaticShape() || !at ||
      (*at >= 0 && *at / 2 < words))
    return success();
  InFlightDiagnostic diag = emitOpError("stores half ")
                            << *at << ", but there are the halves of " << words
                            << " words";
  noteOrigin(diag, getWords(), "the buffer");
  return diag;
}

/// Returns the number of sums of a block, or the largest number if it does not
/// fit. The block is empty if one of its extents is not positive.
static uint64_t getNumSums(int64_t pixels, int64_t pairs) {
  if (pixels <= 0 || pairs <= 0)
    return 0;
  return llvm::SaturatingMultiply<uint64_t>(
      2, llvm::SaturatingMultiply<uint64_t>(pixels, pairs));
}

LogicalResult DotPairsOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  // The verifier reports a block that is too large.
  uint64_t sums = getNumSums(adaptor.getPixels(), adaptor.getPairs());
  types.assign(std::min<uint64_t>(sums, 64), IntegerType::get(context, 32));
  return success();
}

LogicalResult DotPixelOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  // The constraint of the attribute reports other numbers of pairs.
  types.assign(2 * std::clamp<uint64_t>(adaptor.getPairs(), 1, 4),
               IntegerType::get(context, 32));
  return success();
}

LogicalResult DotTapsOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location>,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  // The constraint of the attribute reports other numbers of pixels.
  types.assign(adaptor.getPixels() == 2 ? 8 : 4, IntegerType::get(context, 32));
  return success();
}

/// Checks that each of `channels` channels has a number to start with, or none
/// has.
static LogicalResult verifyInit(Operation *op, OperandRange init,
                                uint64_t channels) {
  if (init.empty() || init.size() == channels)
    return success();
  InFlightDiagnostic diag = op->emitOpError("starts with ")
                            << init.size() << " numbers, expected none or "
                            << channels << ", one for each channel";
  noteOrigin(diag, init.front(), "the first number");
  return diag;
}

LogicalResult DotTapsOp::verify() {
  if (failed(verifyInit(*this, getInit(), 4)))
    return failure();
  auto columns = static_cast<int64_t>(getColumns());
  int64_t begin = getConstantIntValue(getColumnBegin()).value_or(0),
          end = getConstantIntValue(getColumnEnd()).value_or(columns);
  if (getPixels() == 1 || (begin == 0 && end == columns))
    return success();
  InFlightDiagnostic diag = emitOpError("reads columns ")
                            << begin << " to " << end
                            << " for two pixels, expected all " << columns
                            << " columns; compute the pixels one by one";
  noteOrigin(diag, begin == 0 ? getColumnEnd() : getColumnBegin(),
             begin == 0 ? "the end" : "the beginning");
  return diag;
}

LogicalResult WidenRowsOp::verify() {
  int64_t columns = getColumns();
  if (failed(verifyPart(*this, getColumnBegin(), getColumnEnd(), columns,
                        "columns")) ||
      failed(verifyPart(*this, getRowBegin(), getRowEnd(), getRows(), "rows")))
    return failure();
  bool readsAll = getRows() == 3 && getChannels() == 4 &&
                  getConstantIntValue(getRowBegin()) == 0 &&
                  getConstantIntValue(getRowEnd()) == 3;
  if (getMoves() && !readsAll) {
    InFlightDiagnostic diag =
        emitOpError("moves the rows, but does not read all of three rows of "
                    "four channels; copy the rows instead");
    noteOrigin(diag, getRowEnd(), "the end of the rows");
    return diag;
  }
  return verifyReach(*this, getWords(), getAt(),
                     getChannels() * getNumColumnWords(getRows(), columns),
                     "words");
}

void WidenRowsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getBytesMutable());
  if (getMoves())
    effects.emplace_back(MemoryEffects::Write::get(), &getBytesMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getWordsMutable());
}

LogicalResult DotPairsOp::verify() {
  uint64_t sums = getNumSums(getPixels(), getPairs());
  if (sums > 8)
    return emitOpError("has ")
           << sums << " sums, expected at most 8, which fit the registers; "
           << "make the block smaller";
  if (unsigned results = getNumResults(); results != sums)
    return emitOpError("has ")
           << results << " results, expected " << sums
           << ", one for each pixel and channel of the block";
  if (failed(verifyInit(*this, getInit(), 2 * getPairs())))
    return failure();
  if (getRun().has_value() != getRunPitch().has_value())
    return emitOpError("has ") << (getRun() ? "'run' without 'run_pitch'"
                                            : "'run_pitch' without 'run'")
                               << ", expected both or none";
  auto [run, runPitch, pixelPitch] = getLayout();
  int64_t size = getSize();
  if (size % run != 0)
    return emitOpError("has ") << size << " words of a pixel in runs of " << run
                               << ", expected a divisor of the number of words";
  // All factors are positive.
  uint64_t reach = llvm::SaturatingMultiplyAdd<uint64_t>(
      size / run - 1, runPitch,
      llvm::SaturatingMultiplyAdd<uint64_t>(getPixels() - 1, pixelPitch, run));
  if (failed(verifyReach(*this, getPixelWords(), /*position=*/{},
                         std::min<uint64_t>(reach, INT64_MAX),
                         "words of the pixels")))
    return failure();
  return verifyReach(*this, getWeights(), getOffset(), getSize() * getPairs(),
                     "words of the weights");
}

int64_t DotPairsOp::getUnroll() {
  auto [run, runPitch, pixelPitch] = getLayout();
  constexpr int64_t kLeast = 5, kUsual = 8;
  // One pixel is a fully connected layer, the loads of which take longer than
  // the loop.
  bool isOnePixel = getPixels() == 1;
  // Two pairs take more code a word.
  int64_t mostWithoutLoop = isOnePixel ? 12 : getPairs() > 1 ? 16 : 32;
  if (!getRun() && run <= mostWithoutLoop)
    return run;
  // A run without a loop of its own needs no registers for the loop.
  constexpr int64_t kMostARun = 24;
  if (getRun() && !isOnePixel && run <= kMostARun)
    return run;
  int64_t most = std::min<int64_t>(run, isOnePixel ? 12 : 16);
  for (int64_t unroll = most; unroll >= std::min(most, kLeast); --unroll)
    if (run % unroll == 0)
      return unroll;
  return std::min(most, kUsual);
}

LogicalResult DotPixelOp::verify() {
  if (failed(verifyInit(*this, getInit(), 2 * getPairs())) ||
      failed(verifyReach(*this, getElements(), getOffset(), getSize(),
                         "elements of the pixel")))
    return failure();
  return verifyReach(*this, getWeights(), getWeightsOffset(),
                     getPairs() * getWordsAPair(), "words of the weights");
}

int64_t DotPixelOp::getWordsAPair() { return getNumPairWords(getSize()); }

int64_t DotPixelOp::getUnroll() {
  // The more sums there are, the more of the loop is on the stack.
  constexpr int64_t kGroup = 4, kLeast = 3, kUsual = 4;
  const int64_t kMost = getPairs() > 2 ? 8 : 6;
  int64_t groups = getSize() / kGroup;
  if (groups <= kMost)
    return std::max<int64_t>(groups, 1) * kGroup;
  for (int64_t unroll = kMost; unroll >= kLeast; --unroll)
    if (groups % unroll == 0)
      return unroll * kGroup;
  return kUsual * kGroup;
}

LogicalResult DotRowsOp::verify() {
  int64_t size = getSize();
  if (size % 16 != 0)
    return emitOpError("multiplies ")
           << size
           << " numbers of a pixel, expected a multiple of 16; pad the rows "
              "of the weights with zeros";
  int64_t pixels = getPixels(), channels = getChannels();
  if (failed(verifyReach(*this, getNumbers(), /*position=*/{}, size * pixels,
                         "numbers of the pixels")) ||
      failed(verifyReach(*this, getWeights(), getOffset(), size * channels,
                         "weights")))
    return failure();
  return verifyReach(*this, getSums(), /*position=*/{}, pixels * channels,
                     "sums");
}

LogicalResult DotWindowOp::verify() {
  int64_t rows = getRows(), columns = getColumns(), channels = getChannels();
  constexpr int64_t kMostPositions = 32;
  if (rows > kMostPositions || columns > kMostPositions ||
      rows * columns > kMostPositions)
    return emitOpError("has a window of ")
           << rows << " x " << columns << " positions, expected at most "
           << kMostPositions;
  if (failed(verifyReach(*this, getPadding(), /*position=*/{}, channels,
                         "padding")) ||
      failed(verifyReach(*this, getWeights(), getWeightsOffset(),
                         (rows * columns - 1) *
                                 static_cast<int64_t>(getWeightPitch()) +
                             channels,
                         "weights")))
    return failure();
  return verifyReach(*this, getSums(), /*position=*/{}, channels, "sums");
}

/// Checks that a buffer has as many words as the weights need.
static LogicalResult verifyWords(Operation *op, Value buffer, int64_t words,
                                 Type weights) {
  auto source = cast<MemRefType>(buffer.getType());
  if (source.hasStaticShape() && source.getNumElements() == words)
    return success();
  InFlightDiagnostic diag = op->emitOpError("reads ")
                            << source << ", expected " << words << " words for "
                            << weights;
  noteOrigin(diag, buffer, "the buffer");
  return diag;
}

LogicalResult KeepOp::verify() {
  if (!getScratch())
    return success();
  auto tensor = cast<RankedTensorType>(getTensor().getType());
  auto scratch = cast<MemRefType>(getScratch().getType());
  bool fits = scratch.getElementType() == tensor.getElementType() &&
              scratch.getRank() == tensor.getRank() &&
              llvm::all_of(llvm::zip(scratch.getShape(), tensor.getShape()),
                           [](auto extents) {
                             auto [stored, all] = extents;
                             return stored == all || stored == 1;
                           });
  if (fits)
    return success();
  InFlightDiagnostic diag =
      emitOpError("has the scratch memory ")
      << scratch << " for " << tensor
      << ", expected a buffer of the same elements and rank, with the "
         "tensor's extent or 1 in each dimension";
  noteOrigin(diag, getScratch(), "the scratch memory");
  return diag;
}

/// Checks that words have a half for each element.
static LogicalResult verifyHalves(Operation *op, ShapedType words,
                                  ShapedType elements) {
  if (words.hasStaticShape() &&
      2 * words.getNumElements() == elements.getNumElements())
    return success();
  InFlightDiagnostic diag = op->emitOpError("has ")
                            << words << " for " << elements
                            << ", expected a word for two elements";
  noteOrigin(diag, op->getOperand(0), "the operand");
  return diag;
}

LogicalResult NarrowWordsOp::verify() {
  return verifyHalves(*this, getWords().getType(), getElements().getType());
}

LogicalResult WidenWordsOp::verify() {
  return verifyHalves(*this, getWords().getType(), getElements().getType());
}

LogicalResult UnpackPairsOp::verify() {
  auto type = cast<RankedTensorType>(getWeights().getType());
  int64_t segment = getSegment();
  if (type.getRank() == 0 || type.getNumElements() == 0 ||
      type.getNumElements() / type.getDimSize(0) % segment != 0)
    return emitOpError("has the result ")
           << type << ", expected output channels of a multiple of " << segment
           << " elements each";
  int64_t channels = type.getDimSize(0);
  int64_t words = llvm::divideCeil(channels, 2) *
                  (type.getNumElements() / channels / segment) *
                  getNumPairWords(segment);
  return verifyWords(*this, getWords(), words, type);
}

/// Checks that words have the weights of windows of 3 x 3.
static LogicalResult verifyTapWords(Operation *op, Value words, Value weights) {
  auto type = cast<RankedTensorType>(weights.getType());
  if (type.getRank() != 4 || type.getDimSize(0) != 3 ||
      type.getDimSize(1) != 3 || type.getDimSize(3) != 1)
    return op->emitOpError("has the result ")
           << type
           << ", expected 3x3xCx1, windows of 3 x 3 with one output "
              "for each channel";
  return verifyWords(op, words, 3 * type.getDimSize(2), type);
}

LogicalResult UnpackTapsOp::verify() {
  return verifyTapWords(*this, getWords(), getWeights());
}

LogicalResult UnpackRowTapsOp::verify() {
  return verifyTapWords(*this, getWords(), getWeights());
}
