//===- PairLayout.cpp - Where steps of #kernel.blocked find their operands
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/PairLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

int64_t tir::kernel::getNumPairWords(int64_t size) {
  return llvm::divideCeil(size, 2);
}

tir::kernel::PairPlace tir::kernel::getPairPlace(int64_t index, int64_t size) {
  int64_t group = index / 4, rest = index % 4;
  // A group of one or two elements is a word in their order.
  if (size - group * 4 <= 2)
    return {group * 2, rest == 1};
  return {group * 2 + rest % 2, rest >= 2};
}

/// Calls `visit` with both weights of each pair, and with the channel of the
/// first one and the number of their product.
static void forPairs(DenseElementsAttr weights,
                     function_ref<void(int64_t channel, int64_t product,
                                       int32_t first, int32_t second)>
                         visit) {
  int64_t channels = weights.getType().getDimSize(0);
  int64_t products = channels == 0 ? 0 : weights.getNumElements() / channels;
  auto values = weights.getValues<int8_t>();
  for (int64_t channel = 0; channel < channels; channel += 2)
    for (int64_t product = 0; product < products; ++product)
      visit(channel, product, values[channel * products + product],
            channel + 1 < channels ? values[(channel + 1) * products + product]
                                   : 0);
}

bool tir::kernel::fitPairs(DenseElementsAttr weights) {
  bool fit = true;
  forPairs(weights, [&](int64_t, int64_t, int32_t first, int32_t second) {
    fit &= llvm::isInt<16>(256 * first + second);
  });
  return fit;
}

SmallVector<int32_t> tir::kernel::packPairs(DenseElementsAttr weights,
                                            int64_t segment, bool bytes) {
  int64_t channels = weights.getType().getDimSize(0);
  int64_t products = channels == 0 ? 0 : weights.getNumElements() / channels;
  int64_t segmentWords = getNumPairWords(segment);
  int64_t channelWords = products / segment * segmentWords;
  SmallVector<int32_t> words(llvm::divideCeil(channels, 2) * channelWords);
  forPairs(weights, [&](int64_t channel, int64_t product, int32_t first,
                        int32_t second) {
    int32_t low = bytes ? second & 0xff : second;
    auto half = static_cast<uint16_t>(256 * first + low);
    PairPlace place = getPairPlace(product % segment, segment);
    int32_t &word = words[channel / 2 * channelWords +
                          product / segment * segmentWords + place.word];
    word |= static_cast<int32_t>(static_cast<uint32_t>(half)
                                 << (place.isHigh ? 16 : 0));
  });
  return words;
}

SmallVector<int32_t> tir::kernel::orderPairs(ArrayRef<int32_t> given,
                                             int64_t segment) {
  SmallVector<int32_t> ordered(given);
  int64_t segmentWords = getNumPairWords(segment);
  for (size_t first = 0; first < given.size(); first += segmentWords)
    for (int64_t i = 0; i < segment; ++i) {
      PairPlace place = getPairPlace(i, segment);
      uint32_t half = static_cast<uint32_t>(given[first + place.word]) >>
                          (place.isHigh ? 16 : 0) &
                      0xffff;
      int32_t &word = ordered[first + i / 2];
      word = static_cast<int32_t>(
          i % 2 == 0 ? half : static_cast<uint32_t>(word) | half << 16);
    }
  return ordered;
}

SmallVector<tir::kernel::Tap, 4> tir::kernel::getTaps(bool oneRow,
                                                      int64_t column) {
  if (!oneRow)
    return {{0, 0, column}, {1, 1, column}, {2, 1, column}, {3, 2, column}};
  if (column == 2)
    return {{1, 0, column}, {3, 1, column}};
  return {{0, 2, column}, {1, 0, column}, {2, 2, column + 1}, {3, 1, column}};
}

SmallVector<int32_t> tir::kernel::packTaps(DenseElementsAttr weights,
                                           bool oneRow) {
  int64_t channels = weights.getType().getDimSize(2);
  auto values = weights.getValues<int8_t>();
  SmallVector<int32_t> words;
  for (int64_t channel = 0; channel < channels; ++channel)
    for (int64_t column = 0; column < 3; ++column) {
      uint32_t word = 0;
      for (const Tap &tap : getTaps(oneRow, column)) {
        auto weight = static_cast<uint8_t>(
            values[(3 * tap.row + tap.column) * channels + channel]);
        word |= static_cast<uint32_t>(weight) << (8 * tap.byte);
      }
      words.push_back(static_cast<int32_t>(word));
    }
  return words;
}

int64_t tir::kernel::getNumColumnWords(int64_t rows, int64_t columns) {
  return rows == 4 ? 2 * columns : 3 * llvm::divideCeil(columns, 2);
}
