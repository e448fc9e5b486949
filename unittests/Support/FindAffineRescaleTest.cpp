//===- FindAffineRescaleTest.cpp - Tests of the search for short forms
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RescaleOracle.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <vector>

using namespace llvm;
using namespace tir;
using namespace tir::test;

using FindAffineRescaleTest = RescaleTest;

//===----------------------------------------------------------------------===//
// Forms equal the rescale
//===----------------------------------------------------------------------===//

TEST_F(FindAffineRescaleTest, EqualsRandomRescales) {
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

TEST_F(FindAffineRescaleTest, EqualsInTheUpperHalf) {
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

TEST_F(FindAffineRescaleTest, EqualsWithoutProductsOfLowerHalves) {
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

TEST_F(FindAffineRescaleTest, LeavesOutProductsOfLowerHalves) {
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

TEST_F(FindAffineRescaleTest, CountsFractionBits) {
  RescaleChannel channel = makeChannel((1 << 20) - 1);
  EXPECT_EQ(getMostFractionBits(channel), 11u);
  channel.high = 1 << 20;
  EXPECT_EQ(getMostFractionBits(channel), 10u);
  channel.high = channel.low = 0;
  EXPECT_EQ(getMostFractionBits(channel), 15u);
}

TEST_F(FindAffineRescaleTest, HasNoUpperHalfOfLongAccumulators) {
  constexpr AffineRescaleKind kind{/*bySign=*/false, /*upperHalf=*/true};
  RescaleChannel channel = makeChannel((1 << 23) - 1);
  channel.shift = 44;
  EXPECT_TRUE(findAffineRescales(channel, kind));
  channel.high = 1 << 23;
  EXPECT_FALSE(findAffineRescales(channel, kind));
  EXPECT_FALSE(verifyAffineRescale(channel, {0, 0, 0}, kind, 0));
}

TEST_F(FindAffineRescaleTest, LetsAccumulatorsOfOneResultOverflow) {
  constexpr AffineRescaleKind kind{/*bySign=*/true, /*upperHalf=*/true};
  RescaleChannel channel = makeChannel(0);
  channel.low = channel.high = -(int64_t(1) << 30);
  EXPECT_FALSE(kind.fits(channel));
  EXPECT_EQ(getMostFractionBits(channel), 15u);
  std::optional<AffineRescales> forms = findAffineRescales(channel, kind);
  ASSERT_TRUE(forms);
  EXPECT_EQ(forms->channels[0].multiplier, 0);
  EXPECT_EQ(countDifferences(channel, forms->channels[0], forms->shift, kind),
            0);
  EXPECT_FALSE(verifyAffineRescale(channel, {1, 0, 0}, kind, 0));
  EXPECT_FALSE(verifyAffineRescale(channel, {0, 1, 0}, kind, 0));
}

TEST_F(FindAffineRescaleTest, EqualsOverLongIntervals) {
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

TEST_F(FindAffineRescaleTest, EqualsForAllZeroPointsAndClamps) {
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

TEST_F(FindAffineRescaleTest, EqualsWithOutputsOf16Bits) {
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

TEST_F(FindAffineRescaleTest, FindsWhatExists) {
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

TEST_F(FindAffineRescaleTest, FindsWhatExistsForAllFactors) {
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

TEST_F(FindAffineRescaleTest, FindsConstants) {
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

TEST_F(FindAffineRescaleTest, FindsTheOnlyMultiplier) {
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

TEST_F(FindAffineRescaleTest, RefusesWhatDoesNotFit) {
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

TEST_F(FindAffineRescaleTest, FindsTheLargestCommonShift) {
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
