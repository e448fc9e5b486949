//===- MemoryPlanRandomTest.cpp - Tests of plans against all possible ones
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

namespace {
class MemoryPlanRandom : public testing::TestWithParam<uint64_t> {
protected:
  /// Compares the plan with the best one. Returns whether the plan was proved
  /// to be optimal.
  static bool expectBest(const PlanProblem &problem, uint64_t seed) {
    std::vector<uint64_t> best = bestPools(problem);
    // So few buffers have at most 120 sequences.
    PlannerOptions options;
    options.maxClimbLooks = 20000;
    MemoryPlan plan = planOrFail(problem, options);
    std::vector<uint64_t> bytes;
    bool isOptimal = true;
    for (auto [pool, least] : llvm::zip_equal(plan.pools, best)) {
      isOptimal &= pool.optimal;
      bytes.push_back(pool.bytes);
    }
    for (size_t i = 0; i < best.size(); ++i)
      EXPECT_LE(plan.pools[i].lowerBound, best[i])
          << "seed " << seed << ", pool " << i;
    if (isOptimal)
      EXPECT_EQ(bytes, best) << "seed " << seed;
    EXPECT_FALSE(std::lexicographical_compare(bytes.rbegin(), bytes.rend(),
                                              best.rbegin(), best.rend()))
        << "seed " << seed;
    return isOptimal;
  }

  static bool hasNegative(const PlanProblem &problem) {
    return llvm::any_of(problem.distances, [](const PlanDistance &distance) {
      return distance.bytes < 0;
    });
  }
};
} // namespace

// These are small enough for the oracle. A plan that the planner calls optimal
// is optimal, and with enough nodes every plan is.
TEST_P(MemoryPlanRandom, EqualsTheOracle) {
  for (uint64_t k = 0; k < 25; ++k) {
    uint64_t seed = GetParam() * 1000 + k;
    PlanProblem problem{randomBuffers(seed, 2 + seed % 5, 6, 40)};
    EXPECT_TRUE(expectBest(problem, seed)) << "seed " << seed;
  }
}

TEST_P(MemoryPlanRandom, EqualsTheOracleWithDistances) {
  for (uint64_t k = 0; k < 250; ++k) {
    uint64_t seed = GetParam() * 1000 + k;
    PlanProblem problem{randomBuffers(seed, 2 + seed % 4, 6, 40)};
    problem.distances = randomDistances(seed + 1, problem.buffers, 2);
    bool isOptimal = expectBest(problem, seed);
    EXPECT_TRUE(isOptimal || hasNegative(problem)) << "seed " << seed;
  }
}

TEST_P(MemoryPlanRandom, EqualsTheOracleWithSeveralPools) {
  for (uint64_t k = 0; k < 25; ++k) {
    uint64_t seed = GetParam() * 1000 + k;
    Random random{seed};
    PlanProblem problem{randomBuffers(seed, 2 + seed % 4, 4, 40)};
    for (PlanBuffer &buffer : problem.buffers) {
      buffer.pools.clear();
      for (unsigned pool = 0; pool < 3; ++pool)
        if (random.below(2) || (pool == 2 && buffer.pools.empty()))
          buffer.pools.push_back(pool);
    }
    problem.pools = {{random.below(60)}, {random.below(120)}, {}};
    problem.distances = randomDistances(seed + 1, problem.buffers, 3);
    std::vector<uint64_t> best = bestPools(problem);
    if (best.empty()) {
      EXPECT_NE(messageOf(problem), "") << "seed " << seed;
      continue;
    }
    bool isOptimal = expectBest(problem, seed);
    EXPECT_TRUE(isOptimal || hasNegative(problem)) << "seed " << seed;
    MemoryPlan plan = planOrFail(problem), filled = plan;
    fillFirstPools(problem, filled);
    EXPECT_EQ(llvm::toString(verifyMemoryPlan(problem, filled)), "")
        << "seed " << seed;
    EXPECT_LE(filled.pools.back().bytes, plan.pools.back().bytes)
        << "seed " << seed;
    for (auto [before, after] : llvm::zip_equal(plan.places, filled.places))
      EXPECT_LE(after.pool, before.pool) << "seed " << seed;
  }
}

TEST_P(MemoryPlanRandom, EqualsTheOracleAroundFixedBuffers) {
  for (uint64_t k = 0; k < 25; ++k) {
    uint64_t seed = GetParam() * 1000 + k;
    PlanProblem problem{randomBuffers(seed, 2 + seed % 4, 6, 40)};
    PlanBuffer &fixed = problem.buffers.front();
    fixed.fixedOffset = seed % 4 * fixed.alignment;
    problem.distances = randomDistances(seed + 1, problem.buffers, 4);
    bool isOptimal = expectBest(problem, seed);
    EXPECT_TRUE(isOptimal || hasNegative(problem)) << "seed " << seed;
  }
}

// These are too large for the oracle and for the search.
TEST_P(MemoryPlanRandom, LargeProblemsGetValidPlans) {
  uint64_t seed = GetParam();
  PlanProblem problem{randomBuffers(seed, 300, 200, 4096)};
  problem.distances = randomDistances(seed, problem.buffers, 20);
  planOrFail(problem);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MemoryPlanRandom,
                         testing::Range<uint64_t>(0, 20));
