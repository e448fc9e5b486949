//===- ChannelRanges.cpp - The numbers that channels may have
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/ChannelFlow.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

ChannelRange ChannelRange::getFull(Type type) {
  unsigned width = 64;
  if (auto integer = dyn_cast<IntegerType>(type))
    width = std::min(integer.getWidth(), 64u);
  return {llvm::minIntN(width), llvm::maxIntN(width)};
}

int64_t ChannelFlow::getNumChannels(Value value) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
      type.getRank() < getChannelRank(value))
    return 0;
  int64_t count = 1;
  for (int64_t extent : type.getShape().take_back(getChannelRank(value)))
    count *= extent;
  return type.getRank() == 0 || count > maxChannels ? 0 : count;
}

/// Returns the ranges of the last dimension of a constant.
static ChannelRanges getConstantRanges(DenseIntElementsAttr elements,
                                       int64_t numChannels) {
  if (elements.isSplat()) {
    int64_t number = elements.getSplatValue<APInt>().getSExtValue();
    return ChannelRanges(numChannels, {number, number});
  }
  ChannelRanges ranges;
  for (auto [index, element] : llvm::enumerate(elements.getValues<APInt>())) {
    int64_t number = element.getSExtValue();
    if (int64_t(index) < numChannels)
      ranges.push_back({number, number});
    else
      ranges[index % numChannels] =
          ranges[index % numChannels].join({number, number});
  }
  return ranges;
}

const ChannelRanges &ChannelFlow::getRanges(Value value) {
  auto [it, isNew] = ranges.try_emplace(value);
  if (!isNew)
    return *it->second;
  it->second = std::make_unique<ChannelRanges>();
  ChannelRanges &channels = *it->second;
  int64_t numChannels = getNumChannels(value);
  Type element = getElementTypeOrSelf(value.getType());
  DenseIntElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)) &&
      elements.getElementType().getIntOrFloatBitWidth() <= 64)
    channels = getConstantRanges(elements, numChannels);
  else
    channels.assign(numChannels, ChannelRange::getFull(element));
  return channels;
}

ChannelRange ChannelFlow::getRange(Value value) {
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)) && number.getBitWidth() <= 64)
    return {number.getSExtValue(), number.getSExtValue()};
  if (getNumChannels(value) == 0)
    return ChannelRange::getFull(getElementTypeOrSelf(value.getType()));
  const ChannelRanges &channels = getRanges(value);
  ChannelRange hull = channels.front();
  for (ChannelRange channel : channels)
    hull = hull.join(channel);
  return hull;
}

void ChannelFlow::setRanges(Value value, ChannelRanges channels) {
  assert(int64_t(channels.size()) == getNumChannels(value));
  ranges[value] = std::make_unique<ChannelRanges>(std::move(channels));
}

void ChannelFlow::inferRanges() {
  for (Operation &op : block)
    if (auto flow = dyn_cast<ChannelOpInterface>(op))
      flow.inferChannelRanges(*this);
}
