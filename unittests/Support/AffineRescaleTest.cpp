//===- AffineRescaleTest.cpp - Tests of rescales and of the proof of forms
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

using AffineRescaleTest = RescaleTest;

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
