//===- DoubleRescaleTest.cpp - Tests of rescales in double precision
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/DoubleRescale.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <random>

using namespace tir;

/// Counts the accumulators at which the form differs from the rescale, rounded
/// twice or contracted.
static int64_t countDifferences(const RescaleChannel &channel,
                                DoubleRescale form) {
  int64_t count = 0;
  for (int64_t acc = channel.low; acc <= channel.high; ++acc) {
    double product = std::fma(static_cast<double>(acc), form.scale, -0.0);
    for (double sum :
         {product + form.offset,
          std::fma(static_cast<double>(acc), form.scale, form.offset)}) {
      int64_t number = std::clamp<int64_t>(static_cast<int16_t>(sum), 0,
                                           channel.max - channel.min);
      count += number + channel.min != channel.evaluate(acc);
    }
  }
  return count;
}

/// Finds the form of a channel from its plain form.
static std::optional<DoubleRescale> find(const RescaleChannel &channel) {
  std::optional<AffineRescales> plain = findAffineRescales({channel});
  return plain ? findDoubleRescale(channel, plain->channels[0], plain->shift)
               : std::nullopt;
}

TEST(DoubleRescaleTest, EqualsRandomRescales) {
  std::mt19937 random(1);
  auto draw = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  unsigned found = 0;
  for (unsigned i = 0; i < 300; ++i) {
    int64_t extent = int64_t(1) << draw(4, 16);
    RescaleChannel channel = {
        /*multiplier=*/static_cast<int32_t>(draw(1 << 30, (1LL << 31) - 1)),
        /*shift=*/static_cast<int32_t>(draw(32, 44)),
        /*doubleRound=*/draw(0, 1) == 1,
        /*bias=*/draw(-extent, extent),
        /*low=*/-draw(1, extent),
        /*high=*/draw(0, extent),
        /*outputZeroPoint=*/draw(0, 1) == 1 ? -128 : draw(-128, 127),
        /*min=*/-128,
        /*max=*/127};
    std::optional<DoubleRescale> form = find(channel);
    if (!form)
      continue;
    ++found;
    EXPECT_TRUE(verifyDoubleRescale(channel, *form)) << i;
    EXPECT_EQ(countDifferences(channel, *form), 0) << i;
  }
  EXPECT_GT(found, 200U);
}

/// A layer of a network: results from the smallest to the largest one.
constexpr RescaleChannel layer = {1162167621, 40,   true, -3000, -200000,
                                  200000,     -128, -128, 127};

TEST(DoubleRescaleTest, ProvesEachStep) {
  std::optional<DoubleRescale> form = find(layer);
  ASSERT_TRUE(form);
  EXPECT_TRUE(verifyDoubleRescale(layer, *form));
  // Steps are about 1 / 946 apart, and some of them close to an accumulator.
  EXPECT_FALSE(verifyDoubleRescale(
      layer, {form->scale, form->offset + std::ldexp(1.0, -9)}));
  EXPECT_FALSE(verifyDoubleRescale(
      layer, {form->scale, form->offset - std::ldexp(1.0, -9)}));
  EXPECT_FALSE(
      verifyDoubleRescale(layer, {form->scale * 1.0001, form->offset}));
}

TEST(DoubleRescaleTest, RejectsOtherForms) {
  DoubleRescale form = find(layer).value();
  EXPECT_FALSE(verifyDoubleRescale(layer, {-form.scale, form.offset}));
  EXPECT_FALSE(verifyDoubleRescale(layer, {NAN, form.offset}));
  EXPECT_FALSE(verifyDoubleRescale(layer, {form.scale, INFINITY}));
  // The exact difference of such an offset and a result takes more digits.
  EXPECT_FALSE(verifyDoubleRescale(
      layer, {form.scale, form.offset + std::ldexp(1.0, -40)}));
  // The conversion to 16 bits overflows.
  RescaleChannel wide = layer;
  wide.high = 2000000000;
  EXPECT_FALSE(verifyDoubleRescale(wide, form));
  EXPECT_FALSE(find(wide));
  RescaleChannel undefined = layer;
  undefined.shift = 1;
  EXPECT_FALSE(verifyDoubleRescale(undefined, form));
  EXPECT_FALSE(findDoubleRescale(undefined, {1 << 30, 0, 0}, 7));
  EXPECT_FALSE(findDoubleRescale(layer, {-1, 0, 0}, 7));
  EXPECT_FALSE(findDoubleRescale(layer, {1 << 30, 0, 0}, 32));
}

TEST(DoubleRescaleTest, HasOneResult) {
  RescaleChannel constant = layer;
  constant.low = -200000;
  constant.high = -100000;
  std::optional<DoubleRescale> form = find(constant);
  ASSERT_TRUE(form);
  EXPECT_EQ(countDifferences(constant, *form), 0);
}
