//===- RowCuts.cpp - Where to cut steps into groups that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a limit of bytes, dynamic programming over the cuts finds the fewest
// cycles. The smallest limit for which these are few enough is one of the costs
// of the groups, and bisection finds it: first the limit of all bytes, because
// a plan may not be able to share any, and then the limit of the bytes that are
// not shared.
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/RowCuts.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace tir;

namespace {
struct Candidate {
  RowCut cut;
  RowCost cost;
};

class Cutter {
public:
  Cutter(unsigned numSteps, std::vector<Candidate> candidates)
      : numSteps(numSteps), candidates(std::move(candidates)) {}

  /// Removes the candidates with more bytes, as `getBytes` counts them, than
  /// the fewest with which there is a cut within `maxCycles`. Returns false if
  /// there is none.
  bool limit(uint64_t maxCycles,
             llvm::function_ref<uint64_t(const RowCost &cost)> getBytes);

  /// Returns the cheapest cut, or std::nullopt if there is none within
  /// `maxCycles`.
  std::optional<std::vector<RowCut>> cut(uint64_t maxCycles) const {
    return cut(maxCycles, [](const RowCost &) { return true; });
  }

private:
  std::optional<std::vector<RowCut>>
  cut(uint64_t maxCycles,
      llvm::function_ref<bool(const RowCost &cost)> isSmall) const;

  unsigned numSteps;
  /// In the order of their ends.
  std::vector<Candidate> candidates;
};
} // namespace

std::optional<std::vector<RowCut>>
Cutter::cut(uint64_t maxCycles,
            llvm::function_ref<bool(const RowCost &cost)> isSmall) const {
  struct Best {
    uint64_t cycles = UINT64_MAX;
    unsigned groups = 0, first = 0;
  };
  std::vector<Best> best(numSteps + 1);
  best[0].cycles = 0;
  for (const Candidate &candidate : candidates) {
    const Best &before = best[candidate.cut.first];
    if (before.cycles == UINT64_MAX || !isSmall(candidate.cost))
      continue;
    Best next = {before.cycles + candidate.cost.cycles, before.groups + 1,
                 candidate.cut.first};
    Best &known = best[candidate.cut.end];
    if (next.cycles < known.cycles ||
        (next.cycles == known.cycles && next.groups > known.groups))
      known = next;
  }
  bool isReached = numSteps == 0 || best[numSteps].groups > 0;
  if (!isReached || best[numSteps].cycles > maxCycles)
    return std::nullopt;
  std::vector<RowCut> cuts;
  for (unsigned end = numSteps; end > 0; end = best[end].first)
    cuts.push_back({best[end].first, end});
  std::reverse(cuts.begin(), cuts.end());
  return cuts;
}

bool Cutter::limit(uint64_t maxCycles,
                   llvm::function_ref<uint64_t(const RowCost &cost)> getBytes) {
  std::vector<uint64_t> limits;
  for (const Candidate &candidate : candidates)
    limits.push_back(getBytes(candidate.cost));
  llvm::sort(limits);
  limits.erase(llvm::unique(limits), limits.end());
  // Fewer bytes never take fewer cycles.
  auto limit = llvm::partition_point(limits, [&](uint64_t bytes) {
    return !cut(maxCycles,
                [&](const RowCost &cost) { return getBytes(cost) <= bytes; });
  });
  if (limit == limits.end())
    return false;
  llvm::erase_if(candidates, [&](const Candidate &candidate) {
    return getBytes(candidate.cost) > *limit;
  });
  return true;
}

std::vector<RowCut> tir::cutIntoGroups(
    unsigned numSteps, unsigned maxLength, uint64_t maxCycles,
    llvm::function_ref<std::optional<RowCost>(unsigned first, unsigned end)>
        getCost) {
  std::vector<Candidate> candidates;
  for (unsigned end = 1; end <= numSteps; ++end)
    for (unsigned first = end - std::min(end, maxLength); first < end; ++first)
      if (std::optional<RowCost> cost = getCost(first, end))
        candidates.push_back({{first, end}, *cost});
  Cutter cutter(numSteps, std::move(candidates));
  auto getAll = [](const RowCost &cost) { return cost.bytes; };
  auto getUnshared = [](const RowCost &cost) {
    return cost.bytes - cost.shared;
  };
  if (cutter.limit(maxCycles, getAll) && cutter.limit(maxCycles, getUnshared))
    return *cutter.cut(maxCycles);
  std::vector<RowCut> single;
  for (unsigned step = 0; step < numSteps; ++step)
    single.push_back({step, step + 1});
  return single;
}
