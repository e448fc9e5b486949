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

namespace {
struct Found {
  DoubleRescale form;
  unsigned shift;
};
} // namespace

/// Counts the accumulators at which the form, as generated code computes it by
/// doubles or integers, differs from the rescale.
static int64_t countDifferences(const RescaleChannel &channel, Found found) {
  auto [form, shift] = found;
  double unit = std::ldexp(1.0, -32 - static_cast<int>(shift));
  double scale = form.multiplier;
  double offset = std::ldexp(form.offset, 12 + static_cast<int>(shift));
  int64_t count = 0;
  for (int64_t acc = channel.low; acc <= channel.high; ++acc) {
    auto number = static_cast<double>(acc);
    double product = std::fma(number, scale, -0.0);
    int64_t sum =
        acc * form.multiplier + form.offset * (int64_t(1) << (12 + shift));
    for (int64_t result :
         {static_cast<int64_t>((product + offset) * unit),
          static_cast<int64_t>(std::fma(number, scale, offset) * unit),
          sum >> (32 + shift)}) {
      EXPECT_EQ(result, static_cast<int16_t>(result));
      result = std::clamp<int64_t>(result, 0, channel.max - channel.min);
      count += result + channel.min != channel.evaluate(acc);
    }
  }
  return count;
}

/// Finds the form of a channel from its plain form.
static std::optional<Found> find(const RescaleChannel &channel) {
  std::optional<AffineRescales> plain =
      findAffineRescales({channel},
                         {/*bySign=*/false, /*upperHalf=*/false,
                          /*hasCoarseOffset=*/true},
                         DoubleRescale::kMaxShift);
  if (!plain)
    return std::nullopt;
  std::optional<DoubleRescale> form =
      findDoubleRescale(channel, plain->channels[0], plain->shift);
  return form ? std::optional(Found{*form, plain->shift}) : std::nullopt;
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
    std::optional<Found> form = find(channel);
    if (!form)
      continue;
    ++found;
    EXPECT_TRUE(verifyDoubleRescale(channel, form->form, form->shift)) << i;
    EXPECT_EQ(countDifferences(channel, *form), 0) << i;
  }
  EXPECT_GT(found, 200U);
}

/// A layer of a network: results from the smallest to the largest one.
constexpr RescaleChannel layer = {1162167621, 40,   true, -3000, -200000,
                                  200000,     -128, -128, 127};

TEST(DoubleRescaleTest, ProvesEachStep) {
  std::optional<Found> found = find(layer);
  ASSERT_TRUE(found);
  auto [form, shift] = *found;
  EXPECT_TRUE(verifyDoubleRescale(layer, form, shift));
  // Steps are about 1 / 946 apart, and some of them close to an accumulator.
  constexpr int32_t more = 1 << 11;
  EXPECT_FALSE(
      verifyDoubleRescale(layer, {form.multiplier, form.offset + more}, shift));
  EXPECT_FALSE(
      verifyDoubleRescale(layer, {form.multiplier, form.offset - more}, shift));
  EXPECT_FALSE(verifyDoubleRescale(
      layer, {form.multiplier - form.multiplier / 10000, form.offset}, shift));
}

TEST(DoubleRescaleTest, ProvesTheRoundedProduct) {
  // The product of this accumulator has 58 bits. With the offset, the exact sum
  // is 5 / 2^47 less than 9, and so is the contracted one, but the product
  // rounds up, to a sum of 9.
  constexpr int64_t acc = -134217731;
  constexpr DoubleRescale form = {1163220311, 1172657521};
  constexpr unsigned shift = 15;
  RescaleChannel channel = {1 << 30, 62, false, 0, acc, acc, -120, -128, 127};
  EXPECT_EQ(channel.evaluate(acc) - channel.min, 8);
  EXPECT_FALSE(verifyDoubleRescale(channel, form, shift));
  EXPECT_TRUE(
      verifyDoubleRescale(channel, {form.multiplier, form.offset - 1}, shift));
}

TEST(DoubleRescaleTest, RejectsOtherForms) {
  auto [form, shift] = find(layer).value();
  EXPECT_FALSE(
      verifyDoubleRescale(layer, {-form.multiplier, form.offset}, shift));
  EXPECT_FALSE(verifyDoubleRescale(layer, form, shift + 1));
  EXPECT_FALSE(verifyDoubleRescale(layer, form, 16));
  // The conversion to 16 bits overflows.
  RescaleChannel wide = layer;
  wide.high = 100000000;
  EXPECT_FALSE(verifyDoubleRescale(wide, form, shift));
  EXPECT_FALSE(find(wide));
  RescaleChannel undefined = layer;
  undefined.shift = 1;
  EXPECT_FALSE(verifyDoubleRescale(undefined, form, shift));
  EXPECT_FALSE(findDoubleRescale(undefined, {1 << 30, 0, 0}, 7));
  EXPECT_FALSE(findDoubleRescale(layer, {-1, 0, 0}, 7));
  EXPECT_FALSE(findDoubleRescale(layer, {1 << 30, 0, 0}, 32));
}

TEST(DoubleRescaleTest, HasOneResult) {
  RescaleChannel constant = layer;
  constant.low = -200000;
  constant.high = -100000;
  std::optional<Found> form = find(constant);
  ASSERT_TRUE(form);
  EXPECT_EQ(countDifferences(constant, *form), 0);
}
