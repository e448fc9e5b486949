//===- LiveBytesBoundTest.cpp - Tests of the bytes that every plan needs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/MemoryPlan.h"

#include "gtest/gtest.h"

using namespace tir;

TEST(LiveBytesBound, NothingNeedsNothing) {
  EXPECT_EQ(liveBytesBound({}), 0u);
  EXPECT_EQ(liveBytesBound({{0, 16, 0, 5}, {0, 16, 0, 5}}), 0u);
}

TEST(LiveBytesBound, IsTheLargestSumOfASingleStep) {
  // Live bytes: 10, 30, 50, 30.
  EXPECT_EQ(liveBytesBound({{10, 1, 0, 1}, {20, 1, 1, 2}, {30, 1, 2, 3}}), 50u);
}

TEST(LiveBytesBound, CountsAnEndAndABeginningAtOneStep) {
  EXPECT_EQ(liveBytesBound({{8, 1, 0, 3}, {8, 1, 3, 5}}), 16u);
  EXPECT_EQ(liveBytesBound({{8, 1, 0, 3}, {8, 1, 4, 5}}), 8u);
}

TEST(LiveBytesBound, SeesAPeakBetweenTwoEnds) {
  // The long buffer ends last; the peak is in the middle of its life.
  EXPECT_EQ(
      liveBytesBound(
          {{5, 1, 0, 100}, {7, 1, 10, 10}, {9, 1, 50, 60}, {3, 1, 55, 70}}),
      17u);
}

TEST(LiveBytesBound, PaddingBetweenEquallyAlignedBuffersCounts) {
  // 10 and 20 bytes aligned to 16: 16 + 20 or 32 + 10.
  EXPECT_EQ(liveBytesBound({{10, 16, 0, 0}, {20, 16, 0, 0}}), 36u);
  EXPECT_EQ(liveBytesBound({{16, 16, 0, 0}, {16, 16, 0, 0}}), 32u);
}

TEST(LiveBytesBound, SmallBuffersMayLieInThePadding) {
  // 10 bytes aligned to 16 twice leave 6 bytes for the unaligned one.
  EXPECT_EQ(liveBytesBound({{10, 16, 0, 0}, {10, 16, 0, 0}, {6, 1, 0, 0}}),
            26u);
}

TEST(LiveBytesBound, StepsAreNumbersOfAnySize) {
  EXPECT_EQ(
      liveBytesBound({{4, 4, 0, UINT64_MAX}, {4, 4, UINT64_MAX, UINT64_MAX}}),
      8u);
}

TEST(LiveBytesBound, ASpanDependsOnTheDistance) {
  EXPECT_EQ(getSpan(8, 8, 0), 8u);
  EXPECT_EQ(getSpan(20, 8, 0), 20u);
  EXPECT_EQ(getSpan(8, 20, 4), 24u);
  EXPECT_EQ(getSpan(20, 8, 4), 20u);
  // The upper one may begin before the lower one.
  EXPECT_EQ(getSpan(8, 20, -4), 20u);
  EXPECT_EQ(getSpan(8, 8, -100), 8u);
  // They need not overlap.
  EXPECT_EQ(getSpan(8, 8, 100), 16u);
}

TEST(LiveBytesBound, InPlaceCountsOnce) {
  EXPECT_EQ(liveBytesBound({{8, 4, 0, 1}, {8, 4, 1, 2}}, {{1, 0, 0}}), 8u);
  EXPECT_EQ(liveBytesBound({{8, 4, 0, 1}, {20, 4, 1, 2}}, {{1, 0, 0}}), 20u);
}

TEST(LiveBytesBound, ADistanceCountsAsFarAsItGoes) {
  // The upper buffer ends 6 + 8 bytes above the beginning of the lower one.
  EXPECT_EQ(liveBytesBound({{10, 1, 0, 0}, {8, 1, 0, 0}}, {{0, 1, 6}}), 14u);
  // Both are aligned, so that the distance is 8.
  EXPECT_EQ(liveBytesBound({{10, 4, 0, 0}, {8, 4, 0, 0}}, {{0, 1, 6}}), 16u);
  // Placing them apart is as good.
  EXPECT_EQ(liveBytesBound({{10, 1, 0, 0}, {8, 1, 0, 0}}, {{0, 1, 60}}), 18u);
  EXPECT_EQ(liveBytesBound({{10, 1, 0, 0}, {8, 1, 0, 0}}, {{0, 1, -60}}), 10u);
}

// A sum overwrites one of its operands, which themselves lie apart.
TEST(LiveBytesBound, BuffersThatTheSameOneMayOverlapLieApart) {
  EXPECT_EQ(liveBytesBound({{16, 1, 0, 1}, {16, 1, 0, 1}, {16, 1, 1, 2}},
                           {{2, 0, 0}, {2, 1, 0}}),
            32u);
  EXPECT_EQ(liveBytesBound({{4, 1, 0, 1}, {4, 1, 0, 1}, {16, 1, 1, 2}},
                           {{2, 0, 0}, {2, 1, 0}}),
            16u);
}

TEST(LiveBytesBound, ManyThatOverlapAreStillCounted) {
  // Each of twenty buffers may overlap one buffer, but not the others.
  std::vector<PlanBuffer> buffers = {{8, 1, 0, 0}};
  std::vector<PlanDistance> distances;
  for (unsigned i = 1; i <= 20; ++i) {
    buffers.push_back({8, 1, 0, 0});
    distances.push_back({0, i, 0});
  }
  uint64_t bound = liveBytesBound(buffers, distances);
  EXPECT_GE(bound, 8u);
  EXPECT_LE(bound, 160u);
}
