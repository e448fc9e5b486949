//===- BlockedKernel.cpp - A convolution that #kernel.blocked can compute
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedKernel.h"
#include "KernelArguments.h"
#include "PackWeights.h"

#include "mlir/IR/Matchers.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/LaneSteps.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

static std::string count(int64_t number, StringRef what) {
  return std::to_string(number) + " " + what.str() + (number == 1 ? "" : "s");
}

std::string tir::describeBlock(int64_t rows, int64_t pixels, int64_t channels) {
  return "blocks of " + (rows == 1 ? "" : count(rows, "row") + " x ") +
         count(pixels, "pixel") + " x " + count(channels, "channel");
}

int64_t BlockedKernel::getWords() const {
  return getNumSegments() * getNumPairWords(getSegment());
}

int64_t BlockedKernel::getColumnWords(int64_t rows) const {
  return getNumColumnWords(rows + 2, getRowColumns());
}

int64_t BlockedKernel::getScratchWords(BlockedScheduleAttr schedule) const {
  if (isByColumns())
    return std::min<int64_t>(channels, 4) * getColumnWords(getRowsTogether());
  if (storesSums(schedule))
    return isDepthwise ? 4 * schedule.getPixels() : 2 * getPairs(1);
  if (isDepthwise || readsWords || readsElements(schedule))
    return 0;
  int64_t pixels = getBlockPixels(schedule);
  return sharesColumns()
             ? kernelHeight * getNumPairWords(getBlockSegment(pixels))
             : getWords() * pixels;
}

int64_t BlockedKernel::getMaxPixels() const {
  // In a chain, neighbouring windows have columns in common.
  if (isByColumns())
    return getRowsTogether() == 2 ? 2
           : strideWidth <= 2     ? 2 * kMostColumnSums
                                  : kMostColumnSums;
  return isDepthwise ? 2 : 3;
}

int64_t BlockedKernel::estimateBlocks(int64_t pixels) const {
  // A lone pixel shares nothing, and the sums of six with columns that all of
  // them share do not fit the registers.
  constexpr int64_t kNear[] = {0, 60, 38, 49, 59, 72, 92},
                    kFar[] = {0, 55, 41, 54, 67, 81, 95}, kRest = 5;
  // A chain loads the words of each column once.
  constexpr int64_t kChain = 12, kPixel = 11;
  auto getCycles = [&](int64_t pixels) {
    return isChain(pixels) ? kChain + kPixel * pixels
                           : (strideWidth == 1 ? kNear : kFar)[pixels];
  };
  // One block needs no loop.
  constexpr int64_t kLoop = 12;
  if (pixels >= width)
    return getCycles(width) - kLoop;
  int64_t rest = width % pixels;
  return width / pixels * getCycles(pixels) +
         (rest == 0 ? 0 : getCycles(rest) + kRest);
}

bool BlockedKernel::widensWindows(int64_t pixels) const {
  // The code has a store for each word. Less than a group of four elements has
  // no word to load.
  constexpr int64_t kMostWords = 32, kLeastSize = 4;
  return !isWide && !sharesColumns() && getSegment() >= kLeastSize &&
         !isPointwise() && dilationWidth == 1 && !hasRowsOfPadding() &&
         getWords() * pixels <= kMostWords && PackedWeights::hasSteps();
}

int64_t BlockedKernel::getPairs(int64_t pixels) const {
  // A pixel that is widened in registers is loaded and widened for each block
  // of channels. The loads of the weights must reach all of its pairs.
  constexpr int64_t kMost = 4, kReach = 4095 / 4, kIteration = 16;
  if (!isWide && getRowPixels() == 1 && !readsWords &&
      (isPointwise() || isOneWindow()) && channels >= 2 * 2 * kMost &&
      (kMost - 1) * getWords() + kIteration <= kReach)
    return kMost;
  // Up to two pixels leave registers for a second pair.
  return pixels <= 2 && !hasLongSums ? 2 : 1;
}

int64_t BlockedKernel::estimateBlock(int64_t pixels) const {
  if (pixels == 0)
    return 0;
  // The loads of the weights and the pixels, the first of which takes two
  // cycles; SXTB16; and SMLAD.
  auto estimatePairs = [&](int64_t pairs) {
    int64_t word = 1 + pairs + pixels + pairs + 2 * pixels * pairs;
    constexpr int64_t kBlock = 40, kOutput = 8, kSpills = 24;
    return word * getWords() + kBlock + kOutput * 2 * pairs * pixels +
           (pairs * pixels == 4 ? kSpills : 0);
  };
  int64_t pairs = getPairs(pixels), blocks = channels / (2 * pairs);
  int64_t rest = llvm::divideCeil(channels - blocks * 2 * pairs, 2);
  return blocks * estimatePairs(pairs) + rest * estimatePairs(1);
}

int64_t BlockedKernel::estimateRow(int64_t pixels) const {
  int64_t width = getRowPixels();
  pixels = std::min(pixels, width);
  return width / pixels * estimateBlock(pixels) + estimateBlock(width % pixels);
}

int64_t BlockedKernel::choosePixels() const {
  if (!isDepthwise) {
    int64_t best = getMaxPixels();
    for (int64_t pixels = best; pixels > 1; --pixels)
      if (estimateRow(pixels) < estimateRow(best))
        best = pixels;
    return best;
  }
  if (!isByColumns() || getRowsTogether() == 2)
    return getMaxPixels();
  int64_t best = std::min(width, getMaxPixels());
  for (int64_t pixels = best; pixels > 1; --pixels)
    if (keepsPairs(pixels) &&
        (!keepsPairs(best) || estimateBlocks(pixels) <= estimateBlocks(best)))
      best = pixels;
  return best;
}

int64_t BlockedKernel::getBlockPixels(BlockedScheduleAttr schedule) const {
  return std::min(schedule.getPixels(), getRowPixels());
}

bool BlockedKernel::hasChannelLoop(BlockedScheduleAttr schedule) const {
  if (isByColumns())
    return channels > 1;
  int64_t channelsABlock =
      isDepthwise ? 4 : 2 * getPairs(getBlockPixels(schedule));
  return channels >= 2 * channelsABlock;
}

Value BlockedKernel::getInit() const {
  linalg::LinalgOp sum = conv;
  Value init = sum.getDpsInitOperand(0)->get();
  auto fill = init.getDefiningOp<linalg::FillOp>();
  if (!fill)
    return init;
  Value number = fill.getInputs().front();
  return matchPattern(number, m_Zero()) ||
                 matchPattern(number, m_PosZeroFloat())
             ? Value()
             : init;
}

bool BlockedKernel::isPointwise() const {
  return kernelHeight == 1 && kernelWidth == 1 && strideHeight == 1 &&
         strideWidth == 1 && !pad && inputHeight == imageHeight &&
         inputWidth == rowWidth;
}

int64_t BlockedKernel::getTogether(int64_t most, int64_t vector) const {
  if (channels <= most)
    return channels;
  for (int64_t size = most; size >= most / 2; size -= vector)
    if (channels % size == 0)
      return size;
  return most;
}

bool BlockedKernel::isOneWindow() const {
  return height == 1 && width == 1 && !pad && dilationHeight == 1 &&
         dilationWidth == 1 && (kernelHeight == 1 || kernelWidth == rowWidth) &&
         (kernelHeight == 1 || getSegment() % 4 == 0);
}

bool BlockedKernel::readsElements(BlockedScheduleAttr schedule) const {
  return !isDepthwise && !readsWords && getBlockPixels(schedule) == 1 &&
         (isPointwise() || isOneWindow());
}

bool BlockedKernel::readsOnlyPixels(unsigned index) const {
  if (input.getArgNumber() != index)
    return false;
  // A tensor on the way has more users if the epilogue reads it, too.
  Value read = input;
  while (read.hasOneUse()) {
    Operation *user = *read.user_begin();
    if (user == conv)
      return true;
    if (user->getNumResults() != 1)
      return false;
    read = user->getResult(0);
  }
  return false;
}

/// Returns whether `map` depends on nothing but the last dimension.
static bool isByChannel(AffineMap map) {
  for (unsigned dim = 0; dim + 1 < map.getNumDims(); ++dim)
    if (map.isFunctionOfDim(dim))
      return false;
  return true;
}

bool BlockedKernel::isEpilogueByChannel() const {
  Value sum = conv->getResult(0);
  for (Operation *op : epilogue) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured)
      return false;
    for (OpOperand *operand : structured.getDpsInputOperands())
      if (operand->get() != sum &&
          !isByChannel(structured.getMatchingIndexingMap(operand)))
        return false;
    if (!op->getRegion(0).getOps<linalg::IndexOp>().empty())
      return false;
    sum = op->getResult(0);
  }
  return true;
}
