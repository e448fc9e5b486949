//===- PairLayoutTest.cpp - Tests of the operands of kernel.dot_pairs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/PairLayout.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class PairLayoutTest : public testing::Test {
protected:
  /// Returns weights of `channels` x `products` elements.
  DenseElementsAttr makeWeights(int64_t channels, ArrayRef<int8_t> values) {
    int64_t products = static_cast<int64_t>(values.size()) / channels;
    return DenseElementsAttr::get(
        RankedTensorType::get({channels, products},
                              IntegerType::get(&context, 8)),
        values);
  }

  MLIRContext context;
};
} // namespace

static int32_t getLow(int32_t word) { return static_cast<int16_t>(word); }

static int32_t getHigh(int32_t word) {
  return static_cast<int16_t>(static_cast<uint32_t>(word) >> 16);
}

/// The words of `kernel.widen_bytes` by its description. Halves without an
/// element have `filler`.
static SmallVector<int32_t> widen(ArrayRef<int8_t> elements, int16_t filler) {
  SmallVector<int32_t> words;
  auto join = [&](size_t low, size_t high) {
    auto get = [&](size_t i) -> uint32_t {
      int16_t half = i < elements.size() ? elements[i] : filler;
      return static_cast<uint16_t>(half);
    };
    words.push_back(static_cast<int32_t>(get(low) | get(high) << 16));
  };
  for (size_t first = 0; first < elements.size(); first += 4) {
    if (elements.size() - first <= 2) {
      join(first, first + 1);
      continue;
    }
    join(first, first + 2);
    join(first + 1, first + 3);
  }
  return words;
}

/// SMLAD without its flag.
static int32_t multiplyHalves(int32_t x, int32_t y, int32_t acc) {
  auto product = [](int32_t a, int32_t b) {
    return static_cast<uint32_t>(a * b);
  };
  return static_cast<int32_t>(static_cast<uint32_t>(acc) +
                              product(getLow(x), getLow(y)) +
                              product(getHigh(x), getHigh(y)));
}

/// SXTB16.
static int32_t getLowBytes(int32_t word) {
  auto low = static_cast<uint16_t>(static_cast<int8_t>(word));
  auto high = static_cast<uint32_t>(static_cast<int8_t>(word >> 16));
  return static_cast<int32_t>(low | high << 16);
}

/// The sums of a pair of channels, as `kernel.dot_pairs` describes them.
static std::pair<int32_t, int32_t> dot(ArrayRef<int32_t> x, ArrayRef<int32_t> w,
                                       bool bytes) {
  int32_t both = 0, second = 0;
  for (auto [xWord, wWord] : llvm::zip_equal(x, w)) {
    both = multiplyHalves(xWord, bytes ? getLowBytes(wWord >> 8) : wWord, both);
    second = multiplyHalves(xWord, getLowBytes(wWord), second);
  }
  if (bytes)
    return {both, second};
  auto first = static_cast<int32_t>(static_cast<uint32_t>(both) -
                                    static_cast<uint32_t>(second));
  return {first >> 8, second};
}

TEST_F(PairLayoutTest, PlacesElements) {
  struct Case {
    int64_t index, size, word;
    bool isHigh;
  };
  // The words of 1, 2, 3, 4, 5, 6 and 7 elements: (0), (0, 1), (0, 2) (1),
  // (0, 2) (1, 3), and so on.
  for (const Case &test : {Case{0, 1, 0, false},
                           {0, 2, 0, false},
                           {1, 2, 0, true},
                           {0, 3, 0, false},
                           {1, 3, 1, false},
                           {2, 3, 0, true},
                           {1, 4, 1, false},
                           {3, 4, 1, true},
                           {4, 5, 2, false},
                           {4, 6, 2, false},
                           {5, 6, 2, true},
                           {5, 7, 3, false},
                           {6, 7, 2, true},
                           {1, 7, 1, false}}) {
    PairPlace place = getPairPlace(test.index, test.size);
    EXPECT_EQ(place.word, test.word) << test.index << " of " << test.size;
    EXPECT_EQ(place.isHigh, test.isHigh) << test.index << " of " << test.size;
  }
}

TEST_F(PairLayoutTest, PlacesAgreeWithWidenedBytes) {
  for (int64_t size = 1; size <= 20; ++size) {
    SmallVector<int8_t> elements;
    for (int64_t i = 0; i < size; ++i)
      elements.push_back(static_cast<int8_t>(i + 1));
    SmallVector<int32_t> words = widen(elements, /*filler=*/0);
    ASSERT_EQ(static_cast<int64_t>(words.size()), getNumPairWords(size));
    for (int64_t i = 0; i < size; ++i) {
      PairPlace place = getPairPlace(i, size);
      ASSERT_LT(place.word, getNumPairWords(size));
      int32_t word = words[place.word];
      EXPECT_EQ(place.isHigh ? getHigh(word) : getLow(word), i + 1)
          << i << " of " << size;
    }
  }
}

TEST_F(PairLayoutTest, PacksPairs) {
  // 256 * 1 + 5 beside 256 * 3 + 7, and 256 * 2 - 6 beside 256 * 4 - 8.
  DenseElementsAttr weights = makeWeights(2, {1, 2, 3, 4, 5, -6, 7, -8});
  EXPECT_EQ(packPairs(weights, 4),
            (SmallVector<int32_t>{775 * 65536 + 261, 1016 * 65536 + 506}));
  // Two segments of two elements have these in their order.
  EXPECT_EQ(packPairs(weights, 2),
            (SmallVector<int32_t>{506 * 65536 + 261, 1016 * 65536 + 775}));
  // A segment of three begins with a new word.
  EXPECT_EQ(packPairs(makeWeights(1, {1, 2, 3, 4, 5, 6}), 3),
            (SmallVector<int32_t>{768 * 65536 + 256, 512, 1536 * 65536 + 1024,
                                  1280}));
}

TEST_F(PairLayoutTest, SumsAreThoseOfPlainWeights) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> any(-128, 127);
  for (int64_t size = 1; size <= 20; ++size)
    for (int64_t channels = 1; channels <= 5; ++channels)
      for (int64_t segments = 1; segments <= 6; ++segments) {
        bool bytes = segments > 3;
        std::uniform_int_distribution<int> weight(bytes ? -128 : -127, 127);
        int64_t products = size * segments;
        SmallVector<int8_t> values, elements;
        for (int64_t i = 0; i < channels * products; ++i)
          values.push_back(static_cast<int8_t>(weight(random)));
        for (int64_t i = 0; i < products; ++i)
          elements.push_back(static_cast<int8_t>(any(random)));
        SmallVector<int32_t> words =
            packPairs(makeWeights(channels, values), size, bytes);
        int64_t numWords = segments * getNumPairWords(size);
        ASSERT_EQ(static_cast<int64_t>(words.size()),
                  (channels + 1) / 2 * numWords);

        // Whatever stands in halves without an element is multiplied by 0.
        SmallVector<int32_t> x;
        for (int64_t i = 0; i < segments; ++i)
          llvm::append_range(
              x, widen(ArrayRef(elements).slice(i * size, size), 12345));
        for (int64_t channel = 0; channel < channels; ++channel) {
          int32_t expected = 0;
          for (int64_t i = 0; i < products; ++i)
            expected += values[channel * products + i] * elements[i];
          auto [first, second] =
              dot(x, ArrayRef(words).slice(channel / 2 * numWords, numWords),
                  bytes);
          EXPECT_EQ(channel % 2 == 0 ? first : second, expected)
              << "channel " << channel << " of " << channels << ", " << segments
              << " segments of " << size;
        }
      }
}

TEST_F(PairLayoutTest, SumsOfExtremeWeights) {
  // 511 products of -128 by -128 are the largest sum within 24 bits.
  for (int8_t x : {-128, 127})
    for (auto [a, b] : {std::pair<int, int>(-128, 0),
                        {-128, 127},
                        {127, 127},
                        {127, -128},
                        {-127, -128},
                        {0, -128}}) {
      constexpr int64_t kSize = 511;
      SmallVector<int8_t> values(2 * kSize, static_cast<int8_t>(a));
      std::fill(values.begin() + kSize, values.end(), static_cast<int8_t>(b));
      DenseElementsAttr weights = makeWeights(2, values);
      ASSERT_TRUE(fitPairs(weights)) << a << " beside " << b;
      SmallVector<int8_t> elements(kSize, x);
      for (bool bytes : {false, true}) {
        auto [first, second] =
            dot(widen(elements, -1), packPairs(weights, kSize, bytes), bytes);
        EXPECT_EQ(first, kSize * a * x);
        EXPECT_EQ(second, kSize * b * x);
      }
    }
}

TEST_F(PairLayoutTest, BytesHaveAnySum) {
  // A sum of 27 bits, by weights of which no pair fits 16 bits.
  constexpr int64_t kSize = 8000;
  DenseElementsAttr weights =
      makeWeights(2, SmallVector<int8_t>(2 * kSize, -128));
  SmallVector<int8_t> elements(kSize, -128);
  auto [first, second] =
      dot(widen(elements, -1), packPairs(weights, kSize, /*bytes=*/true),
          /*bytes=*/true);
  EXPECT_EQ(first, kSize * 128 * 128);
  EXPECT_EQ(second, kSize * 128 * 128);
}

TEST_F(PairLayoutTest, SaysWhetherPairsFit) {
  // 256 * -128 - 1 is less than -32768.
  EXPECT_FALSE(fitPairs(makeWeights(2, {-128, -1})));
  EXPECT_FALSE(fitPairs(makeWeights(4, {0, 1, 0, 0, 0, -128, 0, -128})));
  EXPECT_TRUE(fitPairs(makeWeights(2, {-128, 0})));
  // The weights of one position stand together, not neighbours of one channel.
  EXPECT_TRUE(fitPairs(makeWeights(2, {-128, -1, 0, -1})));
  // Beside the last of an odd number of channels stand zeros.
  EXPECT_TRUE(fitPairs(makeWeights(1, {-128, -128})));
}

TEST_F(PairLayoutTest, PacksNoChannels) {
  DenseElementsAttr none = DenseElementsAttr::get(
      RankedTensorType::get({0, 4}, IntegerType::get(&context, 8)),
      ArrayRef<int8_t>());
  EXPECT_TRUE(fitPairs(none));
  EXPECT_TRUE(packPairs(none, 4).empty());
}
