//===- MemoryPlan.cpp - Offsets for buffers with known lifetimes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/MemoryPlan.h"

#include "PlanError.h"
#include "PlanInstance.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tir;
using namespace tir::detail;

//===----------------------------------------------------------------------===//
// Checks of the problem
//===----------------------------------------------------------------------===//

static llvm::Error checkPools(const PlanProblem &problem, unsigned index) {
  const PlanBuffer &buffer = problem.buffers[index];
  if (buffer.pools.empty())
    return makePlanError(
        "buffer #{0} has no candidate pool, expected at least one", index);
  for (auto [position, pool] : llvm::enumerate(buffer.pools)) {
    if (pool >= problem.pools.size())
      return makePlanError(
          "buffer #{0} has the candidate pool #{1}, expected an "
          "index below {2}",
          index, pool, problem.pools.size());
    if (position && pool <= buffer.pools[position - 1])
      return makePlanError(
          "buffer #{0} lists pool #{1} after pool #{2}, expected "
          "each pool once, in ascending order",
          index, pool, buffer.pools[position - 1]);
  }
  if (!buffer.fixedOffset)
    return llvm::Error::success();
  if (buffer.pools.size() != 1)
    return makePlanError("buffer #{0} has the fixed offset {1} and {2} pools, "
                         "expected the one that the offset is in",
                         index, *buffer.fixedOffset, buffer.pools.size());
  if (*buffer.fixedOffset % buffer.alignment)
    return makePlanError("buffer #{0} has the fixed offset {1}, expected a "
                         "multiple of {2}",
                         index, *buffer.fixedOffset, buffer.alignment);
  return llvm::Error::success();
}

static llvm::Error checkBuffer(const PlanProblem &problem, unsigned index) {
  const PlanBuffer &buffer = problem.buffers[index];
  if (!llvm::isPowerOf2_64(buffer.alignment))
    return makePlanError("buffer #{0} has alignment {1}, expected a power of "
                         "two",
                         index, buffer.alignment);
  if (buffer.last < buffer.first)
    return makePlanError("buffer #{0} is live from step {1} to step {2}, "
                         "expected an end that is not before the beginning",
                         index, buffer.first, buffer.last);
  return checkPools(problem, index);
}

/// The algorithms add sizes and paddings without checks: no pool, however
/// wasteful, is larger than the sum that is bounded here.
static llvm::Error checkBuffers(const PlanProblem &problem) {
  uint64_t sum = 0, highest = 0;
  for (auto [index, buffer] : llvm::enumerate(problem.buffers)) {
    if (llvm::Error error = checkBuffer(problem, index))
      return error;
    highest = std::max(highest, buffer.fixedOffset.value_or(0));
    sum = llvm::SaturatingAdd(sum, buffer.bytes, buffer.alignment - 1);
    if (llvm::SaturatingAdd(sum, highest) > uint64_t(INT64_MAX))
      return makePlanError("the buffers up to #{0} have more than 2^63 - 1 "
                           "bytes with their padding, expected sizes that can "
                           "be addressed",
                           index);
  }
  return llvm::Error::success();
}

static llvm::Error checkDistances(const PlanProblem &problem) {
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> seen;
  for (auto [index, distance] : llvm::enumerate(problem.distances)) {
    unsigned low = std::min(distance.lower, distance.upper);
    unsigned high = std::max(distance.lower, distance.upper);
    if (high >= problem.buffers.size())
      return makePlanError("distance #{0} names buffer #{1}, expected an index "
                           "below {2}",
                           index, high, problem.buffers.size());
    if (low == high)
      return makePlanError(
          "distance #{0} names buffer #{1} twice, expected two "
          "buffers",
          index, low);
    auto [first, isNew] = seen.try_emplace({low, high}, index);
    if (!isNew)
      return makePlanError(
          "distances #{0} and #{1} name the same buffers, #{2} "
          "and #{3}, expected one for each pair",
          first->second, index, low, high);
  }
  return llvm::Error::success();
}

/// Fixed buffers can be in each other's way. Check a plan that contains only
/// these.
static llvm::Error checkFixedOffsets(const PlanProblem &problem) {
  PlanProblem fixed = problem;
  MemoryPlan plan;
  plan.pools.resize(problem.pools.size());
  for (auto [pool, given] : llvm::zip_equal(plan.pools, problem.pools))
    pool.bytes = given.limit;
  for (PlanBuffer &buffer : fixed.buffers) {
    if (!buffer.fixedOffset)
      buffer.bytes = 0;
    plan.places.push_back(
        {buffer.pools.front(), buffer.fixedOffset.value_or(0)});
  }
  if (llvm::Error error = verifyMemoryPlan(fixed, plan))
    return makePlanError("the fixed offsets contradict one another: {0}",
                         llvm::toString(std::move(error)));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Independent parts of the problem
//===----------------------------------------------------------------------===//

namespace {
/// Buffers whose pools no other buffer has as a candidate.
struct Part {
  /// Indices into the problem's buffers.
  std::vector<unsigned> members;
  PlanInstance instance;
};
} // namespace

/// Splits the problem into sets of pools that no buffer may choose between, so
/// that each set gets the heuristic that suits it.
static std::vector<Part> splitByPools(const PlanProblem &problem) {
  llvm::IntEqClasses classes(problem.pools.size());
  for (const PlanBuffer &buffer : problem.buffers)
    for (unsigned pool : buffer.pools)
      classes.join(buffer.pools.front(), pool);
  classes.compress();
  std::vector<Part> parts(classes.getNumClasses());
  for (unsigned pool = 0; pool < problem.pools.size(); ++pool)
    parts[classes[pool]].instance.used.push_back(pool);
  std::vector<unsigned> positions;
  for (auto [index, buffer] : llvm::enumerate(problem.buffers)) {
    Part &part = parts[classes[buffer.pools.front()]];
    positions.push_back(part.members.size());
    part.members.push_back(index);
    part.instance.buffers.push_back(buffer);
  }
  std::vector<std::vector<PlanDistance>> distances(parts.size());
  auto partOf = [&](unsigned index) {
    return classes[problem.buffers[index].pools.front()];
  };
  for (const PlanDistance &distance : problem.distances)
    if (partOf(distance.lower) == partOf(distance.upper))
      distances[partOf(distance.lower)].push_back({positions[distance.lower],
                                                   positions[distance.upper],
                                                   distance.bytes});
  for (auto [part, own] : llvm::zip_equal(parts, distances)) {
    part.instance.exceptions = findExceptions(part.instance.buffers, own);
    part.instance.pools = problem.pools;
  }
  return parts;
}

/// Returns, for each pool, the bytes that the buffers with no other pool need,
/// including the ends of fixed buffers.
static std::vector<uint64_t> boundPools(const PlanProblem &problem,
                                        const PlanInstance &instance) {
  std::vector<uint64_t> bounds(problem.pools.size(), 0);
  for (unsigned pool : instance.used) {
    // Empty the other buffers instead of removing them, so that indices stay
    // valid.
    std::vector<PlanBuffer> own(instance.buffers);
    for (PlanBuffer &buffer : own) {
      if (buffer.pools.size() != 1 || buffer.pools.front() != pool)
        buffer.bytes = 0;
      else if (buffer.fixedOffset)
        bounds[pool] =
            std::max(bounds[pool], *buffer.fixedOffset + buffer.bytes);
    }
    bounds[pool] =
        std::max(bounds[pool], boundLiveBytes(own, instance.exceptions));
  }
  return bounds;
}

static Solution solve(const PlanInstance &instance, Solution solution,
                      const PlannerOptions &options) {
  planByHeuristics(instance, options.maxHeuristicLooks, solution);
  solution.optimal = solution.meetsBounds(instance);
  if (!solution.optimal && options.maxSearchNodes &&
      instance.buffers.size() <= options.maxSearchBuffers)
    planBySearch(instance, options.maxSearchNodes, solution);
  if (!solution.optimal && !solution.meetsBounds(instance))
    planByHillClimb(instance, options.maxClimbLooks, solution);
  // A search that was cut short may have found a plan that meets the bounds.
  solution.optimal |= solution.meetsBounds(instance);
  return solution;
}

/// Fails if no plan can be within the limits, which takes no search to see.
static llvm::Error checkBounds(const PlanInstance &instance,
                               const std::vector<uint64_t> &bounds) {
  for (unsigned pool : instance.used)
    if (bounds[pool] > instance.pools[pool].limit)
      return makePlanError(
          "pool #{0} is limited to {1} bytes, but no plan takes fewer than {2}",
          pool, instance.pools[pool].limit, bounds[pool]);
  return llvm::Error::success();
}

static llvm::Error checkLimits(const PlanInstance &instance,
                               const Solution &solution) {
  for (unsigned pool : instance.used)
    if (solution.bytes[pool] > instance.pools[pool].limit)
      return makePlanError(
          "pool #{0} is limited to {1} bytes, but the smallest plan that was "
          "found takes {2} of it, and no plan takes fewer than {3}",
          pool, instance.pools[pool].limit, solution.bytes[pool],
          solution.lowerBounds[pool]);
  return llvm::Error::success();
}

llvm::Expected<MemoryPlan> tir::planMemory(const PlanProblem &problem,
                                           const PlannerOptions &options) {
  if (llvm::Error error = checkBuffers(problem))
    return error;
  if (llvm::Error error = checkDistances(problem))
    return error;
  if (llvm::Error error = checkFixedOffsets(problem))
    return error;
  MemoryPlan plan;
  plan.places.resize(problem.buffers.size());
  plan.pools.resize(problem.pools.size());
  for (const Part &part : splitByPools(problem)) {
    Solution solution;
    solution.lowerBounds = boundPools(problem, part.instance);
    if (llvm::Error error = checkBounds(part.instance, solution.lowerBounds))
      return error;
    solution = solve(part.instance, std::move(solution), options);
    if (llvm::Error error = checkLimits(part.instance, solution))
      return error;
    for (auto [index, place] : llvm::zip_equal(part.members, solution.places))
      plan.places[index] = place;
    for (unsigned pool : part.instance.used)
      plan.pools[pool] = {solution.bytes[pool], solution.lowerBounds[pool],
                          solution.optimal, solution.method};
  }
  return plan;
}
