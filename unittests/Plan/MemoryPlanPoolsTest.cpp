//===- MemoryPlanPoolsTest.cpp - Tests of pools and fixed places
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

static PlanBuffer inPools(PlanBuffer buffer,
                          llvm::SmallVector<unsigned, 1> pools) {
  buffer.pools = std::move(pools);
  return buffer;
}

TEST(MemoryPlanPools, PoolsWithoutCommonCandidatesArePlannedApart) {
  MemoryPlan plan =
      planOrFail({{inPools({8, 1, 0, 0}, {0}), inPools({9, 1, 0, 0}, {1}),
                   inPools({7, 1, 0, 0}, {1})},
                  {},
                  {{}, {}}});
  EXPECT_EQ(plan.pools[0].bytes, 8u);
  EXPECT_EQ(plan.pools[1].bytes, 16u);
}

TEST(MemoryPlanPools, WhatDoesNotFitGoesToTheNextPool) {
  PlanProblem problem{{inPools({60, 1, 0, 1}, {0, 1}),
                       inPools({50, 1, 0, 1}, {0, 1}),
                       inPools({40, 1, 0, 1}, {0, 1})},
                      {},
                      {{100}, {}}};
  MemoryPlan plan = planOrFail(problem);
  EXPECT_EQ(plan.pools[0].bytes, 100u);
  EXPECT_EQ(plan.pools[1].bytes, 50u);
  EXPECT_TRUE(plan.pools[1].optimal);
}

// The first pool has room for neither of the buffers at the peak of the second.
TEST(MemoryPlanPools, FillsTheFirstPoolWithWhatSavesNothing) {
  PlanProblem problem{
      {inPools({60, 1, 0, 1}, {0, 1}), inPools({60, 1, 1, 2}, {0, 1}),
       inPools({20, 1, 2, 3}, {0, 1}), inPools({30, 1, 3, 4}, {0, 1})},
      {},
      {{40}, {}}};
  MemoryPlan plan = planOrFail(problem);
  EXPECT_EQ(plan.pools[0].bytes, 0u);
  fillFirstPools(problem, plan);
  EXPECT_EQ(plan.pools[0].bytes, 30u);
  EXPECT_EQ(plan.pools[1].bytes, 120u);
  EXPECT_EQ(plan.places[3], (PlanPlace{0, 0}));
  EXPECT_EQ(plan.places[2].pool, 1u);
}

// A convolution of TVM's test_linear, with the memory of its kernels. TVM v0.14
// plans 200,704 bytes of the fast pool and 1,418,528 of the other one.
TEST(MemoryPlanPools, LinearStructureInTwoPools) {
  PlanProblem problem{
      {inPools({301056, 16, 0, 1}, {0, 1}), inPools({314646, 16, 1, 2}, {0, 1}),
       inPools({256, 16, 2, 2}, {0, 1}), inPools({802816, 16, 2, 3}, {0, 1}),
       inPools({200704, 16, 3, 3}, {0, 1})},
      {},
      {{200704}, {}}};
  MemoryPlan plan = planOrFail(problem);
  EXPECT_EQ(plan.pools[0].bytes, 256u);
  EXPECT_EQ(plan.pools[1].bytes, 802816u + 314646u);
  fillFirstPools(problem, plan);
  EXPECT_EQ(plan.pools[0].bytes, 200704u);
}

TEST(MemoryPlanPools, NamesThePoolThatIsTooSmall) {
  EXPECT_EQ(messageOf({{{60, 1, 0, 0}, {50, 1, 0, 0}}, {}, {{100}}}),
            "pool #0 is limited to 100 bytes, but no plan takes fewer than "
            "110");
  // No plan meets this bound.
  EXPECT_EQ(messageOf({{{6, 1, 2, 4}, {3, 2, 0, 2}, {5, 2, 1, 2}}, {}, {{14}}}),
            "pool #0 is limited to 14 bytes, but the smallest plan that was "
            "found takes 15 of it, and no plan takes fewer than 14");
}

TEST(MemoryPlanPools, RefusesPoolsThatMeanNothing) {
  EXPECT_EQ(messageOf({{inPools({8, 1, 0, 0}, {})}}),
            "buffer #0 has no candidate pool, expected at least one");
  EXPECT_EQ(messageOf({{inPools({8, 1, 0, 0}, {1})}}),
            "buffer #0 has the candidate pool #1, expected an index below 1");
  EXPECT_EQ(
      messageOf({{inPools({8, 1, 0, 0}, {1, 0})}, {}, {{}, {}}}),
      "buffer #0 lists pool #0 after pool #1, expected each pool once, in "
      "ascending order");
}

TEST(MemoryPlanPools, FixedBuffersStayAndOthersGoAround) {
  PlanBuffer fixed{16, 16, 0, 3};
  fixed.fixedOffset = 32;
  MemoryPlan plan = planOrFail({{fixed, {32, 16, 1, 1}, {8, 8, 2, 2}}});
  EXPECT_EQ(offsetsOf(plan), (std::vector<uint64_t>{32, 0, 0}));
  EXPECT_EQ(plan.pools[0].bytes, 48u);
  EXPECT_TRUE(plan.pools[0].optimal);
}

TEST(MemoryPlanPools, RefusesFixedOffsetsThatCannotBe) {
  PlanBuffer fixed{16, 16, 0, 3};
  fixed.fixedOffset = 8;
  EXPECT_EQ(messageOf({{fixed}}),
            "buffer #0 has the fixed offset 8, expected a multiple of 16");
  fixed.fixedOffset = 0;
  EXPECT_EQ(messageOf({{fixed, fixed}}),
            "the fixed offsets contradict one another: buffers #0 and #1 live "
            "together and share bytes, expected them apart");
  fixed.pools = {0, 1};
  EXPECT_EQ(messageOf({{fixed}, {}, {{}, {}}}),
            "buffer #0 has the fixed offset 0 and 2 pools, expected the one "
            "that the offset is in");
}
