//===- PlanHillClimb.cpp - Plans from small changes of a sequence
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Begins with the best plan that is known, and places its buffers in the order
// of their offsets. Then it changes that sequence a little, again and again,
// and keeps each change that makes the plan no worse. The same idea as TVM's
// USMP algorithm `hill_climb`.
//
//===----------------------------------------------------------------------===//

#include "Placer.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace tir;
using namespace tir::detail;

namespace {
class Climber {
public:
  Climber(const PlanInstance &instance, const Solution &start);

  /// Returns the best plan that it finds.
  Solution climb(uint64_t maxLooks);

private:
  size_t pick(size_t count) { return random() % count; }
  std::vector<unsigned> change();

  const PlanInstance &instance;
  Placer placer;
  /// Its numbers are the same everywhere, unlike those that distributions make.
  std::minstd_rand random;
  std::vector<unsigned> sequence;
  Solution current;
};
} // namespace

Climber::Climber(const PlanInstance &instance, const Solution &start)
    : instance(instance), placer(instance), sequence(instance.buffers.size()),
      current(start) {
  std::iota(sequence.begin(), sequence.end(), 0);
  std::sort(sequence.begin(), sequence.end(), [&](unsigned a, unsigned b) {
    return std::pair(start.places[a].offset, a) <
           std::pair(start.places[b].offset, b);
  });
}

/// Moves a buffer to another position of the sequence: every other time one
/// that ends where its pool does, to an earlier position.
std::vector<unsigned> Climber::change() {
  std::vector<unsigned> changed = sequence;
  size_t from = pick(changed.size()), to = pick(changed.size());
  if (pick(2) == 0) {
    std::vector<size_t> highest;
    for (auto [position, i] : llvm::enumerate(sequence))
      if (PlanPlace place = current.places[i];
          place.offset + instance.buffers[i].bytes == current.bytes[place.pool])
        highest.push_back(position);
    if (!highest.empty())
      from = highest[pick(highest.size())];
    to = pick(from + 1);
  }
  unsigned moved = changed[from];
  changed.erase(changed.begin() + from);
  changed.insert(changed.begin() + to, moved);
  return changed;
}

Solution Climber::climb(uint64_t maxLooks) {
  Solution best = current;
  while (placer.getLooks() < maxLooks && !best.meetsBounds(instance)) {
    std::vector<unsigned> changed = change();
    Solution found = placer.run(changed, Fit::First);
    if (isBetter(instance, current, found))
      continue;
    sequence = std::move(changed);
    current.places = std::move(found.places);
    current.bytes = std::move(found.bytes);
    if (isBetter(instance, current, best))
      best = current;
  }
  return best;
}

void detail::planByHillClimb(const PlanInstance &instance, uint64_t maxLooks,
                             Solution &solution) {
  if (instance.buffers.size() < 2)
    return;
  Solution found = Climber(instance, solution).climb(maxLooks);
  if (!isBetter(instance, found, solution))
    return;
  solution = std::move(found);
  solution.method = "hill-climb";
}
