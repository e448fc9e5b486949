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
// of the groups, and bisection finds it.
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

  /// Returns the cheapest cut whose groups have at most `maxBytes` bytes, or
  /// std::nullopt if there is none within `maxCycles`.
  std::optional<std::vector<RowCut>> cut(uint64_t maxBytes,
                                         uint64_t maxCycles) const;

private:
  unsigned numSteps;
  /// In the order of their ends.
  std::vector<Candidate> candidates;
};
} // namespace

std::optional<std::vector<RowCut>> Cutter::cut(uint64_t maxBytes,
                                               uint64_t maxCycles) const {
  struct Best {
    uint64_t cycles = UINT64_MAX;
    unsigned groups = 0, first = 0;
  };
  std::vector<Best> best(numSteps + 1);
  best[0].cycles = 0;
  for (const Candidate &candidate : candidates) {
    const Best &before = best[candidate.cut.first];
    if (candidate.cost.bytes > maxBytes || before.cycles == UINT64_MAX)
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

std::vector<RowCut> tir::cutIntoGroups(
    unsigned numSteps, unsigned maxLength, uint64_t maxCycles,
    llvm::function_ref<std::optional<RowCost>(unsigned first, unsigned end)>
        getCost) {
  std::vector<Candidate> candidates;
  std::vector<uint64_t> limits;
  for (unsigned end = 1; end <= numSteps; ++end)
    for (unsigned first = end - std::min(end, maxLength); first < end; ++first)
      if (std::optional<RowCost> cost = getCost(first, end)) {
        candidates.push_back({{first, end}, *cost});
        limits.push_back(cost->bytes);
      }
  llvm::sort(limits);
  limits.erase(llvm::unique(limits), limits.end());
  Cutter cutter(numSteps, std::move(candidates));
  // Fewer bytes never take fewer cycles.
  auto limit = llvm::partition_point(
      limits, [&](uint64_t bytes) { return !cutter.cut(bytes, maxCycles); });
  if (limit != limits.end())
    return *cutter.cut(*limit, maxCycles);
  std::vector<RowCut> single;
  for (unsigned step = 0; step < numSteps; ++step)
    single.push_back({step, step + 1});
  return single;
}
