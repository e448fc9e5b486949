//===- ChannelProducts.cpp - Channels of sums of products
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum of products reads all input channels for each output channel. An input
// channel of which each element is the same number, also in the padding, adds
// the same number to each sum; it moves into the initial value. This is where
// constant channels end.
//
//===----------------------------------------------------------------------===//

#include "ChannelOpInterfaceImpl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"

using namespace mlir;
using namespace tir;

/// Sums of products of 64-bit numbers.
using Wide = __int128;

/// The blocked schedules compute this many channels of a depthwise convolution
/// at once. Rows then also begin at a whole word.
static constexpr int64_t kDepthwiseChannels = 4;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Returns whether all numbers are signed integers of up to 64 bits.
static bool isSigned(linalg::LinalgOp op) {
  auto isInteger = [](Type type) {
    auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
    return integer && integer.getWidth() <= 64;
  };
  return llvm::all_of(op->getOperandTypes(), isInteger) &&
         !op->walk([](arith::ExtUIOp) {
              return WalkResult::interrupt();
            }).wasInterrupted();
}

/// Finds the factor that is constant, and the other one.
bool ChannelProducts::findFactors() {
  StructuredOpDescription description = describeStructuredOp(op);
  if (description.factors.size() != 2)
    return false;
  for (Factor factor : description.factors) {
    if (!factor.zeroPoint)
      return false;
    DenseIntElementsAttr constant;
    if (matchPattern(factor.operand->get(), m_Constant(&constant)) &&
        !weights) {
      weights = factor.operand;
      numbers = constant;
      weightsZeroPoint = *factor.zeroPoint;
    } else {
      input = factor.operand;
      inputZeroPoint = *factor.zeroPoint;
    }
  }
  return weights && input;
}

/// Finds the loops over the channels of the result.
bool ChannelProducts::findOutputLoops(AffineMap outputMap) {
  unsigned rank = outputMap.getNumResults();
  unsigned last = outputMap.getDimPosition(rank - 1);
  outputLoops = {last};
  if (!outputMap.isFunctionOfDim(inputLoop) || last == inputLoop)
    return true;
  // The input channel is the last index of the result, or the last but the
  // multiplier.
  outputLoops = {inputLoop, last};
  return rank >= 2 && outputMap.getDimPosition(rank - 2) == inputLoop;
}

/// Returns whether the weights are the same wherever the window is, and each
/// loop over channels of the result selects nothing else.
bool ChannelProducts::hasPlainLoops(AffineMap inputMap, AffineMap weightsMap) {
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    bool isReduction = kind == utils::IteratorType::reduction;
    bool isOutput = llvm::is_contained(outputLoops, loop);
    bool isOfWeights = isReduction || loop == inputLoop || isOutput;
    if (weightsMap.isFunctionOfDim(loop) != isOfWeights ||
        (isOutput && isReduction))
      return false;
  }
  return llvm::none_of(outputLoops, [&](unsigned loop) {
    return loop != inputLoop && inputMap.isFunctionOfDim(loop);
  });
}

std::optional<ChannelProducts> ChannelProducts::match(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1 ||
      !op.hasPureTensorSemantics() || !isSigned(op))
    return std::nullopt;
  ChannelProducts products;
  products.op = op;
  products.extents = op.getStaticLoopRanges();
  if (!products.findFactors())
    return std::nullopt;

  AffineMap inputMap = op.getMatchingIndexingMap(products.input);
  AffineMap weightsMap = op.getMatchingIndexingMap(products.weights);
  AffineMap outputMap = op.getIndexingMapsArray().back();
  std::optional<unsigned> inputLoop = getLastLoop(inputMap);
  if (!inputLoop || !weightsMap.isProjectedPermutation() ||
      !outputMap.isProjectedPermutation() || outputMap.getNumResults() == 0)
    return std::nullopt;
  products.inputLoop = *inputLoop;
  if (getChannelUse(inputMap, products.inputLoop) != ChannelUse::Last ||
      !products.findOutputLoops(outputMap) ||
      !products.hasPlainLoops(inputMap, weightsMap))
    return std::nullopt;
  // Only a fill can have two dimensions of channels.
  bool canHaveTwo = products.isDepthwise() &&
                    op.getDpsInits().front().getDefiningOp<linalg::FillOp>();
  if (products.outputLoops.size() == 2 && !canHaveTwo)
    return std::nullopt;
  return products;
}

unsigned ChannelProducts::getWeightsDim(unsigned loop) {
  AffineMap map = op.getMatchingIndexingMap(weights);
  return *map.getResultPosition(getAffineDimExpr(loop, op.getContext()));
}

unsigned ChannelProducts::getNumOutputs() {
  int64_t count = 1;
  for (unsigned loop : outputLoops)
    count *= getExtent(loop);
  return count;
}

//===----------------------------------------------------------------------===//
// Sums of weights
//===----------------------------------------------------------------------===//

/// Returns the numbers of a constant, without an APInt for each of the bytes
/// that most weights are.
static std::vector<int64_t> readNumbers(DenseIntElementsAttr constant) {
  if (auto bytes = constant.tryGetValues<int8_t>(); succeeded(bytes))
    return std::vector<int64_t>(bytes->begin(), bytes->end());
  std::vector<int64_t> numbers;
  for (const APInt &number : constant)
    numbers.push_back(number.getSExtValue());
  return numbers;
}

/// Returns the sums of the weights of one output channel: one for each input
/// channel, or for the only one that a depthwise convolution reads.
std::vector<ChannelProducts::Sums> ChannelProducts::sumWeights(int64_t output) {
  ArrayRef<int64_t> shape = numbers.getType().getShape();
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t dim = int64_t(shape.size()) - 2; dim >= 0; --dim)
    strides[dim] = strides[dim + 1] * shape[dim + 1];

  // The offset of the output channel in the weights.
  int64_t offset = 0;
  for (unsigned loop : llvm::reverse(outputLoops)) {
    offset += output % getExtent(loop) * strides[getWeightsDim(loop)];
    output /= getExtent(loop);
  }
  SmallVector<unsigned> windowDims;
  int64_t windowSize = 1;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction && loop != inputLoop) {
      windowDims.push_back(getWeightsDim(loop));
      windowSize *= getExtent(loop);
    }
  if (weightNumbers.empty())
    weightNumbers = readNumbers(numbers);
  int64_t channelStride = strides[getWeightsDim(inputLoop)];
  std::vector<Sums> sums(isDepthwise() ? 1 : getExtent(inputLoop));
  for (auto [channel, sum] : llvm::enumerate(sums)) {
    int64_t base = offset;
    if (!isDepthwise())
      base += channel * channelStride;
    for (int64_t tap = 0; tap < windowSize; ++tap) {
      int64_t position = base, rest = tap;
      for (unsigned dim : windowDims) {
        position += rest % shape[dim] * strides[dim];
        rest /= shape[dim];
      }
      int64_t weight = weightNumbers[position] - weightsZeroPoint;
      (weight > 0 ? sum.positive : sum.negative) += weight;
    }
  }
  return sums;
}

//===----------------------------------------------------------------------===//
// Ranges and needs
//===----------------------------------------------------------------------===//

/// Returns whether all tensors have the channels of the loops.
bool ChannelProducts::isRegular(ChannelFlow &flow) {
  bool hasInit =
      outputLoops.size() == 2 ||
      flow.getNumChannels(op.getDpsInits().front()) == int64_t(getNumOutputs());
  return hasInit && flow.getNumChannels(input->get()) == getExtent(inputLoop) &&
         flow.getNumChannels(op->getResult(0)) == int64_t(getNumOutputs());
}

void ChannelProducts::inferRanges(ChannelFlow &flow) {
  Value result = op->getResult(0);
  flow.setChannelRank(result, outputLoops.size());
  if (!isRegular(flow))
    return;
  Type type = getElementTypeOrSelf(result.getType());
  ChannelRange full = ChannelRange::getFull(type);
  ChannelRanges inputs = flow.getRanges(input->get());
  Value init = op.getDpsInits().front();
  bool isUniform = outputLoops.size() == 2;
  ChannelRange initHull = flow.getRange(init);
  ChannelRanges inits = isUniform ? ChannelRanges() : flow.getRanges(init);
  ChannelRanges outputs;
  for (int64_t output = 0, e = getNumOutputs(); output < e; ++output) {
    ChannelRange initial = isUniform ? initHull : inits[output];
    Wide low = initial.low, high = initial.high;
    bool isExact = true;
    std::vector<Sums> allSums = sumWeights(output);
    for (auto [index, sums] : llvm::enumerate(allSums)) {
      int64_t channel =
          isDepthwise() ? output / getMultiplier() : int64_t(index);
      Wide least = Wide(inputs[channel].low) - inputZeroPoint;
      Wide most = Wide(inputs[channel].high) - inputZeroPoint;
      // The differences must not wrap; products and sums may, as long as the
      // sum of all is in range.
      isExact &= least >= full.low && most <= full.high;
      low += sums.positive * least + sums.negative * most;
      high += sums.positive * most + sums.negative * least;
    }
    isExact &= low >= full.low && high <= full.high;
    outputs.push_back(isExact ? ChannelRange{int64_t(low), int64_t(high)}
                              : full);
  }
  flow.setRanges(result, std::move(outputs));
}

void ChannelProducts::tie(ChannelFlow &flow) {
  Value result = op->getResult(0), init = op.getDpsInits().front();
  if (!isRegular(flow))
    return keepWhole(op, flow);
  if (outputLoops.size() == 1)
    flow.tieAll(init, result);
  if (!isDepthwise())
    return;
  // All results of one input channel are one index of the last but one
  // dimension.
  int64_t multiplier = getMultiplier();
  for (int64_t i = 0, e = flow.getNumChannels(result); i < e; ++i) {
    flow.tie(input->get(), i / multiplier, result, i);
    flow.tie(result, i / multiplier * multiplier, result, i);
  }
  flow.alignKept(input->get(), kDepthwiseChannels);
}

/// Returns whether the constant channels of the input can move into the
/// constant initial value of an output channel.
bool ChannelProducts::canFold(ChannelFlow &flow, int64_t output,
                              ArrayRef<Sums> sums) {
  Value init = op.getDpsInits().front();
  if (!ChannelFlow::isRecomputed(init))
    return false;
  ChannelRange initial = flow.getRanges(init)[output];
  if (!initial.isConstant())
    return false;
  const ChannelRanges &inputs = flow.getRanges(input->get());
  // Whichever of them move, the sum is in range.
  Wide low = initial.low, high = initial.low;
  for (auto [channel, sum] : llvm::enumerate(sums)) {
    if (!inputs[channel].isConstant())
      continue;
    Wide added = Wide(sum.total()) * (inputs[channel].low - inputZeroPoint);
    (added < 0 ? low : high) += added;
  }
  ChannelRange full =
      ChannelRange::getFull(getElementTypeOrSelf(init.getType()));
  return low >= full.low && high <= full.high;
}

void ChannelProducts::keepOperands(ChannelFlow &flow,
                                   ArrayRef<int64_t> outputs) {
  if (isDepthwise() || !isRegular(flow))
    return;
  const ChannelRanges &inputs = flow.getRanges(input->get());
  for (int64_t output : outputs) {
    std::vector<Sums> allSums = sumWeights(output);
    bool folds = canFold(flow, output, allSums);
    for (auto [channel, sums] : llvm::enumerate(allSums))
      if (!sums.areZero() && !(folds && inputs[channel].isConstant()))
        flow.keep(input->get(), channel);
  }
}
