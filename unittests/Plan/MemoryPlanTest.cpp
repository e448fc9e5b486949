//===- MemoryPlanTest.cpp - Tests that plans are valid and small
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanOracle.h"

#include "gtest/gtest.h"

using namespace tir;
using namespace tir::test;

/// Plans buffers without distances in one pool.
static MemoryPlan planBuffers(std::vector<PlanBuffer> buffers,
                              const PlannerOptions &options = {}) {
  return planOrFail({std::move(buffers)}, options);
}

static std::string messageOfBuffers(std::vector<PlanBuffer> buffers) {
  return messageOf({std::move(buffers)});
}

TEST(MemoryPlan, NothingToPlan) {
  MemoryPlan plan = planBuffers({});
  EXPECT_EQ(plan.pools[0].bytes, 0u);
  EXPECT_TRUE(plan.pools[0].optimal);
}

TEST(MemoryPlan, EmptyBuffersTakeNothing) {
  MemoryPlan plan = planBuffers({{0, 16, 0, 9}, {5, 1, 0, 9}, {0, 16, 2, 3}});
  EXPECT_EQ(plan.pools[0].bytes, 5u);
}

TEST(MemoryPlan, BuffersThatNeverMeetShareMemory) {
  MemoryPlan plan = planBuffers({{100, 16, 0, 1}, {80, 16, 2, 3}});
  EXPECT_EQ(plan.pools[0].bytes, 100u);
  EXPECT_EQ(offsetsOf(plan), (std::vector<uint64_t>{0, 0}));
}

// A chain in which each step reads one buffer and writes the next: the two
// largest neighbours decide.
TEST(MemoryPlan, LinearChain) {
  MemoryPlan plan = planBuffers({{10, 1, 0, 1},
                                 {20, 1, 1, 2},
                                 {100, 1, 2, 3},
                                 {40, 1, 3, 4},
                                 {50, 1, 4, 5}});
  EXPECT_EQ(plan.pools[0].bytes, 140u);
  EXPECT_EQ(plan.pools[0].gap(), 0u);
  EXPECT_TRUE(plan.pools[0].optimal);
}

// One buffer is read by three branches whose results are joined at the end.
TEST(MemoryPlan, FanOut) {
  MemoryPlan plan = planBuffers({{100, 1, 0, 3},
                                 {10, 1, 1, 4},
                                 {30, 1, 2, 4},
                                 {50, 1, 3, 4},
                                 {20, 1, 4, 5}});
  EXPECT_EQ(plan.pools[0].bytes, 190u);
  EXPECT_TRUE(plan.pools[0].optimal);
}

// A buffer bypasses a block and is added to its result.
TEST(MemoryPlan, Residual) {
  MemoryPlan plan = planBuffers({{64, 16, 0, 3},
                                 {64, 16, 1, 2},
                                 {64, 16, 2, 3},
                                 {64, 16, 3, 6},
                                 {64, 16, 4, 5},
                                 {64, 16, 5, 6},
                                 {64, 16, 6, 7}});
  EXPECT_EQ(plan.pools[0].bytes, 192u);
  EXPECT_TRUE(plan.pools[0].optimal);
}

TEST(MemoryPlan, KeepsEachBuffersOwnAlignment) {
  MemoryPlan plan = planBuffers({{3, 1, 0, 0}, {8, 64, 0, 0}, {5, 4, 0, 0}});
  EXPECT_EQ(plan.places[1].offset % 64, 0u);
  EXPECT_EQ(plan.places[2].offset % 4, 0u);
  EXPECT_EQ(plan.pools[0].bytes, 16u);
}

TEST(MemoryPlan, TiesGoByIndex) {
  std::vector<PlanBuffer> buffers(4, PlanBuffer{16, 16, 0, 0});
  MemoryPlan plan = planBuffers(buffers);
  EXPECT_EQ(offsetsOf(plan), (std::vector<uint64_t>{0, 16, 32, 48}));
}

TEST(MemoryPlan, SearchBeatsTheHeuristicsWhereTheyFail) {
  PlannerOptions without;
  without.maxSearchNodes = 0;
  unsigned better = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    auto buffers = randomBuffers(seed, 12, 10, 60);
    uint64_t heuristic = planBuffers(buffers, without).pools[0].bytes;
    uint64_t searched = planBuffers(buffers).pools[0].bytes;
    EXPECT_LE(searched, heuristic) << "seed " << seed;
    better += searched < heuristic;
  }
  EXPECT_GT(better, 0u);
}

// If several heuristics find equal plans, the first one is reported.
TEST(MemoryPlan, TiesOfHeuristicsGoToTheFirst) {
  PlannerOptions without;
  without.maxSearchNodes = 0;
  MemoryPlan plan =
      planBuffers({{6, 1, 2, 4}, {3, 2, 0, 2}, {5, 2, 1, 2}}, without);
  EXPECT_EQ(plan.pools[0].gap(), 1u);
  EXPECT_EQ(plan.pools[0].method, "size+first-fit");
}

// The search visits promising plans first.
TEST(MemoryPlan, SearchSavesWithinFewNodes) {
  PlannerOptions without, few;
  without.maxClimbLooks = few.maxClimbLooks = 0;
  without.maxSearchNodes = 0;
  few.maxSearchNodes = 20;
  uint64_t saved = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    auto buffers = randomBuffers(seed, 12, 10, 60);
    saved += planBuffers(buffers, without).pools[0].bytes -
             planBuffers(buffers, few).pools[0].bytes;
  }
  EXPECT_GE(saved, 150u);
}

// On more buffers than the search looks at, the climb makes plans smaller, and
// never larger.
TEST(MemoryPlan, ClimbSaves) {
  PlannerOptions without;
  without.maxClimbLooks = 0;
  uint64_t saved = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    auto buffers = randomBuffers(seed, 80, 40, 1000);
    uint64_t bytes = planBuffers(buffers, without).pools[0].bytes;
    MemoryPlan plan = planBuffers(buffers);
    ASSERT_LE(plan.pools[0].bytes, bytes);
    if (plan.pools[0].bytes < bytes)
      EXPECT_EQ(plan.pools[0].method, "hill-climb");
    saved += bytes - plan.pools[0].bytes;
  }
  EXPECT_GE(saved, 4000u);
}

TEST(MemoryPlan, SameInputSamePlan) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    auto buffers = randomBuffers(seed, 20, 16, 100);
    MemoryPlan one = planBuffers(buffers), two = planBuffers(buffers);
    EXPECT_EQ(one.places, two.places);
    EXPECT_EQ(one.pools[0].method, two.pools[0].method);
  }
}

TEST(MemoryPlan, GivesUpAfterTheNodesItWasGiven) {
  auto buffers = randomBuffers(1, 60, 40, 1000);
  PlannerOptions few;
  few.maxSearchNodes = 10;
  MemoryPlan plan = planBuffers(buffers, few);
  EXPECT_TRUE(plan.pools[0].optimal || plan.pools[0].gap() > 0);
}

TEST(MemoryPlan, ManyBuffers) {
  auto buffers = randomBuffers(3, 600, 500, 4096);
  planBuffers(buffers);
}

TEST(MemoryPlan, BytesBeyond32Bits) {
  uint64_t big = uint64_t(5) << 32;
  MemoryPlan plan = planBuffers({{big, 16, 0, 1}, {big, 16, 1, 2}});
  EXPECT_EQ(plan.pools[0].bytes, 2 * big);
}

TEST(MemoryPlan, RefusesBytesThatOverflow) {
  uint64_t half = uint64_t(1) << 62;
  EXPECT_EQ(messageOfBuffers({{half, 1, 0, 0}, {half, 1, 5, 5}}),
            "the buffers up to #1 have more than 2^63 - 1 bytes with their "
            "padding, expected sizes that can be addressed");
  EXPECT_NE(messageOfBuffers({{UINT64_MAX, 1, 0, 0}}), "");
  EXPECT_EQ(messageOfBuffers({{half, 1, 0, 0}, {half - 1, 1, 0, 0}}), "");
}

TEST(MemoryPlan, RefusesAnAlignmentThatIsNoPowerOfTwo) {
  EXPECT_EQ(messageOfBuffers({{8, 1, 0, 0}, {8, 12, 0, 0}}),
            "buffer #1 has alignment 12, expected a power of two");
  EXPECT_NE(messageOfBuffers({{8, 0, 0, 0}}), "");
}

TEST(MemoryPlan, RefusesALifetimeThatEndsBeforeItBegins) {
  EXPECT_EQ(messageOfBuffers({{8, 1, 3, 2}}),
            "buffer #0 is live from step 3 to step 2, expected an end that is "
            "not before the beginning");
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

// Three kernels, each of which may overwrite its input.
TEST(MemoryPlan, AChainInPlaceNeedsOneBuffer) {
  MemoryPlan plan =
      planOrFail({{{1024, 16, 0, 1}, {1024, 16, 1, 2}}, {{1, 0, 0}}});
  EXPECT_EQ(plan.pools[0].bytes, 1024u);
  EXPECT_EQ(plan.pools[0].gap(), 0u);
  EXPECT_TRUE(plan.pools[0].optimal);
}

TEST(MemoryPlan, WritesAheadLieBelow) {
  // 256 one-byte numbers become four-byte numbers: the last one is read before
  // the last four bytes are written.
  MemoryPlan plan =
      planOrFail({{{256, 1, 0, 1}, {1024, 4, 1, 2}}, {{1, 0, 255 * 3}}});
  EXPECT_EQ(plan.pools[0].bytes, 1024u);
  EXPECT_GE(plan.places[0].offset, 765u);
}

TEST(MemoryPlan, ANegativeDistanceLetsTheUpperOneBeginFirst) {
  // The fixed buffers leave the lower one only the offset 8, and the upper one
  // a few bytes below that.
  PlanBuffer floor{8, 1, 1, 2}, wall{6, 1, 0, 0};
  floor.fixedOffset = wall.fixedOffset = 0;
  MemoryPlan plan = planOrFail(
      {{floor, wall, {12, 1, 0, 1}, {10, 1, 1, 1}}, {{3, 2, -2}, {0, 2, -20}}});
  EXPECT_EQ(plan.pools[0].bytes, 18u);
}

TEST(MemoryPlan, SumsWriteOverOneOfWhatTheyAdd) {
  MemoryPlan plan =
      planOrFail({{{64, 16, 0, 1}, {64, 16, 0, 1}, {64, 16, 1, 2}},
                  {{2, 0, 0}, {2, 1, 0}}});
  EXPECT_EQ(plan.pools[0].bytes, 128u);
  EXPECT_EQ(plan.pools[0].lowerBound, 128u);
}

TEST(MemoryPlan, RefusesDistancesThatMeanNothing) {
  std::vector<PlanBuffer> buffers = {{8, 1, 0, 0}, {8, 1, 0, 0}};
  EXPECT_EQ(messageOf({buffers, {{0, 2, 0}}}),
            "distance #0 names buffer #2, expected an index below 2");
  EXPECT_EQ(messageOf({buffers, {{1, 1, 0}}}),
            "distance #0 names buffer #1 twice, expected two buffers");
  EXPECT_EQ(
      messageOf({buffers, {{0, 1, 0}, {1, 0, 3}}}),
      "distances #0 and #1 name the same buffers, #0 and #1, expected one "
      "for each pair");
}

//===----------------------------------------------------------------------===//
// Many buffers
//===----------------------------------------------------------------------===//

/// Returns a network of `count` kernels, some of which may work in place, with
/// skips over a few layers and some long-lived buffers.
static PlanProblem makeLongChain(unsigned count) {
  Random random{count};
  PlanProblem problem;
  for (unsigned i = 0; i < count; ++i) {
    uint64_t life = random.below(100) ? 1 + random.below(4) : count - i;
    problem.buffers.push_back({16 + random.below(4096), 16, i, i + life});
    if (i && problem.buffers[i - 1].last == i)
      problem.distances.push_back({i, i - 1, 0});
  }
  return problem;
}

TEST(MemoryPlan, TenThousandBuffers) {
  PlanProblem problem = makeLongChain(10000);
  MemoryPlan plan = planOrFail(problem);
  EXPECT_LT(plan.pools[0].gap(), plan.pools[0].lowerBound / 4);
}

// The worst case: all buffers live at the same time.
TEST(MemoryPlan, ThousandsThatAllLiveTogether) {
  PlanProblem problem{randomBuffers(5, 4000, 1, 4096)};
  MemoryPlan plan = planOrFail(problem);
  EXPECT_GT(plan.pools[0].lowerBound, 0u);
}
