//===- VerifyMemoryPlanTest.cpp - Tests that wrong plans are found
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanOracle.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace tir;
using namespace tir::test;

static std::string check(const PlanProblem &problem,
                         std::vector<PlanPlace> places,
                         std::vector<uint64_t> bytes) {
  MemoryPlan plan;
  plan.places = std::move(places);
  for (uint64_t pool : bytes)
    plan.pools.push_back({pool, 0, false, ""});
  return llvm::toString(verifyMemoryPlan(problem, plan));
}

TEST(VerifyMemoryPlan, FindsEachKindOfMistake) {
  PlanProblem problem{{{8, 4, 0, 1}, {8, 4, 1, 2}}};
  EXPECT_EQ(check(problem, {{0, 0}, {0, 8}}, {16}), "");
  EXPECT_EQ(check(problem, {{0, 0}}, {16}),
            "the plan has 1 places, expected 2");
  EXPECT_EQ(check(problem, {{0, 0}, {0, 8}}, {16, 0}),
            "the plan has 2 pools, expected 1");
  EXPECT_EQ(check(problem, {{0, 0}, {0, 10}}, {18}),
            "buffer #1 lies at 10, expected a multiple of 4");
  EXPECT_EQ(check(problem, {{0, 0}, {0, 8}}, {15}),
            "buffer #1 ends at 16, expected an end within the 15 bytes of pool "
            "#0");
  EXPECT_EQ(check(problem, {{0, 0}, {0, 4}}, {16}),
            "buffers #0 and #1 live together and share bytes, expected them "
            "apart");
  problem.pools.front().limit = 12;
  EXPECT_EQ(check(problem, {{0, 0}, {0, 8}}, {16}),
            "pool #0 has 16 bytes, expected at most 12");
}

TEST(VerifyMemoryPlan, KnowsPoolsAndFixedOffsets) {
  PlanProblem problem{{{8, 4, 0, 1}, {8, 4, 1, 2}}, {}, {{}, {}}};
  problem.buffers[1].pools = {1};
  problem.buffers[1].fixedOffset = 4;
  EXPECT_EQ(check(problem, {{0, 0}, {1, 4}}, {8, 12}), "");
  EXPECT_EQ(check(problem, {{0, 0}, {0, 8}}, {16, 0}),
            "buffer #1 lies in pool #0, which is not one of its candidates");
  EXPECT_EQ(check(problem, {{0, 0}, {1, 8}}, {8, 16}),
            "buffer #1 lies at 8, expected its fixed offset 4");
}

TEST(VerifyMemoryPlan, KnowsDistances) {
  PlanProblem problem{{{8, 1, 0, 1}, {8, 1, 1, 2}}, {{1, 0, 2}}};
  EXPECT_EQ(check(problem, {{0, 2}, {0, 0}}, {10}), "");
  EXPECT_EQ(check(problem, {{0, 0}, {0, 8}}, {16}), "");
  EXPECT_EQ(check(problem, {{0, 1}, {0, 0}}, {9}),
            "buffers #0 and #1 live together and share bytes, and #0 begins 1 "
            "bytes above #1, expected at least 2, or the two apart");
  EXPECT_EQ(check(problem, {{0, 0}, {0, 3}}, {11}),
            "buffers #0 and #1 live together and share bytes, and #0 begins -3 "
            "bytes above #1, expected at least 2, or the two apart");
}

// Moves one buffer of a plan. The verifier must agree with a comparison of all
// pairs.
TEST(VerifyMemoryPlan, AgreesWithAComparisonOfAllPairs) {
  PlannerOptions quick;
  quick.maxSearchNodes = quick.maxClimbLooks = 0;
  unsigned wrong = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    PlanProblem problem{randomBuffers(seed, 12, 8, 30)};
    problem.distances = randomDistances(seed, problem.buffers, 3);
    MemoryPlan plan = planOrFail(problem, quick);
    Random random{seed};
    for (PlanBuffer &buffer : problem.buffers)
      buffer.alignment = 1;
    plan.places[random.below(12)].offset = random.below(60);
    plan.pools[0].bytes = 1000;

    auto shares = [&](unsigned a, unsigned b) {
      int64_t from = plan.places[a].offset, to = plan.places[b].offset;
      if (!problem.buffers[a].livesWith(problem.buffers[b]) ||
          from >= to + int64_t(problem.buffers[b].bytes) ||
          to >= from + int64_t(problem.buffers[a].bytes))
        return false;
      return llvm::none_of(problem.distances, [&](const PlanDistance &d) {
        return (d.lower == a && d.upper == b && to - from >= d.bytes) ||
               (d.lower == b && d.upper == a && from - to >= d.bytes);
      });
    };
    bool isWrong = false;
    for (unsigned a = 0; a < 12; ++a)
      for (unsigned b = 0; b < a; ++b)
        isWrong |= shares(a, b);
    wrong += isWrong;
    EXPECT_EQ(!llvm::toString(verifyMemoryPlan(problem, plan)).empty(), isWrong)
        << "seed " << seed;
  }
  EXPECT_GT(wrong, 200u);
  EXPECT_LT(wrong, 1800u);
}
