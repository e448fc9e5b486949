//===- VerifyMemoryPlan.cpp - Checks of a plan
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shares no code with the planner, apart from the definition of a problem.
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/MemoryPlan.h"

#include "PlanError.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <set>
#include <tuple>

using namespace tir;
using namespace tir::detail;

namespace {
/// Walks over the steps and keeps the live buffers in the order of their
/// places. Buffers that may not overlap are then next to each other, so that
/// each new one need only be compared with its neighbours, and with those that
/// overlap these.
class Sweep {
public:
  Sweep(const PlanProblem &problem, const MemoryPlan &plan);

  llvm::Error run();

private:
  using Position = std::tuple<unsigned, uint64_t, unsigned>;

  uint64_t begin(unsigned i) const { return plan.places[i].offset; }
  uint64_t end(unsigned i) const { return begin(i) + problem.buffers[i].bytes; }
  bool isLive(unsigned i) const { return live.count(positionOf(i)); }
  Position positionOf(unsigned i) const {
    return {plan.places[i].pool, begin(i), i};
  }
  bool mayShare(unsigned one, unsigned other) const;
  llvm::Error check(unsigned one, unsigned other) const;
  llvm::Error checkBelow(unsigned i) const;
  llvm::Error add(unsigned i);

  const PlanProblem &problem;
  const MemoryPlan &plan;
  /// The distances of each buffer.
  std::vector<llvm::SmallVector<const PlanDistance *, 0>> distances;
  std::set<Position> live;
};
} // namespace

Sweep::Sweep(const PlanProblem &problem, const MemoryPlan &plan)
    : problem(problem), plan(plan), distances(problem.buffers.size()) {
  for (const PlanDistance &distance : problem.distances) {
    distances[distance.lower].push_back(&distance);
    distances[distance.upper].push_back(&distance);
  }
}

/// Returns whether the two buffers, which share bytes, keep their distance.
bool Sweep::mayShare(unsigned one, unsigned other) const {
  return llvm::any_of(distances[one], [&](const PlanDistance *distance) {
    if (distance->lower != other && distance->upper != other)
      return false;
    return int64_t(begin(distance->upper)) >=
           int64_t(begin(distance->lower)) + distance->bytes;
  });
}

llvm::Error Sweep::check(unsigned one, unsigned other) const {
  if (begin(one) >= end(other) || begin(other) >= end(one) ||
      mayShare(one, other))
    return llvm::Error::success();
  unsigned first = std::min(one, other), second = std::max(one, other);
  for (const PlanDistance *distance : distances[one])
    if (distance->lower == other || distance->upper == other)
      return makePlanError(
          "buffers #{0} and #{1} live together and share bytes, and #{2} "
          "begins {3} bytes above #{4}, expected at least {5}, or the two "
          "apart",
          first, second, distance->upper,
          int64_t(begin(distance->upper)) - int64_t(begin(distance->lower)),
          distance->lower, distance->bytes);
  return makePlanError("buffers #{0} and #{1} live together and share bytes, "
                       "expected them apart",
                       first, second);
}

/// Checks a buffer against those that begin below it. One that reaches up to it
/// is the nearest one below, or overlaps that.
llvm::Error Sweep::checkBelow(unsigned i) const {
  unsigned pool = plan.places[i].pool;
  auto below = live.lower_bound({pool, begin(i), 0});
  if (below == live.begin() || std::get<0>(*--below) != pool)
    return llvm::Error::success();
  unsigned nearest = std::get<2>(*below);
  if (llvm::Error error = check(i, nearest))
    return error;
  for (const PlanDistance *distance : distances[nearest]) {
    unsigned partner =
        distance->lower == nearest ? distance->upper : distance->lower;
    if (partner != i && plan.places[partner].pool == pool && isLive(partner))
      if (llvm::Error error = check(i, partner))
        return error;
  }
  return llvm::Error::success();
}

llvm::Error Sweep::add(unsigned i) {
  unsigned pool = plan.places[i].pool;
  for (auto next = live.lower_bound({pool, begin(i), 0});
       next != live.end() && std::get<0>(*next) == pool &&
       std::get<1>(*next) < end(i);
       ++next)
    if (llvm::Error error = check(i, std::get<2>(*next)))
      return error;
  if (llvm::Error error = checkBelow(i))
    return error;
  live.insert(positionOf(i));
  return llvm::Error::success();
}

llvm::Error Sweep::run() {
  std::vector<unsigned> begins, ends;
  for (unsigned i = 0; i < problem.buffers.size(); ++i)
    if (problem.buffers[i].bytes)
      begins.push_back(i);
  ends = begins;
  llvm::sort(begins, [&](unsigned a, unsigned b) {
    return std::pair(problem.buffers[a].first, a) <
           std::pair(problem.buffers[b].first, b);
  });
  llvm::sort(ends, [&](unsigned a, unsigned b) {
    return std::pair(problem.buffers[a].last, a) <
           std::pair(problem.buffers[b].last, b);
  });
  size_t ended = 0;
  for (unsigned i : begins) {
    for (; problem.buffers[ends[ended]].last < problem.buffers[i].first;
         ++ended)
      live.erase(positionOf(ends[ended]));
    if (llvm::Error error = add(i))
      return error;
  }
  return llvm::Error::success();
}

static llvm::Error verifyPlace(const PlanProblem &problem,
                               const MemoryPlan &plan, unsigned index) {
  const PlanBuffer &buffer = problem.buffers[index];
  auto [pool, offset] = plan.places[index];
  if (!llvm::is_contained(buffer.pools, pool) || pool >= plan.pools.size())
    return makePlanError(
        "buffer #{0} lies in pool #{1}, which is not one of its "
        "candidates",
        index, pool);
  if (buffer.fixedOffset && *buffer.fixedOffset != offset)
    return makePlanError("buffer #{0} lies at {1}, expected its fixed offset "
                         "{2}",
                         index, offset, *buffer.fixedOffset);
  if (offset % buffer.alignment)
    return makePlanError("buffer #{0} lies at {1}, expected a multiple of {2}",
                         index, offset, buffer.alignment);
  uint64_t bytes = plan.pools[pool].bytes;
  if (buffer.bytes > bytes || offset > bytes - buffer.bytes)
    return makePlanError("buffer #{0} ends at {1}, expected an end within the "
                         "{2} bytes of pool #{3}",
                         index, offset + buffer.bytes, bytes, pool);
  return llvm::Error::success();
}

llvm::Error tir::verifyMemoryPlan(const PlanProblem &problem,
                                  const MemoryPlan &plan) {
  if (plan.places.size() != problem.buffers.size())
    return makePlanError("the plan has {0} places, expected {1}",
                         plan.places.size(), problem.buffers.size());
  if (plan.pools.size() != problem.pools.size())
    return makePlanError("the plan has {0} pools, expected {1}",
                         plan.pools.size(), problem.pools.size());
  for (auto [index, pool] : llvm::enumerate(plan.pools))
    if (pool.bytes > problem.pools[index].limit)
      return makePlanError("pool #{0} has {1} bytes, expected at most {2}",
                           index, pool.bytes, problem.pools[index].limit);
  for (unsigned i = 0; i < problem.buffers.size(); ++i)
    if (llvm::Error error = verifyPlace(problem, plan, i))
      return error;
  return Sweep(problem, plan).run();
}
