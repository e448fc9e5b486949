//===- Placer.cpp - Placing one buffer after another
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace tir;
using namespace tir::detail;
using llvm::ArrayRef;

/// Counts those that have begun when it ends, less those that had ended
/// when it began.
Neighbours detail::countNeighbours(ArrayRef<PlanBuffer> buffers) {
  Neighbours neighbours;
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
    neighbours.numbers.push_back(buffer.bytes ? numBegun - numEnded : 0);
    neighbours.bytes.push_back(buffer.bytes ? begun[numBegun] - ended[numEnded]
                                            : 0);
  }
  return neighbours;
}

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
