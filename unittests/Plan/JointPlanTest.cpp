//===- JointPlanTest.cpp - Tests of plans for several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/JointPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

using namespace tir;

/// Plans, and checks what every plan keeps.
static JointPlan plan(const JointProblem &problem,
                      const JointOptions &options = {}) {
  llvm::Expected<JointPlan> plan = planJointly(problem, options);
  EXPECT_TRUE(bool(plan)) << llvm::toString(plan.takeError());
  if (!plan)
    return {};
  llvm::Error error = verifyJointPlan(problem, *plan);
  EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
  EXPECT_LE(plan->lowerBound, plan->bytes);
  return *plan;
}

static std::string messageOf(const JointProblem &problem) {
  llvm::Expected<JointPlan> plan = planJointly(problem);
  return plan ? "" : llvm::toString(plan.takeError());
}

/// A conflict of whole blocks.
static JointConflict apart(const JointProblem &problem, unsigned one,
                           unsigned other) {
  return {one, other, problem.blocks[one].bytes, problem.blocks[other].bytes};
}

TEST(JointPlan, NothingToPlan) {
  JointPlan found = plan({});
  EXPECT_EQ(found.bytes, 0u);
  EXPECT_TRUE(found.optimal);
}

TEST(JointPlan, ModelsThatExcludeEachOtherShareMemory) {
  JointPlan found = plan({{{100, 16}, {70, 16}, {30, 16}}});
  EXPECT_EQ(found.bytes, 100u);
  EXPECT_EQ(found.lowerBound, 100u);
  EXPECT_EQ(found.forcing, std::vector<unsigned>{0});
  EXPECT_TRUE(found.optimal);
}

TEST(JointPlan, OneModelInterruptsAnother) {
  JointProblem problem{{{100, 16}, {70, 16}, {30, 16}}};
  problem.conflicts = {apart(problem, 2, 0)};
  JointPlan found = plan(problem);
  // The one on top needs no padding behind it.
  EXPECT_EQ(found.bytes, 132u);
  EXPECT_EQ(found.lowerBound, 132u);
  EXPECT_EQ(found.forcing, (std::vector<unsigned>{0, 2}));
  EXPECT_TRUE(found.optimal);
}

TEST(JointPlan, WhatIsNotLiveBetweenStepsIsShared) {
  JointProblem problem{{{100, 1}, {50, 1}}, {{0, 1, 60, 50}}};
  JointPlan found = plan(problem);
  EXPECT_EQ(found.bytes, 110u);
  EXPECT_TRUE(found.optimal);
}

// Each block of a ring of five is apart from two others. No three of them are
// apart from each other, but they need more than any two.
TEST(JointPlan, RingOfFiveNeedsMoreThanTheBound) {
  JointProblem problem{{{10, 1}, {10, 1}, {10, 1}, {10, 1}, {10, 1}}};
  for (unsigned i = 0; i < 5; ++i)
    problem.conflicts.push_back(apart(problem, i, (i + 1) % 5));
  JointPlan found = plan(problem);
  EXPECT_EQ(found.lowerBound, 20u);
  EXPECT_EQ(found.bytes, 30u);
  EXPECT_EQ(found.gap(), 10u);
  EXPECT_TRUE(found.optimal);
  // Without looking at all of them, the gap remains.
  JointPlan hasty = plan(problem, {/*maxNodes=*/1});
  EXPECT_FALSE(hasty.optimal);
  EXPECT_GT(hasty.gap(), 0u);
}

TEST(JointPlan, WrongProblems) {
  EXPECT_EQ(messageOf({{{1, 3}}}),
            "block #0: the alignment 3 is not a power of two up to 2^32");
  EXPECT_EQ(messageOf({{{uint64_t(1) << 62, 1}, {1, 1}}}),
            "the blocks take more than 2^62 bytes");
  EXPECT_EQ(messageOf({{{1, 1}}, {{0, 1, 1, 1}}}),
            "a conflict is between block #0 and block #1 of 1");
  EXPECT_EQ(messageOf({{{1, 1}, {1, 1}}, {{0, 1, 2, 1}}}),
            "the conflict of block #0 and block #1 is about more bytes than "
            "they have");
  EXPECT_EQ(messageOf({{{1, 1}, {1, 1}}, {{0, 1, 1, 1}, {1, 0, 1, 1}}}),
            "block #0 and block #1 have two conflicts");
}

TEST(JointPlan, VerifyFindsWrongPlans) {
  JointProblem problem{{{10, 4}, {10, 4}}, {{0, 1, 10, 10}}};
  auto message = [&](JointPlan wrong) {
    return llvm::toString(verifyJointPlan(problem, wrong));
  };
  EXPECT_EQ(message({{0}, 10}), "the plan has 1 offsets for 2 blocks");
  EXPECT_EQ(message({{0, 11}, 21}), "block #1 is at 11, but is aligned to 4");
  EXPECT_EQ(message({{0, 12}, 30}), "the plan takes 22 bytes, but states 30");
  EXPECT_EQ(message({{0, 8}, 18}),
            "block #0 and block #1 share bytes that lie apart");
}

/// Returns the bytes of the best plan, found by trying all sequences with all
/// offsets at which a block may rest. Knows nothing of bounds or orders.
static uint64_t findFewestBytes(const JointProblem &problem) {
  uint64_t best = UINT64_MAX;
  std::vector<uint64_t> offsets(problem.blocks.size());
  std::vector<bool> isPlaced(problem.blocks.size(), false);
  std::function<void(size_t, uint64_t)> visit = [&](size_t left, uint64_t top) {
    if (left == 0) {
      best = std::min(best, top);
      return;
    }
    for (unsigned block = 0; block < problem.blocks.size(); ++block) {
      if (isPlaced[block])
        continue;
      std::vector<uint64_t> candidates = {0};
      for (const JointConflict &conflict : problem.conflicts) {
        if (conflict.one == block && isPlaced[conflict.other])
          candidates.push_back(offsets[conflict.other] + conflict.bytesOfOther);
        if (conflict.other == block && isPlaced[conflict.one])
          candidates.push_back(offsets[conflict.one] + conflict.bytesOfOne);
      }
      for (uint64_t candidate : candidates) {
        uint64_t offset =
            llvm::alignTo(candidate, problem.blocks[block].alignment);
        bool isFree =
            llvm::all_of(problem.conflicts, [&](const JointConflict &conflict) {
              unsigned other =
                  conflict.one == block ? conflict.other : conflict.one;
              if ((conflict.one != block && conflict.other != block) ||
                  !isPlaced[other])
                return true;
              uint64_t own = conflict.one == block ? conflict.bytesOfOne
                                                   : conflict.bytesOfOther;
              uint64_t others = conflict.one == block ? conflict.bytesOfOther
                                                      : conflict.bytesOfOne;
              return offset >= offsets[other] + others ||
                     offsets[other] >= offset + own;
            });
        if (!isFree)
          continue;
        offsets[block] = offset;
        isPlaced[block] = true;
        visit(left - 1, std::max(top, offset + problem.blocks[block].bytes));
        isPlaced[block] = false;
      }
    }
  };
  visit(problem.blocks.size(), 0);
  return best;
}

TEST(JointPlan, RandomProblemsAreSolvedBest) {
  std::minstd_rand random(7);
  auto pick = [&](unsigned count) { return unsigned(random() % count); };
  unsigned withGap = 0;
  for (unsigned round = 0; round < 400; ++round) {
    JointProblem problem;
    unsigned count = 1 + pick(5);
    for (unsigned i = 0; i < count; ++i)
      problem.blocks.push_back({1 + pick(40), uint64_t(1) << pick(4)});
    for (unsigned i = 0; i < count; ++i)
      for (unsigned j = i + 1; j < count; ++j)
        if (pick(2) == 0)
          problem.conflicts.push_back(
              {j, i, 1 + pick(problem.blocks[j].bytes),
               pick(3) == 0 ? 1 + pick(problem.blocks[i].bytes)
                            : unsigned(problem.blocks[i].bytes)});
    JointPlan found = plan(problem);
    EXPECT_TRUE(found.optimal);
    EXPECT_EQ(found.bytes, findFewestBytes(problem)) << "round " << round;
    withGap += found.gap() != 0;
  }
  // The search is needed for some of them.
  EXPECT_GT(withGap, 0u);
}
