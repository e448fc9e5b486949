//===- AffineRescaleTest.cpp - Tests of short exact forms of rescales
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/AffineRescale.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <limits>
#include <random>
#include <vector>

using namespace llvm;
using namespace tir;

constexpr int32_t one = 1 << 30;
constexpr int32_t maxInt32 = std::numeric_limits<int32_t>::max();
constexpr int64_t minInt64 = std::numeric_limits<int64_t>::min();
constexpr int64_t maxInt64 = std::numeric_limits<int64_t>::max();

/// Divides and rounds down, without a shift.
static __int128 floorDiv(__int128 dividend, __int128 divisor) {
  __int128 quotient = dividend / divisor;
  bool isInexact = quotient * divisor != dividend;
  return isInexact && (dividend < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

/// Computes a rescale by the text of TOSA 1.0: multiply, round to nearest, and
/// in double rounding with a shift above 31, round away from zero by 2^30 more.
static int64_t rescale(const RescaleChannel &channel, int64_t acc) {
  __int128 value = __int128(acc) + channel.bias;
  __int128 divisor = __int128(1) << channel.shift;
  __int128 dividend = value * channel.multiplier + divisor / 2;
  if (channel.doubleRound && channel.shift > 31)
    dividend += value < 0 ? -one : one;
  int64_t result = floorDiv(dividend, divisor) + channel.outputZeroPoint;
  return std::min(std::max(result, channel.min), channel.max);
}

/// Counts the accumulators at which the form, as generated code computes it,
/// differs from the rescale or overflows.
static int64_t countDifferences(const RescaleChannel &channel,
                                AffineRescale form, unsigned shift,
                                AffineRescaleKind kind = {}) {
  int64_t count = 0;
  for (int64_t acc = channel.low; acc <= channel.high; ++acc) {
    int32_t sign = acc + channel.bias < 0 ? -1 : 0;
    __int128 exact, value;
    if (kind.upperHalf) {
      int64_t factor = int64_t(1) << kind.upperFractionBits;
      auto scaled = static_cast<int32_t>(factor * acc);
      int32_t product = kind.isApproximate
                            ? multiplyUpperHalves(scaled, form.multiplier)
                            : (int64_t(scaled) * form.multiplier) >> 32;
      exact = (kind.isApproximate ? product
                                  : factor * acc * form.multiplier >> 32) +
              form.offset + int64_t(sign) * form.signOffset;
      int32_t offset = form.offset + int64_t(sign) * form.signOffset;
      value = static_cast<int32_t>(int64_t(product) + offset);
    } else {
      exact = __int128(acc) * form.multiplier + form.offset;
      exact += __int128(sign) * form.signOffset;
      value = static_cast<int64_t>(exact);
    }
    auto word = static_cast<int32_t>(kind.upperHalf ? value : value >> 32);
    int64_t result = word >> shift;
    result = std::min(std::max(result, channel.min), channel.max);
    count += value != exact || result != rescale(channel, acc);
  }
  return count;
}

/// Decides whether a channel has a form, by eliminating the offsets from the
/// bounds of all pairs of accumulators.
static bool hasForm(const RescaleChannel &channel, unsigned shift,
                    bool bySign) {
  struct Bound {
    int64_t acc;
    bool isNegative;
    __int128 sum;
  };
  std::vector<Bound> lower, upper;
  __int128 unit = __int128(1) << (32 + shift);
  for (int64_t acc = channel.low; acc <= channel.high; ++acc) {
    bool isNegative = acc + channel.bias < 0;
    int64_t result = rescale(channel, acc);
    // The offset is the sum at 0.
    for (int64_t at : {acc, int64_t(0)}) {
      lower.push_back({at, isNegative, minInt64});
      upper.push_back({at, isNegative, maxInt64});
    }
    if (result > channel.min)
      lower.push_back({acc, isNegative, result * unit});
    if (result < channel.max)
      upper.push_back({acc, isNegative, (result + 1) * unit - 1});
  }
  __int128 least = 0, most = maxInt32;
  for (const Bound &a : lower) {
    for (const Bound &b : upper) {
      int64_t slack = bySign && !a.isNegative && b.isNegative ? maxInt32 : 0;
      // multiplier * run >= rise
      __int128 run = a.acc - b.acc, rise = a.sum - b.sum - slack;
      if (run > 0)
        least = std::max(least, -floorDiv(-rise, run));
      else if (run < 0)
        most = std::min(most, floorDiv(-rise, -run));
      else if (rise > 0)
        return false;
    }
  }
  return least <= most;
}

/// Returns a channel as quantised models have it.
static RescaleChannel makeChannel(int64_t range) {
  return {1518500250, 38, true, 0, -range, range, -128, -128, 127};
}

namespace {

class AffineRescaleTest : public ::testing::Test {
protected:
  int64_t draw(int64_t least, int64_t most) {
    return least + int64_t(random() % uint64_t(most - least + 1));
  }

  /// Draws a channel with an int8 output and some clamp. Its step is between
  /// 2^(minShift - 31) and 2^(maxShift - 30) accumulators.
  RescaleChannel drawChannel(int minShift, int maxShift, int64_t range) {
    RescaleChannel channel;
    channel.multiplier = draw(one, maxInt32);
    channel.shift = draw(minShift, maxShift);
    channel.doubleRound = draw(0, 1);
    channel.bias = draw(-range, range);
    channel.low = draw(-range, range);
    channel.high = draw(channel.low, range);
    channel.outputZeroPoint = draw(-128, 127);
    bool isRelu = draw(0, 1);
    channel.min = isRelu ? channel.outputZeroPoint : -128;
    channel.max = draw(0, 1) ? 127 : draw(channel.min, 127);
    return channel;
  }

  /// The sequence of numbers is the same on every machine.
  std::mt19937_64 random;
};

} // namespace

//===----------------------------------------------------------------------===//
// The rescale
//===----------------------------------------------------------------------===//

TEST_F(AffineRescaleTest, EvaluatesAsTOSADefines) {
  // A half: 1.5 becomes 2, and -1.5 becomes -1.
  RescaleChannel half = {one, 31, true, 0, -9, 9, 0, -128, 127};
  EXPECT_EQ(half.evaluate(3), 2);
  EXPECT_EQ(half.evaluate(-3), -1);
  // A quarter: double rounding moves 0.25 to 0.5 and -0.5 to -0.75.
  RescaleChannel quarter = {one, 32, true, 0, -9, 9, 0, -128, 127};
  EXPECT_EQ(quarter.evaluate(1), 1);
  EXPECT_EQ(quarter.evaluate(-1), 0);
  EXPECT_EQ(quarter.evaluate(-2), -1);
  quarter.doubleRound = false;
  EXPECT_EQ(quarter.evaluate(1), 0);
  EXPECT_EQ(quarter.evaluate(-2), 0);
  EXPECT_EQ(quarter.evaluate(-3), -1);
  // The bias comes first, then the zero point, then the clamp.
  RescaleChannel whole = {one, 30, false, 5, -9, 9, -3, 0, 6};
  EXPECT_EQ(whole.evaluate(1), 3);
  EXPECT_EQ(whole.evaluate(-9), 0);
  EXPECT_EQ(whole.evaluate(9), 6);
  for (int i = 0; i < 10000; ++i) {
    RescaleChannel channel = drawChannel(24, 62, 1 << 20);
    int64_t acc = draw(channel.low, channel.high);
    ASSERT_EQ(channel.evaluate(acc), rescale(channel, acc));
  }
}

TEST_F(AffineRescaleTest, KnowsUndefinedChannels) {
  RescaleChannel channel = makeChannel(1000);
  EXPECT_TRUE(channel.isDefined());
  auto isDefinedWith = [&](auto member, auto value) {
    RescaleChannel changed = channel;
    changed.*member = value;
    bool isDefined = changed.isDefined();
    // Neither function that takes a channel trusts it.
    if (!isDefined) {
      EXPECT_FALSE(findAffineRescale(changed, 0));
      EXPECT_FALSE(findAffineRescales(changed));
      EXPECT_FALSE(verifyAffineRescale(changed, {0, 0, 0}, {}, 0));
    }
    return isDefined;
  };
  EXPECT_FALSE(isDefinedWith(&RescaleChannel::multiplier, -1));
  EXPECT_TRUE(isDefinedWith(&RescaleChannel::multiplier, 0));
  EXPECT_FALSE(isDefinedWith(&RescaleChannel::shift, 1));
  EXPECT_TRUE(isDefinedWith(&RescaleChannel::shift, 62));
  EXPECT_FALSE(isDefinedWith(&RescaleChannel::shift, 63));
  EXPECT_FALSE(isDefinedWith(&RescaleChannel::low, 1001));
  EXPECT_FALSE(isDefinedWith(&RescaleChannel::min, 128));
  EXPECT_FALSE(isDefinedWith(&RescaleChannel::high, int64_t(1) << 31));
  // The sum with the bias has 32 bits, and so has the scaled value.
  EXPECT_TRUE(isDefinedWith(&RescaleChannel::bias, maxInt32 - 1000));
  EXPECT_FALSE(isDefinedWith(&RescaleChannel::bias, maxInt32 - 999));
  EXPECT_FALSE(isDefinedWith(&RescaleChannel::bias, -maxInt32 - int64_t(1)));
  EXPECT_FALSE(isDefinedWith(&RescaleChannel::shift, 2));
  // As does its sum with the zero point: 1000 is scaled to 6.
  EXPECT_TRUE(isDefinedWith(&RescaleChannel::outputZeroPoint, maxInt32 - 6));
  EXPECT_FALSE(isDefinedWith(&RescaleChannel::outputZeroPoint, maxInt32 - 5));
}

//===----------------------------------------------------------------------===//
// Forms equal the rescale
//===----------------------------------------------------------------------===//

TEST_F(AffineRescaleTest, EqualsRandomRescales) {
  int numPlain = 0, numBySign = 0;
  for (int i = 0; i < 500; ++i) {
    RescaleChannel channel = drawChannel(33, 40, 3000);
    std::optional<AffineRescales> plain = findAffineRescales(channel);
    std::optional<AffineRescales> bySign =
        findAffineRescales(channel, {/*bySign=*/true});
    if (plain) {
      ++numPlain;
      EXPECT_EQ(plain->channels[0].signOffset, 0);
      ASSERT_EQ(countDifferences(channel, plain->channels[0], plain->shift), 0);
    }
    if (bySign) {
      ++numBySign;
      ASSERT_EQ(countDifferences(channel, bySign->channels[0], bySign->shift),
                0);
    }
  }
  // Single rounding, the other half, always has a plain form.
  EXPECT_GT(numPlain, 310);
  EXPECT_EQ(numBySign, 500);
}

TEST_F(AffineRescaleTest, EqualsInTheUpperHalf) {
  int numPlain = 0, numBySign = 0;
  for (int i = 0; i < 500; ++i) {
    RescaleChannel channel = drawChannel(36, 42, 20000);
    for (bool bySign : {false, true}) {
      AffineRescaleKind kind{bySign, /*upperHalf=*/true};
      std::optional<AffineRescales> forms = findAffineRescales(channel, kind);
      if (!forms)
        continue;
      ++(bySign ? numBySign : numPlain);
      ASSERT_EQ(
          countDifferences(channel, forms->channels[0], forms->shift, kind), 0);
    }
  }
  EXPECT_GT(numPlain, 250);
  EXPECT_GT(numBySign, 430);
}

TEST_F(AffineRescaleTest, EqualsWithoutProductsOfLowerHalves) {
  int numPlain = 0, numBySign = 0;
  for (int i = 0; i < 500; ++i) {
    RescaleChannel channel = drawChannel(36, 42, 20000);
    for (bool bySign : {false, true}) {
      AffineRescaleKind kind{bySign, /*upperHalf=*/true};
      kind.upperFractionBits = getMostFractionBits(channel);
      kind.isApproximate = true;
      std::optional<AffineRescales> forms = findAffineRescales(channel, kind);
      if (!forms)
        continue;
      ++(bySign ? numBySign : numPlain);
      ASSERT_EQ(
          countDifferences(channel, forms->channels[0], forms->shift, kind), 0);
    }
  }
  EXPECT_GT(numPlain, 250);
  EXPECT_GT(numBySign, 430);
}

TEST_F(AffineRescaleTest, LeavesOutProductsOfLowerHalves) {
  for (int i = 0; i < 10000; ++i) {
    auto x = static_cast<int32_t>(draw(-(int64_t(1) << 31), maxInt32));
    auto y = static_cast<int32_t>(draw(0, maxInt32));
    int64_t less = ((int64_t(x) * y) >> 32) - multiplyUpperHalves(x, y);
    ASSERT_GE(less, 0);
    ASSERT_LE(less, 2);
    if (x < maxInt32)
      ASSERT_LE(multiplyUpperHalves(x, y), multiplyUpperHalves(x + 1, y));
  }
}

TEST_F(AffineRescaleTest, CountsFractionBits) {
  RescaleChannel channel = makeChannel((1 << 20) - 1);
  EXPECT_EQ(getMostFractionBits(channel), 11u);
  channel.high = 1 << 20;
  EXPECT_EQ(getMostFractionBits(channel), 10u);
  channel.high = channel.low = 0;
  EXPECT_EQ(getMostFractionBits(channel), 15u);
}

TEST_F(AffineRescaleTest, HasNoUpperHalfOfLongAccumulators) {
  constexpr AffineRescaleKind kind{/*bySign=*/false, /*upperHalf=*/true};
  RescaleChannel channel = makeChannel((1 << 23) - 1);
  channel.shift = 44;
  EXPECT_TRUE(findAffineRescales(channel, kind));
  channel.high = 1 << 23;
  EXPECT_FALSE(findAffineRescales(channel, kind));
  EXPECT_FALSE(verifyAffineRescale(channel, {0, 0, 0}, kind, 0));
}

TEST_F(AffineRescaleTest, EqualsOverLongIntervals) {
  for (int64_t zeroPoint : {-128, 3}) {
    for (int shift : {36, 42, 44}) {
      RescaleChannel channel = makeChannel(1 << 19);
      channel.shift = shift;
      channel.bias = draw(-4000, 4000);
      channel.outputZeroPoint = zeroPoint;
      std::optional<AffineRescales> forms =
          findAffineRescales(channel, {/*bySign=*/true});
      ASSERT_TRUE(forms);
      EXPECT_EQ(countDifferences(channel, forms->channels[0], forms->shift), 0);
      // Double rounding has two lines, unless one sign is clamped.
      EXPECT_EQ(findAffineRescales(channel).has_value(), zeroPoint == -128);
    }
  }
}

TEST_F(AffineRescaleTest, EqualsForAllZeroPointsAndClamps) {
  for (int64_t zeroPoint = -128; zeroPoint <= 127; ++zeroPoint) {
    RescaleChannel channel = drawChannel(35, 36, 0);
    channel.low = -2000, channel.high = 2000;
    channel.outputZeroPoint = zeroPoint;
    for (bool doubleRound : {false, true}) {
      channel.doubleRound = doubleRound;
      // int8, relu, relu6, and a range without the zero point.
      int64_t six = std::min<int64_t>(zeroPoint + 90, 127);
      for (auto [min, max] : {std::pair<int64_t, int64_t>{-128, 127},
                              {zeroPoint, 127},
                              {zeroPoint, six},
                              {100, 102}}) {
        channel.min = min, channel.max = max;
        std::optional<AffineRescales> forms =
            findAffineRescales(channel, {/*bySign=*/doubleRound});
        ASSERT_TRUE(forms) << zeroPoint;
        ASSERT_EQ(countDifferences(channel, forms->channels[0], forms->shift),
                  0)
            << zeroPoint;
        // One sign reaches one result only.
        if (min == zeroPoint)
          EXPECT_TRUE(findAffineRescales(channel)) << zeroPoint;
      }
    }
  }
}

TEST_F(AffineRescaleTest, EqualsWithOutputsOf16Bits) {
  RescaleChannel channel = makeChannel(1 << 19);
  channel.doubleRound = false;
  channel.outputZeroPoint = 0;
  channel.min = -32768, channel.max = 32767;
  channel.shift = 34;
  std::optional<AffineRescales> forms = findAffineRescales(channel);
  ASSERT_TRUE(forms);
  EXPECT_EQ(countDifferences(channel, forms->channels[0], forms->shift), 0);
  // As uint16, all results but one occur.
  channel.bias = channel.high;
  channel.min = 0, channel.max = 65535;
  forms = findAffineRescales(channel);
  ASSERT_TRUE(forms);
  EXPECT_EQ(countDifferences(channel, forms->channels[0], forms->shift), 0);
}

//===----------------------------------------------------------------------===//
// Forms are found if there are any
//===----------------------------------------------------------------------===//

TEST_F(AffineRescaleTest, FindsWhatExists) {
  int numFound = 0, numMissing = 0;
  for (int i = 0; i < 300; ++i) {
    RescaleChannel channel = drawChannel(29, 36, 16);
    for (bool bySign : {false, true}) {
      for (unsigned shift = 0; shift < 32; shift += draw(1, 3)) {
        std::optional<AffineRescale> form =
            findAffineRescale(channel, shift, {bySign});
        ASSERT_EQ(form.has_value(), hasForm(channel, shift, bySign));
        ++(form ? numFound : numMissing);
        if (form)
          ASSERT_EQ(countDifferences(channel, *form, shift), 0);
      }
    }
  }
  EXPECT_GT(numFound, 1000);
  EXPECT_GT(numMissing, 1000);
}

TEST_F(AffineRescaleTest, FindsWhatExistsForAllFactors) {
  for (int32_t rescaleShift = 2; rescaleShift <= 62; ++rescaleShift) {
    for (int32_t multiplier : {0, 1, 3, one, maxInt32}) {
      RescaleChannel channel = {multiplier, rescaleShift, true, 2, -12, 12,
                                1,          -128,         127};
      for (unsigned shift = 0; shift < 32; ++shift) {
        std::optional<AffineRescale> form = findAffineRescale(channel, shift);
        ASSERT_EQ(form.has_value(),
                  channel.isDefined() && hasForm(channel, shift, false))
            << multiplier << " / 2^" << rescaleShift << ", shift " << shift;
        if (form)
          ASSERT_EQ(countDifferences(channel, *form, shift), 0);
      }
    }
  }
}

TEST_F(AffineRescaleTest, FindsConstants) {
  RescaleChannel channel = makeChannel(1000);
  channel.bias = 1 << 20;
  std::optional<AffineRescale> form = findAffineRescale(channel, 24);
  ASSERT_TRUE(form);
  EXPECT_EQ(form->multiplier, 0);
  EXPECT_EQ(form->signOffset, 0);
  EXPECT_EQ(form->offset, int64_t(127) << 56);
  // 127 * 2^57 has more than 64 bits.
  EXPECT_FALSE(findAffineRescale(channel, 25));
  EXPECT_EQ(findAffineRescales(channel)->shift, 24u);
  channel.bias = -(1 << 20);
  EXPECT_EQ(findAffineRescale(channel, 24)->offset, minInt64);
  EXPECT_FALSE(findAffineRescale(channel, 25));
  // Clamping makes -19 of the smallest sum, which is -16 * 2^59.
  channel.bias = 1 << 20;
  channel.max = -19;
  EXPECT_EQ(findAffineRescale(channel, 27)->offset, minInt64);
}

TEST_F(AffineRescaleTest, FindsTheOnlyMultiplier) {
  // All 32-bit accumulators, divided by 2^28. With the shift 0, one unit is
  // 2^32, so that the multiplier is 16 and the offset half a unit; another
  // multiplier would move the outer steps by millions of accumulators.
  RescaleChannel channel = {one,      58, false, 0,  -maxInt32 - int64_t(1),
                            maxInt32, 0,  -128,  127};
  std::optional<AffineRescale> form = findAffineRescale(channel, 0);
  ASSERT_TRUE(form);
  EXPECT_EQ(form->multiplier, 16);
  EXPECT_GE(form->offset, int64_t(1) << 31);
  EXPECT_LT(form->offset, (int64_t(1) << 31) + 16);
  // These are all offsets that have the same steps.
  for (int offset : {-1, 0, 15, 16}) {
    form->offset = (int64_t(1) << 31) + offset;
    EXPECT_EQ(verifyAffineRescale(channel, *form, {}, 0),
              offset >= 0 && offset < 16);
  }
}

TEST_F(AffineRescaleTest, RefusesWhatDoesNotFit) {
  // Even with a shift of 0, a factor of one needs a multiplier of 2^32.
  RescaleChannel channel = makeChannel(100);
  channel.doubleRound = false;
  channel.multiplier = one;
  channel.shift = 30;
  EXPECT_FALSE(findAffineRescales(channel));
  // A half needs 2^31, and the largest multiplier is close enough.
  channel.shift = 31;
  EXPECT_TRUE(findAffineRescales(channel));

  // More than 2^16 results.
  channel = makeChannel(1 << 20);
  channel.shift = 34;
  channel.outputZeroPoint = 0;
  channel.doubleRound = false;
  channel.min = -(1 << 15), channel.max = (1 << 15) - 1;
  EXPECT_TRUE(findAffineRescales(channel));
  channel.max = 1 << 15;
  EXPECT_FALSE(findAffineRescales(channel));

  // One channel of many.
  std::vector<RescaleChannel> channels(8, makeChannel(1 << 16));
  EXPECT_TRUE(findAffineRescales(channels));
  channels[5].outputZeroPoint = 3;
  EXPECT_FALSE(findAffineRescales(channels));
  EXPECT_TRUE(findAffineRescales(channels, {/*bySign=*/true}));
}

TEST_F(AffineRescaleTest, FindsTheLargestCommonShift) {
  for (int i = 0; i < 20; ++i) {
    bool bySign = i % 2;
    // The factors of the first and the last channel differ by about 2^10.
    std::vector<RescaleChannel> channels;
    for (int shift = 34; shift <= 44; ++shift) {
      RescaleChannel channel = drawChannel(shift, shift, 20000);
      channel.doubleRound = bySign;
      channels.push_back(channel);
    }
    std::shuffle(channels.begin(), channels.end(), random);
    std::optional<AffineRescales> forms =
        findAffineRescales(channels, {bySign});
    ASSERT_TRUE(forms);
    ASSERT_EQ(forms->channels.size(), channels.size());
    for (auto [channel, form] : zip_equal(channels, forms->channels))
      ASSERT_EQ(countDifferences(channel, form, forms->shift), 0);
    for (unsigned shift = forms->shift + 1; shift < 32; ++shift) {
      EXPECT_FALSE(all_of(channels, [&](const RescaleChannel &channel) {
        return findAffineRescale(channel, shift, {bySign});
      }));
    }
  }
}

//===----------------------------------------------------------------------===//
// The proof
//===----------------------------------------------------------------------===//

TEST_F(AffineRescaleTest, ProvesExactlyWhatIsEqual) {
  constexpr AffineRescaleKind bySign{/*bySign=*/true};
  int numEqual = 0, numDifferent = 0;
  for (int i = 0; i < 400; ++i) {
    RescaleChannel channel = drawChannel(33, 38, 1000);
    std::optional<AffineRescales> forms =
        findAffineRescales(channel, {/*bySign=*/true});
    ASSERT_TRUE(forms);
    if (forms->channels[0].multiplier == 0)
      continue;
    // Forms next to the right one.
    for (int j = 0; j < 20; ++j) {
      AffineRescale form = forms->channels[0];
      int bits = draw(10, 40);
      form.offset += draw(-(int64_t(1) << bits), int64_t(1) << bits) >> 4;
      if (form.multiplier > 1 << 13 && form.multiplier < maxInt32 - (1 << 13))
        form.multiplier += draw(-2, 2) * (1 << draw(0, 12));
      if (form.signOffset > 1 << 16)
        form.signOffset -= draw(0, 1 << 16);
      bool isEqual = countDifferences(channel, form, forms->shift) == 0;
      ASSERT_EQ(verifyAffineRescale(channel, form, bySign, forms->shift),
                isEqual);
      ++(isEqual ? numEqual : numDifferent);
    }
  }
  EXPECT_GT(numEqual, 1000);
  EXPECT_GT(numDifferent, 1000);
}

TEST_F(AffineRescaleTest, ProvesNoFormThatOverflows) {
  constexpr AffineRescaleKind bySign{/*bySign=*/true};
  // All results are 127, whatever the offset is.
  RescaleChannel channel = makeChannel(1000);
  channel.bias = 1 << 20;
  EXPECT_TRUE(verifyAffineRescale(channel, {0, 0, maxInt64}, bySign, 0));
  EXPECT_TRUE(verifyAffineRescale(channel, {1, 0, maxInt64 - 1000}, bySign, 0));
  EXPECT_FALSE(verifyAffineRescale(channel, {1, 0, maxInt64 - 999}, bySign, 0));
  // An overflow is wrong even if clamping hides it.
  channel.min = 127;
  EXPECT_TRUE(verifyAffineRescale(channel, {1, 0, maxInt64 - 1000}, bySign, 0));
  EXPECT_FALSE(verifyAffineRescale(channel, {1, 0, maxInt64 - 999}, bySign, 0));
  channel.min = -128;
  // All results are -128.
  channel.bias = -(1 << 20);
  EXPECT_TRUE(verifyAffineRescale(channel, {1, 0, minInt64 + 1000}, bySign, 0));
  EXPECT_FALSE(verifyAffineRescale(channel, {1, 0, minInt64 + 999}, bySign, 0));
  EXPECT_TRUE(verifyAffineRescale(channel, {1, 5, minInt64 + 1005}, bySign, 0));
  EXPECT_FALSE(
      verifyAffineRescale(channel, {1, 5, minInt64 + 1004}, bySign, 0));
  // These are equal, but not as documented.
  EXPECT_TRUE(verifyAffineRescale(channel, {0, 0, minInt64}, bySign, 0));
  EXPECT_FALSE(
      verifyAffineRescale(channel, {-1, 0, minInt64 + 5000}, bySign, 0));
  EXPECT_FALSE(verifyAffineRescale(channel, {0, -1, minInt64}, bySign, 0));
  EXPECT_FALSE(verifyAffineRescale(channel, {0, 0, minInt64}, bySign, 32));
}
