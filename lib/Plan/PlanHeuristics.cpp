//===- PlanHeuristics.cpp - Placing one buffer after another
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveIndex.h"
#include "PlanInstance.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace tir;
using namespace tir::detail;
using llvm::ArrayRef;

namespace {
enum class Fit { First, Best };

/// A key for each buffer. The buffer with the larger key goes first.
struct Order {
  llvm::StringRef name;
  std::vector<uint64_t> keys;
};

/// Places the buffers of a sequence one by one. Each goes into the first of its
/// pools that has room: into a gap between the placed buffers that live at the
/// same time, or above them all.
class Placer {
public:
  /// `numNeighbours` states how many buffers live with each buffer.
  Placer(const PlanInstance &instance, ArrayRef<uint64_t> numNeighbours)
      : instance(instance), index(instance.buffers),
        numNeighbours(numNeighbours) {}

  Solution run(ArrayRef<unsigned> sequence, Fit fit);
  void promote(std::vector<PlanPlace> &plan);
  uint64_t getLooks() const { return looks; }

private:
  void findObstacles(unsigned i);
  void put(unsigned i, Fit fit);
  uint64_t findOffset(unsigned i, unsigned pool, Fit fit) const;
  PlanPlace findPlace(unsigned i, Fit fit);

  const PlanInstance &instance;
  LiveIndex index;
  ArrayRef<uint64_t> numNeighbours;
  std::vector<PlanPlace> places;
  std::vector<bool> isPlaced;
  /// The placed buffers in the order of their offsets.
  std::vector<unsigned> placed;
  /// The offsets that the current buffer must not have, with their pools.
  std::vector<std::pair<unsigned, OffsetRange>> obstacles;
  uint64_t looks = 0;
};
} // namespace

/// Finds the offsets at which buffer `i` would collide with placed buffers, in
/// ascending order.
void Placer::findObstacles(unsigned i) {
  obstacles.clear();
  const PlanBuffer &buffer = instance.buffers[i];
  auto look = [&](unsigned other) {
    ++looks;
    if (other == i || !isPlaced[other] ||
        !buffer.livesWith(instance.buffers[other]))
      return;
    OffsetRange range = instance.getForbidden(i, other, places[other].offset);
    if (range.begin < range.end)
      obstacles.push_back({places[other].pool, range});
  };
  // If most buffers live together, keeping an order is cheaper than sorting.
  if (numNeighbours[i] > placed.size() / 8)
    llvm::for_each(placed, look);
  else
    index.forEach(buffer.first, buffer.last, look);
  auto isBefore = [](const auto &a, const auto &b) {
    return a.second.begin < b.second.begin;
  };
  if (!llvm::is_sorted(obstacles, isBefore))
    llvm::sort(obstacles, isBefore);
}

uint64_t Placer::findOffset(unsigned i, unsigned pool, Fit fit) const {
  const PlanBuffer &buffer = instance.buffers[i];
  int64_t top = 0;
  uint64_t bestOffset = 0, bestRoom = UINT64_MAX;
  for (const auto &[place, range] : obstacles) {
    if (place != pool)
      continue;
    uint64_t begin = llvm::alignTo(top, buffer.alignment);
    if (int64_t(begin) < range.begin) {
      if (fit == Fit::First)
        return begin;
      uint64_t room = range.begin - top;
      if (room < bestRoom) {
        bestRoom = room;
        bestOffset = begin;
      }
    }
    top = std::max(top, range.end);
  }
  return bestRoom != UINT64_MAX ? bestOffset
                                : llvm::alignTo(top, buffer.alignment);
}

PlanPlace Placer::findPlace(unsigned i, Fit fit) {
  const PlanBuffer &buffer = instance.buffers[i];
  if (buffer.fixedOffset)
    return {buffer.pools.front(), *buffer.fixedOffset};
  if (!buffer.bytes)
    return {buffer.pools.front(), 0};
  findObstacles(i);
  PlanPlace place;
  for (unsigned pool : buffer.pools) {
    place = {pool, findOffset(i, pool, fit)};
    if (place.offset + buffer.bytes <= instance.pools[pool].limit)
      break;
  }
  return place;
}

void Placer::put(unsigned i, Fit fit) {
  places[i] = findPlace(i, fit);
  isPlaced[i] = true;
  auto position = llvm::upper_bound(placed, i, [&](unsigned a, unsigned b) {
    return places[a].offset < places[b].offset;
  });
  placed.insert(position, i);
}

Solution Placer::run(ArrayRef<unsigned> sequence, Fit fit) {
  places.assign(instance.buffers.size(), {});
  isPlaced.assign(instance.buffers.size(), false);
  placed.clear();
  for (bool fixed : {true, false})
    for (unsigned i : sequence)
      if (instance.buffers[i].fixedOffset.has_value() == fixed)
        put(i, fit);
  Solution solution;
  solution.places = places;
  solution.bytes.assign(instance.pools.size(), 0);
  for (auto [place, buffer] : llvm::zip_equal(places, instance.buffers))
    solution.bytes[place.pool] =
        std::max(solution.bytes[place.pool], place.offset + buffer.bytes);
  return solution;
}

/// Moves each buffer of a plan to the first of its pools that has room.
void Placer::promote(std::vector<PlanPlace> &plan) {
  places = std::move(plan);
  isPlaced.assign(places.size(), true);
  placed.resize(places.size());
  std::iota(placed.begin(), placed.end(), 0);
  std::vector<unsigned> sequence(placed);
  std::sort(sequence.begin(), sequence.end(), [&](unsigned a, unsigned b) {
    return std::pair(instance.buffers[b].bytes, a) <
           std::pair(instance.buffers[a].bytes, b);
  });
  for (unsigned i : sequence) {
    PlanPlace before = places[i];
    PlanPlace first = findPlace(i, Fit::First);
    if (first.pool < before.pool)
      places[i] = first;
  }
  plan = std::move(places);
}

/// Computes, for each buffer, how many live with it (including itself) and
/// their bytes: those that have begun when it ends, less those that had ended
/// when it began.
static void countNeighbours(ArrayRef<PlanBuffer> buffers, Order &degree,
                            Order &crowd) {
  std::vector<std::pair<uint64_t, uint64_t>> begins, ends;
  for (const PlanBuffer &buffer : buffers)
    if (buffer.bytes) {
      begins.push_back({buffer.first, buffer.bytes});
      ends.push_back({buffer.last, buffer.bytes});
    }
  auto sumUp = [](std::vector<std::pair<uint64_t, uint64_t>> &events) {
    llvm::sort(events);
    std::vector<uint64_t> sums = {0};
    for (auto &event : events)
      sums.push_back(sums.back() + event.second);
    return sums;
  };
  std::vector<uint64_t> begun = sumUp(begins), ended = sumUp(ends);
  for (const PlanBuffer &buffer : buffers) {
    size_t numBegun =
        llvm::partition_point(
            begins, [&](const auto &e) { return e.first <= buffer.last; }) -
        begins.begin();
    size_t numEnded =
        llvm::partition_point(
            ends, [&](const auto &e) { return e.first < buffer.first; }) -
        ends.begin();
    degree.keys.push_back(buffer.bytes ? numBegun - numEnded : 0);
    crowd.keys.push_back(buffer.bytes ? begun[numBegun] - ended[numEnded] : 0);
  }
}

/// The index of the order by `degree`.
static constexpr size_t kDegree = 4;

static std::vector<Order> makeOrders(ArrayRef<PlanBuffer> buffers) {
  Order size{"size", {}}, area{"area", {}}, start{"start", {}},
      lifetime{"lifetime", {}}, degree{"degree", {}}, crowd{"crowd", {}},
      end{"end", {}};
  for (const PlanBuffer &buffer : buffers) {
    uint64_t steps =
        llvm::SaturatingAdd(buffer.last - buffer.first, uint64_t(1));
    size.keys.push_back(buffer.bytes);
    // The product may saturate, as only the order matters.
    area.keys.push_back(llvm::SaturatingMultiply(steps, buffer.bytes));
    start.keys.push_back(UINT64_MAX - buffer.first);
    lifetime.keys.push_back(steps);
    // In a chain of kernels that each write a bit in front of what they read,
    // the last buffer is the lowest one.
    end.keys.push_back(buffer.last);
  }
  countNeighbours(buffers, degree, crowd);
  return {std::move(size),     std::move(area),   std::move(start),
          std::move(lifetime), std::move(degree), std::move(crowd),
          std::move(end)};
}

void detail::planByHeuristics(const PlanInstance &instance, uint64_t maxLooks,
                              Solution &solution) {
  ArrayRef<PlanBuffer> buffers = instance.buffers;
  std::vector<Order> orders = makeOrders(buffers);
  Placer placer(instance, /*numNeighbours=*/orders[kDegree].keys);
  for (const Order &order : orders) {
    std::vector<unsigned> sequence(buffers.size());
    std::iota(sequence.begin(), sequence.end(), 0);
    std::sort(sequence.begin(), sequence.end(), [&](unsigned a, unsigned b) {
      return std::tuple(order.keys[b], buffers[b].bytes, a) <
             std::tuple(order.keys[a], buffers[a].bytes, b);
    });
    for (Fit fit : {Fit::First, Fit::Best}) {
      Solution found = placer.run(sequence, fit);
      if (solution.places.empty() || isBetter(instance, found, solution)) {
        solution.places = std::move(found.places);
        solution.bytes = std::move(found.bytes);
        solution.method =
            (order.name + (fit == Fit::First ? "+first-fit" : "+best-fit"))
                .str();
      }
      if (solution.meetsBounds(instance) || placer.getLooks() >= maxLooks)
        return;
    }
  }
}

void tir::fillFirstPools(const PlanProblem &problem, MemoryPlan &plan) {
  PlanInstance instance;
  instance.buffers = problem.buffers;
  instance.exceptions = findExceptions(problem.buffers, problem.distances);
  instance.pools = problem.pools;
  Order degree, crowd;
  countNeighbours(instance.buffers, degree, crowd);
  Placer(instance, /*numNeighbours=*/degree.keys).promote(plan.places);
  for (PoolPlan &pool : plan.pools)
    pool.bytes = 0;
  for (auto [place, buffer] : llvm::zip_equal(plan.places, problem.buffers)) {
    uint64_t &bytes = plan.pools[place.pool].bytes;
    bytes = std::max(bytes, place.offset + buffer.bytes);
  }
}
