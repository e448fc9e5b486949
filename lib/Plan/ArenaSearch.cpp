//===- ArenaSearch.cpp - The smallest arena by branch and bound
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some smallest plan has every buffer pushed down onto a conflicting one (or
// to 0): pushing a buffer down never makes a plan larger, and it ends. Such a
// plan is found by placing the buffers in the order of their offsets, each on
// top of those it conflicts with. So the search goes over sequences, and only
// over those in which (offset, index) grows.
//
//===----------------------------------------------------------------------===//

#include "ArenaAlgorithms.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace tir;
using llvm::ArrayRef;

namespace {
class Search {
public:
  Search(ArrayRef<PlanBuffer> buffers, uint64_t maxNodes, ArenaPlan &plan)
      : buffers(buffers), nodesLeft(maxNodes), plan(plan),
        sets(detail::liveSets(buffers)), conflicts(buffers.size()),
        offsets(buffers.size(), 0), placed(buffers.size(), false) {
    for (unsigned i = 0; i < buffers.size(); ++i)
      for (unsigned j = 0; j < buffers.size(); ++j)
        if (i != j && buffers[i].conflictsWith(buffers[j]))
          conflicts[i].push_back(j);
    for (unsigned i = 0; i < buffers.size(); ++i)
      if (buffers[i].bytes)
        ++numLeft;
      else
        placed[i] = true;
  }

  void run() {
    std::vector<uint64_t> lowest(buffers.size(), 0);
    visit(lowest, /*previous=*/{0, 0}, /*top=*/0);
    plan.optimal |= !gaveUp;
  }

private:
  /// What the arena grows to at least if the rest goes on top of what lies.
  uint64_t boundFrom(uint64_t previousOffset, uint64_t top) const {
    uint64_t bound = top;
    std::vector<unsigned> waiting;
    for (const std::vector<unsigned> &set : sets) {
      waiting.clear();
      uint64_t height = 0, alignment = UINT64_MAX;
      for (unsigned i : set) {
        if (placed[i]) {
          height = std::max(height, offsets[i] + buffers[i].bytes);
          continue;
        }
        waiting.push_back(i);
        alignment = std::min(alignment, buffers[i].alignment);
      }
      if (waiting.empty())
        continue;
      height = llvm::alignTo(std::max(height, previousOffset), alignment);
      bound = std::max(bound,
                       height + detail::stackedBytes(buffers, waiting));
    }
    return bound;
  }

  /// `lowest[i]`: where a buffer that is still waiting would come to lie.
  void visit(const std::vector<uint64_t> &lowest,
             std::pair<uint64_t, unsigned> previous, uint64_t top) {
    if (!numLeft) {
      plan.bytes = top;
      plan.offsets = offsets;
      plan.method = "search";
      return;
    }
    if (!nodesLeft) {
      gaveUp = true;
      return;
    }
    --nodesLeft;
    if (boundFrom(previous.first, top) >= plan.bytes)
      return;

    std::vector<unsigned> candidates;
    for (unsigned i = 0; i < buffers.size(); ++i)
      if (!placed[i] && std::pair(lowest[i], i) >= previous)
        candidates.push_back(i);
    // The lowest first, of these the largest, of these the first.
    std::sort(candidates.begin(), candidates.end(),
              [&](unsigned a, unsigned b) {
                if (lowest[a] != lowest[b])
                  return lowest[a] < lowest[b];
                return std::pair(buffers[b].bytes, a) <
                       std::pair(buffers[a].bytes, b);
              });
    for (unsigned i : candidates) {
      uint64_t end = lowest[i] + buffers[i].bytes;
      if (end >= plan.bytes)
        continue;
      std::vector<uint64_t> next = lowest;
      for (unsigned other : conflicts[i])
        next[other] = std::max(
            next[other], llvm::alignTo(end, buffers[other].alignment));
      placed[i] = true;
      --numLeft;
      offsets[i] = lowest[i];
      visit(next, {lowest[i], i}, std::max(top, end));
      ++numLeft;
      placed[i] = false;
      if (gaveUp || plan.bytes == plan.lowerBound)
        return;
    }
  }

  ArrayRef<PlanBuffer> buffers;
  uint64_t nodesLeft;
  ArenaPlan &plan;
  std::vector<std::vector<unsigned>> sets;
  std::vector<std::vector<unsigned>> conflicts;
  std::vector<uint64_t> offsets;
  std::vector<bool> placed;
  unsigned numLeft = 0;
  bool gaveUp = false;
};
} // namespace

void detail::planBySearch(ArrayRef<PlanBuffer> buffers, uint64_t maxNodes,
                          ArenaPlan &plan) {
  Search(buffers, maxNodes, plan).run();
}
