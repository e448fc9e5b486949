//===- ArenaPlannerTest.cpp - Plans are valid, and small
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/ArenaPlanner.h"

#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>

using namespace tir;
using llvm::ArrayRef;

namespace {
/// The smallest arena, found without the planner's help: every order of
/// placement, each buffer at every end of another one. Written for plainness;
/// it is what the planner is measured against.
uint64_t smallestArena(ArrayRef<PlanBuffer> buffers) {
  std::vector<unsigned> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  uint64_t best = UINT64_MAX;
  do {
    std::vector<uint64_t> offsets(buffers.size());
    uint64_t arena = 0;
    for (size_t k = 0; k < order.size(); ++k) {
      const PlanBuffer &buffer = buffers[order[k]];
      uint64_t offset = 0;
      for (bool moved = true; moved;) {
        moved = false;
        for (size_t j = 0; j < k; ++j) {
          const PlanBuffer &other = buffers[order[j]];
          if (!buffer.conflictsWith(other))
            continue;
          uint64_t end = offsets[order[j]] + other.bytes;
          if (offset < end && offsets[order[j]] < offset + buffer.bytes) {
            offset = llvm::alignTo(end, buffer.alignment);
            moved = true;
          }
        }
      }
      offsets[order[k]] = offset;
      arena = std::max(arena, offset + buffer.bytes);
    }
    best = std::min(best, arena);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

/// Numbers that are the same on every machine.
struct Random {
  uint64_t state;
  uint64_t below(uint64_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % limit;
  }
};

std::vector<PlanBuffer> randomBuffers(uint64_t seed, unsigned count,
                                      unsigned steps, uint64_t maxBytes) {
  Random random{seed};
  std::vector<PlanBuffer> buffers(count);
  for (PlanBuffer &buffer : buffers) {
    buffer.bytes = random.below(maxBytes + 1);
    buffer.alignment = uint64_t(1) << random.below(5);
    buffer.first = random.below(steps);
    buffer.last = buffer.first + random.below(steps - buffer.first);
  }
  return buffers;
}

ArenaPlan planOrFail(ArrayRef<PlanBuffer> buffers,
                     const ArenaPlannerOptions &options = {}) {
  llvm::Expected<ArenaPlan> plan = planArena(buffers, options);
  if (!plan) {
    ADD_FAILURE() << llvm::toString(plan.takeError());
    return {};
  }
  std::string problem = llvm::toString(verifyArenaPlan(buffers, *plan));
  EXPECT_EQ(problem, "");
  EXPECT_GE(plan->bytes, plan->lowerBound);
  return std::move(*plan);
}

std::string messageOf(ArrayRef<PlanBuffer> buffers) {
  llvm::Expected<ArenaPlan> plan = planArena(buffers);
  if (plan)
    return "";
  return llvm::toString(plan.takeError());
}
} // namespace

TEST(ArenaPlanner, NothingToPlan) {
  ArenaPlan plan = planOrFail({});
  EXPECT_EQ(plan.bytes, 0u);
  EXPECT_TRUE(plan.optimal);
}

TEST(ArenaPlanner, EmptyBuffersTakeNothing) {
  ArenaPlan plan = planOrFail({{0, 16, 0, 9}, {5, 1, 0, 9}, {0, 16, 2, 3}});
  EXPECT_EQ(plan.bytes, 5u);
}

TEST(ArenaPlanner, BuffersThatNeverMeetShareMemory) {
  ArenaPlan plan = planOrFail({{100, 16, 0, 1}, {80, 16, 2, 3}});
  EXPECT_EQ(plan.bytes, 100u);
  EXPECT_EQ(plan.offsets, (std::vector<uint64_t>{0, 0}));
}

// A chain in which each step reads one buffer and writes the next: the two
// largest neighbours decide.
TEST(ArenaPlanner, LinearChain) {
  ArenaPlan plan = planOrFail({{10, 1, 0, 1},
                               {20, 1, 1, 2},
                               {100, 1, 2, 3},
                               {40, 1, 3, 4},
                               {50, 1, 4, 5}});
  EXPECT_EQ(plan.bytes, 140u);
  EXPECT_EQ(plan.gap(), 0u);
  EXPECT_TRUE(plan.optimal);
}

// One buffer is read by three branches whose results are joined at the end.
TEST(ArenaPlanner, FanOut) {
  ArenaPlan plan = planOrFail({{100, 1, 0, 3},
                               {10, 1, 1, 4},
                               {30, 1, 2, 4},
                               {50, 1, 3, 4},
                               {20, 1, 4, 5}});
  EXPECT_EQ(plan.bytes, 190u);
  EXPECT_TRUE(plan.optimal);
}

// A buffer bypasses a block and is added to its result.
TEST(ArenaPlanner, Residual) {
  ArenaPlan plan = planOrFail({{64, 16, 0, 3},
                               {64, 16, 1, 2},
                               {64, 16, 2, 3},
                               {64, 16, 3, 6},
                               {64, 16, 4, 5},
                               {64, 16, 5, 6},
                               {64, 16, 6, 7}});
  EXPECT_EQ(plan.bytes, 192u);
  EXPECT_TRUE(plan.optimal);
}

TEST(ArenaPlanner, KeepsEachBuffersOwnAlignment) {
  ArenaPlan plan = planOrFail({{3, 1, 0, 0}, {8, 64, 0, 0}, {5, 4, 0, 0}});
  EXPECT_EQ(plan.offsets[1] % 64, 0u);
  EXPECT_EQ(plan.offsets[2] % 4, 0u);
  EXPECT_EQ(plan.bytes, 16u);
}

TEST(ArenaPlanner, TiesGoByIndex) {
  std::vector<PlanBuffer> buffers(4, PlanBuffer{16, 16, 0, 0});
  ArenaPlan plan = planOrFail(buffers);
  EXPECT_EQ(plan.offsets, (std::vector<uint64_t>{0, 16, 32, 48}));
}

TEST(ArenaPlanner, SearchBeatsTheHeuristicsWhereTheyFail) {
  ArenaPlannerOptions without;
  without.maxSearchNodes = 0;
  unsigned better = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    auto buffers = randomBuffers(seed, 12, 10, 60);
    uint64_t heuristic = planOrFail(buffers, without).bytes;
    uint64_t searched = planOrFail(buffers).bytes;
    EXPECT_LE(searched, heuristic) << "seed " << seed;
    better += searched < heuristic;
  }
  EXPECT_GT(better, 0u);
}

TEST(ArenaPlanner, SameInputSamePlan) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    auto buffers = randomBuffers(seed, 20, 16, 100);
    ArenaPlan one = planOrFail(buffers), two = planOrFail(buffers);
    EXPECT_EQ(one.offsets, two.offsets);
    EXPECT_EQ(one.method, two.method);
  }
}

TEST(ArenaPlanner, GivesUpAfterTheNodesItWasGiven) {
  auto buffers = randomBuffers(1, 60, 40, 1000);
  ArenaPlannerOptions few;
  few.maxSearchNodes = 10;
  ArenaPlan plan = planOrFail(buffers, few);
  EXPECT_TRUE(plan.optimal || plan.gap() > 0);
}

TEST(ArenaPlanner, ManyBuffers) {
  auto buffers = randomBuffers(3, 600, 500, 4096);
  planOrFail(buffers);
}

TEST(ArenaPlanner, BytesBeyond32Bits) {
  uint64_t big = uint64_t(5) << 32;
  ArenaPlan plan = planOrFail({{big, 16, 0, 1}, {big, 16, 1, 2}});
  EXPECT_EQ(plan.bytes, 2 * big);
}

TEST(ArenaPlanner, RefusesBytesThatOverflow) {
  uint64_t half = uint64_t(1) << 62;
  EXPECT_EQ(messageOf({{half, 1, 0, 0}, {half, 1, 5, 5}}),
            "the buffers up to #1 have more than 2^63 - 1 bytes with their "
            "padding, expected sizes that can be addressed");
  EXPECT_NE(messageOf({{UINT64_MAX, 1, 0, 0}}), "");
  EXPECT_EQ(messageOf({{half, 1, 0, 0}, {half - 1, 1, 0, 0}}), "");
}

TEST(ArenaPlanner, RefusesAnAlignmentThatIsNoPowerOfTwo) {
  EXPECT_EQ(messageOf({{8, 1, 0, 0}, {8, 12, 0, 0}}),
            "buffer #1 has alignment 12, expected a power of two");
  EXPECT_NE(messageOf({{8, 0, 0, 0}}), "");
}

TEST(ArenaPlanner, RefusesALifetimeThatEndsBeforeItBegins) {
  EXPECT_EQ(messageOf({{8, 1, 3, 2}}),
            "buffer #0 is live from step 3 to step 2, expected an end that is "
            "not before the beginning");
}

TEST(VerifyArenaPlan, FindsEachKindOfMistake) {
  std::vector<PlanBuffer> buffers = {{8, 4, 0, 1}, {8, 4, 1, 2}};
  auto check = [&](std::vector<uint64_t> offsets, uint64_t bytes) {
    ArenaPlan plan;
    plan.offsets = std::move(offsets);
    plan.bytes = bytes;
    return llvm::toString(verifyArenaPlan(buffers, plan));
  };
  EXPECT_EQ(check({0, 8}, 16), "");
  EXPECT_EQ(check({0}, 16), "the plan has 1 offsets, expected 2");
  EXPECT_EQ(check({0, 10}, 18),
            "buffer #1 lies at 10, expected a multiple of 4");
  EXPECT_EQ(check({0, 8}, 15),
            "buffer #1 ends at 16, expected an end within the arena of 15 "
            "bytes");
  EXPECT_EQ(check({0, 4}, 16),
            "buffers #0 and #1 live together and share bytes, expected them "
            "apart");
}

class ArenaPlannerRandom : public testing::TestWithParam<uint64_t> {};

// Small enough for the oracle: what the planner calls optimal is, and with
// nodes enough it always is.
TEST_P(ArenaPlannerRandom, EqualsTheOracle) {
  for (uint64_t k = 0; k < 25; ++k) {
    uint64_t seed = GetParam() * 1000 + k;
    auto buffers = randomBuffers(seed, 2 + seed % 6, 6, 40);
    ArenaPlan plan = planOrFail(buffers);
    uint64_t smallest = smallestArena(buffers);
    EXPECT_LE(plan.lowerBound, smallest) << "seed " << seed;
    EXPECT_TRUE(plan.optimal) << "seed " << seed;
    EXPECT_EQ(plan.bytes, smallest) << "seed " << seed;
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, ArenaPlannerRandom,
                         testing::Range<uint64_t>(0, 20));
