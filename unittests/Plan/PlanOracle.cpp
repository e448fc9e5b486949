//===- PlanOracle.cpp - The smallest plans and random problems
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanOracle.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

using namespace tir;
using namespace tir::test;

std::vector<PlanBuffer> test::randomBuffers(uint64_t seed, unsigned count,
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

std::vector<PlanDistance>
test::randomDistances(uint64_t seed, llvm::ArrayRef<PlanBuffer> buffers,
                      unsigned rarity) {
  Random random{seed};
  std::vector<PlanDistance> distances;
  for (unsigned i = 0; i < buffers.size(); ++i)
    for (unsigned j = 0; j < i; ++j) {
      if (!buffers[i].livesWith(buffers[j]) || random.below(rarity))
        continue;
      bool swapped = random.below(2);
      unsigned lower = swapped ? i : j, upper = swapped ? j : i;
      int64_t least = -int64_t(buffers[upper].bytes);
      int64_t bytes =
          random.below(3)
              ? least + int64_t(random.below(buffers[lower].bytes + 1 - least))
              : 0;
      distances.push_back({lower, upper, bytes});
    }
  return distances;
}

namespace {
/// `to` begins at least `bytes` after `from`.
struct Above {
  unsigned from, to;
  int64_t bytes;
};

class Oracle {
public:
  Oracle(const PlanProblem &problem, std::vector<unsigned> pools)
      : problem(problem), pools(std::move(pools)) {
    for (unsigned i = 0; i < problem.buffers.size(); ++i)
      for (unsigned j = 0; j < i; ++j)
        if (this->pools[i] == this->pools[j] &&
            problem.buffers[i].livesWith(problem.buffers[j]))
          pairs.push_back({i, j});
  }

  /// Finds the best pools over all orders of each pair.
  void run(std::vector<uint64_t> &best) { decide(0, best); }

private:
  int64_t distanceOf(unsigned lower, unsigned upper) const {
    int64_t apart = problem.buffers[lower].bytes;
    for (const PlanDistance &distance : problem.distances)
      if (distance.lower == lower && distance.upper == upper)
        return std::min(apart, distance.bytes);
    return apart;
  }

  /// Returns the lowest offsets for the current order, or none if it is
  /// impossible.
  std::vector<int64_t> settle() const {
    int64_t limit = 0;
    std::vector<int64_t> offsets;
    for (const PlanBuffer &buffer : problem.buffers) {
      limit += buffer.bytes + buffer.alignment + buffer.fixedOffset.value_or(0);
      offsets.push_back(buffer.fixedOffset.value_or(0));
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (const Above &above : order) {
        const PlanBuffer &buffer = problem.buffers[above.to];
        int64_t least = offsets[above.from] + above.bytes;
        if (least <= offsets[above.to])
          continue;
        if (buffer.fixedOffset || least > limit)
          return {};
        offsets[above.to] = llvm::alignTo(least, buffer.alignment);
        moved = true;
      }
    }
    return offsets;
  }

  void decide(size_t next, std::vector<uint64_t> &best) {
    std::vector<int64_t> offsets = settle();
    if (offsets.empty() && !problem.buffers.empty())
      return;
    std::vector<uint64_t> bytes(problem.pools.size(), 0);
    for (auto [i, offset] : llvm::enumerate(offsets))
      bytes[pools[i]] =
          std::max(bytes[pools[i]], offset + problem.buffers[i].bytes);
    for (auto [pool, end] : llvm::zip_equal(problem.pools, bytes))
      if (end > pool.limit)
        return;
    auto isWorse = [&] {
      return !best.empty() &&
             !std::lexicographical_compare(bytes.rbegin(), bytes.rend(),
                                           best.rbegin(), best.rend());
    };
    if (isWorse())
      return;
    if (next == pairs.size()) {
      best = bytes;
      return;
    }
    auto [i, j] = pairs[next];
    for (auto [from, to] : {std::pair(i, j), std::pair(j, i)}) {
      order.push_back({from, to, distanceOf(from, to)});
      decide(next + 1, best);
      order.pop_back();
    }
  }

  const PlanProblem &problem;
  std::vector<unsigned> pools;
  std::vector<std::pair<unsigned, unsigned>> pairs;
  std::vector<Above> order;
};
} // namespace

static void choosePools(const PlanProblem &problem,
                        std::vector<unsigned> &pools,
                        std::vector<uint64_t> &best) {
  if (pools.size() == problem.buffers.size())
    return Oracle(problem, pools).run(best);
  for (unsigned pool : problem.buffers[pools.size()].pools) {
    pools.push_back(pool);
    choosePools(problem, pools, best);
    pools.pop_back();
  }
}

std::vector<uint64_t> test::bestPools(const PlanProblem &problem) {
  std::vector<uint64_t> best;
  std::vector<unsigned> pools;
  choosePools(problem, pools, best);
  return best;
}

MemoryPlan test::planOrFail(const PlanProblem &problem,
                            const PlannerOptions &options) {
  llvm::Expected<MemoryPlan> plan = planMemory(problem, options);
  if (!plan) {
    ADD_FAILURE() << llvm::toString(plan.takeError());
    return {{}, std::vector<PoolPlan>(problem.pools.size())};
  }
  std::string fault = llvm::toString(verifyMemoryPlan(problem, *plan));
  EXPECT_EQ(fault, "");
  for (const PoolPlan &pool : plan->pools)
    EXPECT_GE(pool.bytes, pool.lowerBound);
  return std::move(*plan);
}

std::vector<uint64_t> test::offsetsOf(const MemoryPlan &plan) {
  std::vector<uint64_t> offsets;
  offsets.reserve(plan.places.size());
  for (const PlanPlace &place : plan.places)
    offsets.push_back(place.offset);
  return offsets;
}

std::string test::messageOf(const PlanProblem &problem) {
  llvm::Expected<MemoryPlan> plan = planMemory(problem);
  if (plan)
    return "";
  return llvm::toString(plan.takeError());
}
