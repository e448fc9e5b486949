//===- RowCutsTest.cpp - Tests for tir/Plan/RowCuts.h
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/RowCuts.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <map>
#include <random>

using namespace tir;

using Costs = std::map<std::pair<unsigned, unsigned>, RowCost>;

static std::vector<RowCut> cut(unsigned numSteps, unsigned maxLength,
                               uint64_t maxCycles, const Costs &costs) {
  return cutIntoGroups(
      numSteps, maxLength, maxCycles,
      [&](unsigned first, unsigned end) -> std::optional<RowCost> {
        EXPECT_LT(first, end) << "a group without a step";
        auto found = costs.find({first, end});
        if (found == costs.end())
          return std::nullopt;
        return found->second;
      });
}

TEST(RowCuts, GroupsThatSaveMemory) {
  Costs costs = {{{0, 1}, {100, 10}}, {{1, 2}, {100, 10}}, {{2, 3}, {40, 10}},
                 {{0, 2}, {40, 21}},  {{1, 3}, {50, 21}},  {{0, 3}, {40, 33}}};
  std::vector<RowCut> expected = {{0, 2}, {2, 3}};
  EXPECT_EQ(cut(3, 3, UINT64_MAX, costs), expected);
}

TEST(RowCuts, CyclesBoundThem) {
  Costs costs = {{{0, 1}, {100, 10}}, {{1, 2}, {60, 10}}, {{0, 2}, {40, 30}}};
  std::vector<RowCut> single = {{0, 1}, {1, 2}}, group = {{0, 2}};
  EXPECT_EQ(cut(2, 2, 29, costs), single);
  EXPECT_EQ(cut(2, 2, 30, costs), group);
  EXPECT_EQ(cut(2, 1, 30, costs), single);
  EXPECT_EQ(cut(2, 2, 5, costs), single);
}

TEST(RowCuts, NoGroupWithoutGain) {
  Costs costs = {{{0, 1}, {40, 10}}, {{1, 2}, {40, 10}}, {{0, 2}, {40, 20}}};
  std::vector<RowCut> single = {{0, 1}, {1, 2}};
  EXPECT_EQ(cut(2, 2, UINT64_MAX, costs), single);
  EXPECT_EQ(cut(0, 2, UINT64_MAX, {}), std::vector<RowCut>());
}

TEST(RowCuts, SharedBytesBreakTies) {
  // Step 2 needs 100 bytes in any case, 60 of which a plan can share.
  Costs costs = {{{0, 1}, {80, 10}},
                 {{1, 2}, {90, 10}},
                 {{0, 2}, {50, 25}},
                 {{2, 3}, {100, 10, 60}}};
  std::vector<RowCut> group = {{0, 2}, {2, 3}},
                      single = {{0, 1}, {1, 2}, {2, 3}};
  EXPECT_EQ(cut(3, 3, UINT64_MAX, costs), group);
  EXPECT_EQ(cut(3, 3, 30, costs), single);
  costs[{2, 3}].shared = 10;
  EXPECT_EQ(cut(3, 3, UINT64_MAX, costs), single);
  // No plan may be able to share them.
  costs[{2, 3}] = {60, 90};
  costs[{0, 3}] = {120, 10, 100};
  EXPECT_EQ(cut(3, 3, UINT64_MAX, costs), group);
}

TEST(RowCuts, MostGroupsOfTheSameCost) {
  Costs costs = {{{0, 1}, {40, 10}},
                 {{1, 2}, {40, 10}},
                 {{2, 4}, {40, 20}},
                 {{0, 3}, {40, 30}},
                 {{3, 4}, {40, 10}}};
  std::vector<RowCut> expected = {{0, 1}, {1, 2}, {2, 4}};
  EXPECT_EQ(cut(4, 4, UINT64_MAX, costs), expected);
}

/// Tries all cuts.
static void findBest(unsigned from, unsigned numSteps, uint64_t maxCycles,
                     const Costs &costs, RowCost sum, RowCost &best) {
  if (from == numSteps) {
    if (sum.cycles <= maxCycles &&
        std::pair(sum.bytes, sum.cycles) < std::pair(best.bytes, best.cycles))
      best = sum;
    return;
  }
  for (unsigned end = from + 1; end <= numSteps; ++end)
    if (auto found = costs.find({from, end}); found != costs.end())
      findBest(end, numSteps, maxCycles, costs,
               {std::max(sum.bytes, found->second.bytes),
                sum.cycles + found->second.cycles},
               best);
}

TEST(RowCuts, NoCutIsBetter) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 random(seed);
    unsigned numSteps = 1 + random() % 8;
    Costs costs;
    for (unsigned first = 0; first < numSteps; ++first)
      for (unsigned end = first + 1; end <= numSteps; ++end)
        if (end == first + 1 || random() % 3)
          costs[{first, end}] = {1 + random() % 50, 1 + random() % 20};
    uint64_t maxCycles = random() % 2 ? UINT64_MAX : random() % 100;
    RowCost best = {UINT64_MAX, UINT64_MAX};
    findBest(0, numSteps, maxCycles, costs, {}, best);
    RowCost found;
    for (RowCut piece : cut(numSteps, numSteps, maxCycles, costs)) {
      const RowCost &cost = costs.at({piece.first, piece.end});
      found.bytes = std::max(found.bytes, cost.bytes);
      found.cycles += cost.cycles;
    }
    if (best.bytes == UINT64_MAX) {
      EXPECT_GT(found.cycles, maxCycles) << "seed " << seed;
      continue;
    }
    EXPECT_EQ(found.bytes, best.bytes) << "seed " << seed;
    EXPECT_EQ(found.cycles, best.cycles) << "seed " << seed;
  }
}
