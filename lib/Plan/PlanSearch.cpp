//===- PlanSearch.cpp - The best plan by branch and bound
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is a best plan in which no buffer could move down alone: moving a
// buffer down never makes a plan worse, and such moves come to an end. A buffer
// that cannot move down is at 0, or rests on one that lies no higher than it
// does. So the search places the buffers of a pool in the order of their
// offsets, each as low as the placed ones allow, and visits the sequences in
// which (offset, index) grows. It fills one pool after another, beginning with
// the last, since the bytes of that count most.
//
// A negative distance breaks that rule: a buffer may rest on one that begins
// above it. If there is one, the search finds good plans but proves nothing.
//
//===----------------------------------------------------------------------===//

#include "PlanInstance.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <tuple>

using namespace tir;
using namespace tir::detail;

namespace {
class Search {
public:
  Search(const PlanInstance &instance, uint64_t maxNodes, Solution &solution);

  void run() {
    openPool(instance.used.size() - 1);
    solution.optimal |= isExhaustive && !gaveUp;
  }

private:
  /// The state of the pool that is being filled.
  struct State {
    /// For each waiting buffer, its offset if only the buffers below it
    /// counted.
    std::vector<uint64_t> lowest;
    std::pair<uint64_t, unsigned> previous;
    uint64_t top;
  };

  bool isDone() const { return gaveUp || solution.meetsBounds(instance); }
  void openPool(size_t position);
  void closePool(size_t position);
  void visit(size_t position, const State &state);
  State place(unsigned i, uint64_t offset, const State &state) const;
  uint64_t findOffset(unsigned i, unsigned pool, const State &state) const;
  uint64_t boundFrom(size_t position, const State &state) const;
  bool mayImprove(size_t position, uint64_t least) const;
  void keep(uint64_t top);

  /// Returns where the placed buffer `i` ends if the search placed it in the
  /// pool, or 0.
  uint64_t getEnd(unsigned i, unsigned pool) const {
    return buffers[i].fixedOffset || places[i].pool != pool
               ? 0
               : places[i].offset + buffers[i].bytes;
  }

  /// Returns whether all pools of the waiting buffer `i` are among those up to
  /// `position`.
  bool isBound(unsigned i, size_t position) const {
    return instance.buffers[i].pools.front() >= instance.used[position];
  }

  const PlanInstance &instance;
  llvm::ArrayRef<PlanBuffer> buffers;
  uint64_t nodesLeft;
  Solution &solution;
  std::vector<std::vector<unsigned>> sets;
  std::vector<std::vector<unsigned>> neighbours;
  std::vector<PlanPlace> places;
  std::vector<bool> isPlaced;
  /// For each pool that is filled, its bytes.
  std::vector<uint64_t> bytes;
  unsigned numLeft = 0;
  bool isExhaustive = true, gaveUp = false;
};
} // namespace

Search::Search(const PlanInstance &instance, uint64_t maxNodes,
               Solution &solution)
    : instance(instance), buffers(instance.buffers), nodesLeft(maxNodes),
      solution(solution), sets(liveSets(buffers)), neighbours(buffers.size()),
      places(buffers.size()), isPlaced(buffers.size(), false),
      bytes(instance.pools.size(), 0) {
  for (unsigned i = 0; i < buffers.size(); ++i) {
    for (unsigned j = 0; j < buffers.size(); ++j)
      if (i != j && buffers[i].livesWith(buffers[j]))
        neighbours[i].push_back(j);
    for (const Exception &exception : instance.exceptions[i])
      isExhaustive &= exception.distance >= 0;
    places[i].pool = buffers[i].pools.front();
    if (buffers[i].fixedOffset)
      places[i].offset = *buffers[i].fixedOffset;
    if (buffers[i].bytes && !buffers[i].fixedOffset)
      ++numLeft;
    else
      isPlaced[i] = true;
  }
}

/// Returns the lowest offset at which `i` can follow the contents of the pool.
uint64_t Search::findOffset(unsigned i, unsigned pool,
                            const State &state) const {
  uint64_t offset = state.lowest[i];
  for (bool moved = true; moved;) {
    moved = false;
    auto avoid = [&](unsigned other) {
      OffsetRange range = instance.getForbidden(i, other, places[other].offset);
      if (int64_t(offset) < range.begin || int64_t(offset) >= range.end)
        return;
      offset = llvm::alignTo(range.end, buffers[i].alignment);
      moved = true;
    };
    for (const Exception &exception : instance.exceptions[i])
      if (isPlaced[exception.partner] && places[exception.partner].pool == pool)
        avoid(exception.partner);
    for (unsigned other : neighbours[i])
      if (buffers[other].fixedOffset && places[other].pool == pool)
        avoid(other);
  }
  return offset;
}

/// Returns a lower bound for the size of the pool if the waiting buffers that
/// must go into it lie on top of the placed ones.
uint64_t Search::boundFrom(size_t position, const State &state) const {
  unsigned pool = instance.used[position];
  uint64_t bound = state.top;
  std::vector<unsigned> waiting;
  for (const std::vector<unsigned> &set : sets) {
    waiting.clear();
    uint64_t height = 0, alignment = UINT64_MAX;
    uint64_t mostAlignment = 1, most = 0;
    for (unsigned i : set) {
      if (isPlaced[i]) {
        height = std::max(height, getEnd(i, pool));
        continue;
      }
      if (!isBound(i, position))
        continue;
      // A buffer that may overlap a placed one need not lie on top of it.
      if (llvm::any_of(instance.exceptions[i], [&](const Exception &exception) {
            return isPlaced[exception.partner];
          })) {
        bound = std::max(bound, state.lowest[i] + buffers[i].bytes);
        continue;
      }
      waiting.push_back(i);
      alignment = std::min(alignment, buffers[i].alignment);
      mostAlignment = std::max(mostAlignment, buffers[i].alignment);
      most += buffers[i].bytes;
    }
    if (waiting.empty())
      continue;
    height = llvm::alignTo(std::max(height, state.previous.first), alignment);
    // Which of them may overlap is worth asking only where it may matter.
    if (height + most + waiting.size() * mostAlignment <= bound)
      continue;
    bound = std::max(
        bound, height + stackedBytes(buffers, instance.exceptions, waiting));
  }
  return bound;
}

/// Returns whether a plan may be better than the best so far if the pools after
/// `position` are filled and the pool at `position` takes at least `least`
/// bytes.
bool Search::mayImprove(size_t position, uint64_t least) const {
  unsigned pool = instance.used[position];
  if (instance.used.size() == 1)
    return least < solution.bytes[pool];
  if (least > instance.pools[pool].limit)
    return false;
  // A plan that fits is better than any that does not.
  if (solution.getExcess(instance))
    return true;
  for (size_t i = instance.used.size() - 1; i > position; --i)
    if (bytes[instance.used[i]] != solution.bytes[instance.used[i]])
      return bytes[instance.used[i]] < solution.bytes[instance.used[i]];
  return position == 0 ? least < solution.bytes[pool]
                       : least <= solution.bytes[pool];
}

void Search::keep(uint64_t top) {
  if (!mayImprove(0, top))
    return;
  solution.bytes = bytes;
  solution.places = places;
  solution.method = "search";
}

void Search::openPool(size_t position) {
  State state{std::vector<uint64_t>(buffers.size(), 0), {0, 0}, 0};
  for (unsigned i = 0; i < buffers.size(); ++i)
    if (buffers[i].fixedOffset &&
        buffers[i].pools.front() == instance.used[position])
      state.top =
          std::max(state.top, *buffers[i].fixedOffset + buffers[i].bytes);
  visit(position, state);
}

/// Puts the waiting buffers into the earlier pools.
void Search::closePool(size_t position) {
  for (unsigned i = 0; i < buffers.size(); ++i)
    if (!isPlaced[i] && isBound(i, position))
      return;
  openPool(position - 1);
}

void Search::visit(size_t position, const State &state) {
  unsigned pool = instance.used[position];
  bytes[pool] = state.top;
  if (!numLeft && position == 0)
    return keep(state.top);
  if (!nodesLeft) {
    gaveUp = true;
    return;
  }
  --nodesLeft;
  if (!mayImprove(position, boundFrom(position, state)))
    return;
  if (position != 0) {
    closePool(position);
    if (isDone())
      return;
    bytes[pool] = state.top;
  }

  std::vector<std::pair<uint64_t, unsigned>> candidates;
  for (unsigned i = 0; i < buffers.size(); ++i) {
    if (isPlaced[i] || !llvm::is_contained(buffers[i].pools, pool))
      continue;
    uint64_t offset = findOffset(i, pool, state);
    // At the same offset, only buffers that may overlap rest on placed ones.
    if (std::pair(offset, i) >= state.previous ||
        (offset == state.previous.first && !instance.exceptions[i].empty()))
      candidates.push_back({offset, i});
  }
  // Try the lowest first, of these the largest, and of these the first.
  llvm::sort(candidates, [&](const auto &a, const auto &b) {
    return std::tuple(a.first, buffers[b.second].bytes, a.second) <
           std::tuple(b.first, buffers[a.second].bytes, b.second);
  });
  for (auto [offset, i] : candidates) {
    if (!mayImprove(position, std::max(state.top, offset + buffers[i].bytes)))
      continue;
    places[i] = {pool, offset};
    isPlaced[i] = true;
    --numLeft;
    visit(position, place(i, offset, state));
    ++numLeft;
    isPlaced[i] = false;
    if (isDone())
      return;
  }
}

Search::State Search::place(unsigned i, uint64_t offset,
                            const State &state) const {
  State next = state;
  uint64_t end = offset + buffers[i].bytes;
  for (unsigned other : neighbours[i]) {
    uint64_t least = end;
    if (const Exception *exception = instance.getException(other, i))
      least = exception->isUpper && exception->distance > 0
                  ? offset + exception->distance
                  : 0;
    next.lowest[other] = std::max(
        next.lowest[other], llvm::alignTo(least, buffers[other].alignment));
  }
  next.previous = {offset, i};
  next.top = std::max(next.top, end);
  return next;
}

void detail::planBySearch(const PlanInstance &instance, uint64_t maxNodes,
                          Solution &solution) {
  Search(instance, maxNodes, solution).run();
}
