//===- AffineSumTest.cpp - Tests of short forms of quantised functions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/AffineSum.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

using namespace tir;

namespace {
/// Returns the results of a function of one number or of two.
template <typename Function>
std::vector<int32_t> tabulate(Function function, bool hasTwo = true) {
  std::vector<int32_t> results;
  for (int32_t x = -128; x < 128; ++x)
    for (int32_t y = hasTwo ? -128 : 0; y < (hasTwo ? 128 : 1); ++y)
      results.push_back(function(x, y));
  return results;
}

/// TOSA's rescale with single rounding.
int64_t rescale(int64_t value, int64_t multiplier, int shift) {
  return (value * multiplier + (int64_t(1) << (shift - 1))) >> shift;
}

/// The multiplier and the shift of a scale, as converters round it.
std::pair<int64_t, int> quantise(double scale) {
  int exponent;
  double part = std::frexp(scale, &exponent);
  auto multiplier = std::llround(std::ldexp(part, 31));
  if (multiplier == int64_t(1) << 31)
    return {int64_t(1) << 30, 30 - exponent};
  return {multiplier, 31 - exponent};
}

/// TOSA's rescale with double rounding.
int64_t rescaleTwice(int64_t value, std::pair<int64_t, int> scale) {
  auto [multiplier, shift] = scale;
  int64_t half = shift > 31 ? (value < 0 ? -(1 << 30) : 1 << 30) : 0;
  return (value * multiplier + half + (int64_t(1) << (shift - 1))) >> shift;
}

int32_t clamp(int64_t value, int64_t min = -128, int64_t max = 127) {
  return static_cast<int32_t>(std::clamp(value, min, max));
}

/// Checks a form against every result, without the code under test.
void expectEqual(const std::vector<int32_t> &results, const AffineSum &sum) {
  bool hasTwo = results.size() != 256;
  size_t next = 0;
  for (int64_t x = -128; x < 128; ++x)
    for (int64_t y = hasTwo ? -128 : 0; y < (hasTwo ? 128 : 1); ++y) {
      __int128 exact = x * sum.xFactor + y * sum.yFactor + sum.offset;
      auto word = static_cast<int32_t>(exact);
      ASSERT_EQ(static_cast<__int128>(word), exact);
      ASSERT_EQ(clamp(word >> sum.shift, sum.min, sum.max), results[next++]);
    }
}

TEST(AffineSumTest, EqualsRandomAdditions) {
  std::mt19937 random(18);
  auto draw = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  int found = 0;
  for (int i = 0; i < 30; ++i) {
    int64_t first = draw(1 << 29, (int64_t(1) << 31) - 1),
            second = draw(1 << 29, (int64_t(1) << 31) - 1),
            last = draw(1 << 30, (int64_t(1) << 31) - 1);
    int64_t xZero = draw(-128, 127), yZero = draw(-128, 127),
            zero = draw(-128, 127);
    int64_t min = i % 3 == 0 ? zero : -128;
    // As converters write a quantised addition: 20 bits more in between.
    auto results = tabulate([&](int64_t x, int64_t y) {
      int64_t sum = rescale((x - xZero) << 20, first, 31) +
                    rescale((y - yZero) << 20, second, 31);
      return clamp(rescale(sum, last, 50) + zero, min);
    });
    if (std::optional<AffineSum> sum = findAffineSum(results)) {
      ++found;
      EXPECT_TRUE(verifyAffineSum(results, *sum));
      expectEqual(results, *sum);
    }
  }
  EXPECT_GE(found, 25);
}

/// Returns a quantised addition as converters write it, of elements with the
/// given scales relative to the scale of the sum.
std::vector<int32_t> tabulateAddition(double xScale, double yScale,
                                      int64_t xZero, int64_t yZero,
                                      int64_t zero) {
  double most = 2 * std::max(xScale, yScale);
  auto x = quantise(xScale / most), y = quantise(yScale / most),
       last = quantise(std::ldexp(most, -20));
  return tabulate([&](int64_t a, int64_t b) {
    int64_t sum =
        rescaleTwice((a - xZero) << 20, x) + rescaleTwice((b - yZero) << 20, y);
    return clamp(rescaleTwice(sum, last) + zero);
  });
}

TEST(FixedSumTest, EqualsAdditionsOfAllScales) {
  std::mt19937 random(7);
  auto draw = [&](double low, double high) {
    return std::exp(
        std::uniform_real_distribution(std::log(low), std::log(high))(random));
  };
  auto drawZero = [&] {
    return std::uniform_int_distribution<int64_t>(-128, 127)(random);
  };
  int found = 0;
  constexpr int count = 60;
  for (int i = 0; i < count; ++i) {
    auto results =
        tabulateAddition(draw(0.05, 7.9), draw(0.05, 7.9), drawZero(),
                         drawZero(), i % 2 == 0 ? -128 : drawZero());
    std::optional<FixedSum> sum = findFixedSum(results);
    if (!sum)
      continue;
    ++found;
    EXPECT_TRUE(verifyFixedSum(results, *sum));
    // As the code computes it, without the code under test.
    size_t next = 0;
    for (int64_t x = -128; x < 128; ++x)
      for (int64_t y = -128; y < 128; ++y) {
        int64_t products = (x << 24) * int64_t(sum->xFactor) +
                           (y << 24) * int64_t(sum->yFactor);
        int64_t high = (products >> 32) + sum->offset;
        ASSERT_EQ(static_cast<int32_t>(high), high);
        ASSERT_EQ(clamp(high >> 20, sum->min, sum->max), results[next++]);
      }
  }
  // A search that fails would make a retrained model not fit.
  EXPECT_GE(found, count - 2);
}

TEST(FixedSumTest, RefusesLargeFactorsAndOtherFunctions) {
  EXPECT_TRUE(findFixedSum(tabulateAddition(7.3, 0.9, 0, 0, 0)));
  EXPECT_FALSE(findFixedSum(tabulateAddition(8.3, 0.9, 0, 0, 0)));
  EXPECT_FALSE(findFixedSum(
      tabulate([](int64_t x, int64_t y) { return clamp(x * y / 64); })));
  EXPECT_FALSE(findFixedSum({}));
}

TEST(FixedSumTest, ProvesExactlyWhatIsEqual) {
  auto results =
      tabulate([](int64_t x, int64_t y) { return clamp((x + y) >> 1); });
  constexpr int32_t half = 1 << 27, one = 1 << 20;
  EXPECT_TRUE(verifyFixedSum(results, {half, half, 0, -128, 127}));
  EXPECT_FALSE(verifyFixedSum(results, {half, half, one, -128, 127}));
  EXPECT_FALSE(verifyFixedSum(results, {half, half + 1024, 0, -128, 127}));
  EXPECT_FALSE(verifyFixedSum(results, {half, half, 0, -127, 127}));
  // Such sums do not fit 32 bits with their offset.
  auto most = tabulate([](int64_t, int64_t) { return 127; });
  EXPECT_TRUE(verifyFixedSum(most, {1 << 29, 0, 1700 * one, -128, 127}));
  EXPECT_FALSE(verifyFixedSum(most, {1 << 30, 0, 1700 * one, -128, 127}));
}

TEST(AffineSumTest, EqualsRescalesOfOneNumber) {
  for (int64_t multiplier : {1100000000, 1500000000, 2100000000})
    for (int shift : {30, 31, 33}) {
      auto results = tabulate(
          [&](int64_t x, int64_t) {
            return clamp(rescale(x + 5, multiplier, shift) - 3);
          },
          /*hasTwo=*/false);
      std::optional<AffineSum> sum = findAffineSum(results);
      ASSERT_TRUE(sum);
      EXPECT_EQ(sum->yFactor, 0);
      expectEqual(results, *sum);
    }
}

TEST(AffineSumTest, EqualsADifference) {
  auto results = tabulate([](int64_t x, int64_t y) {
    return clamp(rescale(x * 3 - y * 5, 1 << 28, 31));
  });
  std::optional<AffineSum> sum = findAffineSum(results);
  ASSERT_TRUE(sum);
  EXPECT_LT(sum->yFactor, 0);
  expectEqual(results, *sum);
}

TEST(AffineSumTest, RefusesOtherFunctions) {
  EXPECT_FALSE(findAffineSum(
      tabulate([](int64_t x, int64_t y) { return clamp(x * y / 64); })));
  EXPECT_FALSE(findAffineSum(tabulate(
      [](int64_t x, int64_t y) { return clamp(x + y, -1000, 1000); })));
  EXPECT_FALSE(findAffineSum({}));
}

TEST(AffineSumTest, ProvesExactlyWhatIsEqual) {
  auto results =
      tabulate([](int64_t x, int64_t y) { return clamp((x + y) >> 1); });
  EXPECT_TRUE(verifyAffineSum(results, {1, 1, 0, 1, -128, 127}));
  EXPECT_FALSE(verifyAffineSum(results, {1, 1, 1, 1, -128, 127}));
  EXPECT_FALSE(verifyAffineSum(results, {1, 1, 0, 1, -127, 127}));
  // The sums of this one do not fit 32 bits.
  EXPECT_TRUE(verifyAffineSum(results, {1 << 22, 1 << 22, 0, 23, -128, 127}));
  EXPECT_FALSE(verifyAffineSum(results, {1 << 23, 1 << 23, 0, 24, -128, 127}));
}
} // namespace
