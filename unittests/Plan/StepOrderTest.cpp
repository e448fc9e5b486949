//===- StepOrderTest.cpp - Tests for tir/Plan/StepOrder.h
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/StepOrder.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <numeric>
#include <random>

using namespace tir;

static std::vector<unsigned> ordered(const OrderProblem &problem) {
  std::vector<unsigned> order(problem.numSteps);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

static bool isAllowed(const OrderProblem &problem,
                      const std::vector<unsigned> &order) {
  std::vector<unsigned> position(order.size(), order.size());
  for (unsigned i = 0; i < order.size(); ++i)
    position[order[i]] = i;
  return std::count(position.begin(), position.end(), order.size()) == 0 &&
         std::all_of(problem.dependences.begin(), problem.dependences.end(),
                     [&](auto pair) {
                       return position[pair.first] < position[pair.second];
                     });
}

/// Returns the lowest peak of all orders.
static uint64_t findLowestPeak(const OrderProblem &problem) {
  std::vector<unsigned> order = ordered(problem);
  uint64_t lowest = UINT64_MAX;
  do
    if (isAllowed(problem, order))
      lowest = std::min(lowest, findPeak(problem, order));
  while (std::next_permutation(order.begin(), order.end()));
  return lowest;
}

TEST(StepOrder, AChainStaysAsItIs) {
  OrderProblem problem{
      3, {{0, 1}, {1, 2}}, {{10, {0, 1}}, {30, {1, 2}}, {5, {2}, false, true}}};
  EXPECT_EQ(findPeak(problem, ordered(problem)), 40u);
  EXPECT_EQ(findLowerOrder(problem), std::nullopt);
  EXPECT_EQ(findLowerOrder({}), std::nullopt);
}

// Both branches begin with a large tensor and end with a small one. It is
// better to end one branch before the other begins.
TEST(StepOrder, BranchesOneByOne) {
  OrderProblem problem{4,
                       {{0, 2}, {1, 3}},
                       {{100, {0, 2}},
                        {100, {1, 3}},
                        {10, {2}, false, true},
                        {10, {3}, false, true}}};
  EXPECT_EQ(findPeak(problem, ordered(problem)), 210u);
  auto order = findLowerOrder(problem);
  ASSERT_TRUE(order);
  EXPECT_EQ(*order, (std::vector<unsigned>{0, 2, 1, 3}));
  EXPECT_EQ(findPeak(problem, *order), 120u);
}

// The branch that needs more memory for itself goes first.
TEST(StepOrder, TheLargeBranchFirst) {
  OrderProblem problem{4,
                       {{0, 1}, {2, 3}},
                       {{20, {0, 1}},
                        {30, {1}, false, true},
                        {90, {2, 3}},
                        {5, {3}, false, true}}};
  EXPECT_EQ(findPeak(problem, ordered(problem)), 125u);
  auto order = findLowerOrder(problem);
  ASSERT_TRUE(order);
  EXPECT_EQ(*order, (std::vector<unsigned>{2, 3, 0, 1}));
  EXPECT_EQ(findPeak(problem, *order), 95u);
}

TEST(StepOrder, WhatIsLiveBeforeEndsWithItsLastStep) {
  OrderProblem problem{3,
                       {{1, 2}},
                       {{50, {2}, true},
                        {40, {0}, false, true},
                        {8, {1, 2}},
                        {4, {2}, false, true}}};
  auto order = findLowerOrder(problem);
  ASSERT_TRUE(order);
  EXPECT_EQ(*order, (std::vector<unsigned>{1, 2, 0}));
}

TEST(StepOrder, GivesUpAfterTheLooksItWasGiven) {
  OrderProblem problem{
      4,
      {{0, 2}, {1, 3}},
      {{100, {0, 2}}, {100, {1, 3}}, {10, {2, 3}}, {10, {3}, false, true}}};
  EXPECT_EQ(findLowerOrder(problem, 0), std::nullopt);
}

static OrderProblem makeRandom(unsigned seed, unsigned numSteps) {
  std::mt19937 random(seed);
  auto pick = [&](unsigned least, unsigned most) -> unsigned {
    return least + random() % (most - least + 1);
  };
  OrderProblem problem{numSteps, {}, {}};
  for (unsigned step = 0; step < numSteps; ++step) {
    OrderedBuffer buffer{pick(0, 20), {step}};
    buffer.isLiveAfter = pick(0, 5) == 0;
    for (unsigned reader = step + 1; reader < numSteps; ++reader)
      if (pick(0, 3) == 0) {
        buffer.steps.push_back(reader);
        problem.dependences.push_back({step, reader});
      }
    problem.buffers.push_back(buffer);
  }
  // Inputs, and variables that are live all the time.
  for (unsigned i = 0; i < 2; ++i)
    problem.buffers.push_back(
        {pick(0, 20), {pick(0, numSteps - 1)}, true, i == 1});
  return problem;
}

TEST(StepOrder, IsTheLowestOfAllOrders) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    OrderProblem problem = makeRandom(seed, 3 + seed % 6);
    uint64_t given = findPeak(problem, ordered(problem));
    auto order = findLowerOrder(problem);
    if (order) {
      EXPECT_TRUE(isAllowed(problem, *order)) << "seed " << seed;
      EXPECT_LT(findPeak(problem, *order), given) << "seed " << seed;
    }
    EXPECT_EQ(order ? findPeak(problem, *order) : given,
              findLowestPeak(problem))
        << "seed " << seed;
  }
}

// A network of 1,000 blocks of two branches.
TEST(StepOrder, ThousandsOfSteps) {
  OrderProblem problem{4000, {}, {}};
  for (unsigned step = 0; step < 4000; step += 4) {
    auto add = [&](unsigned writer, unsigned reader, uint64_t bytes) {
      problem.buffers.push_back({bytes, {writer, reader}});
      problem.dependences.push_back({writer, reader});
    };
    add(step, step + 2, 50);
    add(step + 1, step + 3, 60);
    add(step + 2, step + 3, 2);
    if (step + 4 < 4000) {
      add(step + 3, step + 4, 7);
      add(step + 3, step + 5, 7);
    }
  }
  auto order = findLowerOrder(problem);
  ASSERT_TRUE(order);
  EXPECT_TRUE(isAllowed(problem, *order));
  EXPECT_LT(findPeak(problem, *order), findPeak(problem, ordered(problem)));
}

// All steps are ready at once. The search gives up early.
TEST(StepOrder, ManyIndependentSteps) {
  OrderProblem problem{10000, {}, {{1, {0}, true, true}}};
  for (unsigned step = 0; step < 10000; ++step)
    problem.buffers.push_back({8, {step}, false, step % 2 == 0});
  EXPECT_EQ(findLowerOrder(problem), std::nullopt);
}
