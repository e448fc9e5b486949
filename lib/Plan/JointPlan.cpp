//===- JointPlan.cpp - Places for the memory of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lower bound is a set of blocks that all lie apart, with as many bytes as
// possible. The search places blocks in the order of their offsets, each as low
// as the placed ones allow, as PlanSearch.cpp does: there is a best plan in
// which no block could move down alone, and such a block rests on one that lies
// no higher than it does.
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/JointPlan.h"

#include "PlanError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace tir;
using tir::detail::makePlanError;

namespace {
/// A conflict as one of its two blocks sees it.
struct JointNeighbour {
  unsigned block;
  /// The bytes of the block itself, and of the neighbour, that lie apart.
  uint64_t own, others;
};

/// A problem whose conflicts are found by their blocks.
struct JointInstance {
  explicit JointInstance(const JointProblem &problem)
      : blocks(problem.blocks), neighbours(problem.blocks.size()) {
    for (const JointConflict &conflict : problem.conflicts) {
      if (conflict.bytesOfOne == 0 || conflict.bytesOfOther == 0)
        continue;
      neighbours[conflict.one].push_back(
          {conflict.other, conflict.bytesOfOne, conflict.bytesOfOther});
      neighbours[conflict.other].push_back(
          {conflict.one, conflict.bytesOfOther, conflict.bytesOfOne});
    }
  }

  const JointNeighbour *find(unsigned block, unsigned other) const {
    const auto *found =
        llvm::find_if(neighbours[block], [&](const JointNeighbour &neighbour) {
          return neighbour.block == other;
        });
    return found == neighbours[block].end() ? nullptr : found;
  }

  const std::vector<JointBlock> &blocks;
  std::vector<llvm::SmallVector<JointNeighbour>> neighbours;
};

/// Finds blocks that all lie apart, with as many bytes as possible.
class ForcedBytes {
public:
  ForcedBytes(const JointInstance &instance, uint64_t maxSets)
      : instance(instance), setsLeft(maxSets) {}

  void run() {
    std::vector<unsigned> all(instance.blocks.size());
    std::iota(all.begin(), all.end(), 0);
    llvm::sort(all, [&](unsigned a, unsigned b) {
      return instance.blocks[a].bytes > instance.blocks[b].bytes;
    });
    visit(all);
  }

  uint64_t bytes = 0;
  std::vector<unsigned> best;

private:
  uint64_t countBytes() const;
  void visit(llvm::ArrayRef<unsigned> candidates);

  const JointInstance &instance;
  uint64_t setsLeft;
  std::vector<unsigned> chosen;
};

/// Places blocks one by one.
class JointSearch {
public:
  JointSearch(const JointInstance &instance, JointPlan &plan, uint64_t maxNodes)
      : instance(instance), plan(plan), nodesLeft(maxNodes),
        offsets(instance.blocks.size()),
        isPlaced(instance.blocks.size(), false) {}

  /// Tries sequences by size, and keeps the best.
  void runGreedily();
  /// Visits all sequences, as far as the number of nodes allows.
  void run();

private:
  bool isDone() const { return gaveUp || plan.bytes == plan.lowerBound; }
  uint64_t findOffset(unsigned block, uint64_t from) const;
  void visit(uint64_t previous, unsigned previousBlock, uint64_t top,
             size_t left);
  void keep(uint64_t top) {
    plan.bytes = top;
    plan.offsets = offsets;
  }

  const JointInstance &instance;
  JointPlan &plan;
  uint64_t nodesLeft;
  bool gaveUp = false;
  std::vector<uint64_t> offsets;
  std::vector<bool> isPlaced;
};
} // namespace

//===----------------------------------------------------------------------===//
// The bound
//===----------------------------------------------------------------------===//

/// Returns the bytes that the chosen blocks need. Each counts with the bytes
/// that lie apart from all others, rounded up to the smallest of their
/// alignments: of two blocks aligned to A, the upper one begins at a multiple
/// of A. The one with the most padding may be on top.
uint64_t ForcedBytes::countBytes() const {
  uint64_t sum = 0, mostPadding = 0, alignment = UINT64_MAX, whole = 0;
  for (unsigned block : chosen)
    alignment = std::min(alignment, instance.blocks[block].alignment);
  for (unsigned block : chosen) {
    uint64_t bytes = instance.blocks[block].bytes;
    whole = std::max(whole, bytes);
    for (unsigned other : chosen)
      if (other != block)
        bytes = std::min(bytes, instance.find(block, other)->own);
    uint64_t rounded = llvm::alignTo(bytes, alignment);
    sum += rounded;
    mostPadding = std::max(mostPadding, rounded - bytes);
  }
  return std::max(whole, sum - mostPadding);
}

void ForcedBytes::visit(llvm::ArrayRef<unsigned> candidates) {
  if (setsLeft == 0)
    return;
  --setsLeft;
  if (!chosen.empty())
    if (uint64_t counted = countBytes(); counted > bytes) {
      bytes = counted;
      best = chosen;
    }
  for (size_t i = 0; i < candidates.size(); ++i) {
    std::vector<unsigned> left;
    for (unsigned other : candidates.drop_front(i + 1))
      if (instance.find(candidates[i], other))
        left.push_back(other);
    chosen.push_back(candidates[i]);
    visit(left);
    chosen.pop_back();
  }
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// Returns the lowest offset from `from` on at which the block contradicts no
/// placed one.
uint64_t JointSearch::findOffset(unsigned block, uint64_t from) const {
  uint64_t offset = llvm::alignTo(from, instance.blocks[block].alignment);
  for (bool moved = true; moved;) {
    moved = false;
    for (const JointNeighbour &neighbour : instance.neighbours[block]) {
      uint64_t begin = offsets[neighbour.block];
      if (!isPlaced[neighbour.block] || offset >= begin + neighbour.others ||
          begin >= offset + neighbour.own)
        continue;
      offset = llvm::alignTo(begin + neighbour.others,
                             instance.blocks[block].alignment);
      moved = true;
    }
  }
  return offset;
}

void JointSearch::runGreedily() {
  std::vector<unsigned> order(instance.blocks.size());
  std::iota(order.begin(), order.end(), 0);
  auto place = [&] {
    std::fill(isPlaced.begin(), isPlaced.end(), false);
    uint64_t top = 0;
    for (unsigned block : order) {
      offsets[block] = findOffset(block, 0);
      isPlaced[block] = true;
      top = std::max(top, offsets[block] + instance.blocks[block].bytes);
    }
    if (plan.offsets.empty() || top < plan.bytes)
      keep(top);
  };
  auto countConflicts = [&](unsigned block) {
    uint64_t bytes = 0;
    for (const JointNeighbour &neighbour : instance.neighbours[block])
      bytes += neighbour.others;
    return bytes;
  };
  place();
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return instance.blocks[a].bytes > instance.blocks[b].bytes;
  });
  place();
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return countConflicts(a) > countConflicts(b);
  });
  place();
  std::fill(isPlaced.begin(), isPlaced.end(), false);
}

void JointSearch::visit(uint64_t previous, unsigned previousBlock, uint64_t top,
                        size_t left) {
  if (isDone())
    return;
  if (left == 0) {
    if (top < plan.bytes)
      keep(top);
    return;
  }
  if (nodesLeft == 0) {
    gaveUp = true;
    return;
  }
  --nodesLeft;
  for (unsigned block = 0; block < instance.blocks.size(); ++block) {
    if (isPlaced[block])
      continue;
    uint64_t offset = findOffset(block, previous);
    uint64_t end = offset + instance.blocks[block].bytes;
    // Of blocks with one offset, the one with the smaller index comes first.
    if (end >= plan.bytes || (offset == previous && block < previousBlock))
      continue;
    offsets[block] = offset;
    isPlaced[block] = true;
    visit(offset, block, std::max(top, end), left - 1);
    isPlaced[block] = false;
  }
}

void JointSearch::run() {
  visit(0, 0, 0, instance.blocks.size());
  plan.optimal = plan.bytes == plan.lowerBound || !gaveUp;
}

static llvm::Error checkJointProblem(const JointProblem &problem) {
  uint64_t sum = 0;
  for (auto [index, block] : llvm::enumerate(problem.blocks)) {
    if (!llvm::isPowerOf2_64(block.alignment) ||
        block.alignment > (uint64_t(1) << 32))
      return makePlanError("block #{0}: the alignment {1} is not a power of "
                           "two up to 2^32",
                           index, block.alignment);
    if (block.bytes > (uint64_t(1) << 62) ||
        (sum += block.bytes + block.alignment) > (uint64_t(1) << 62))
      return makePlanError("the blocks take more than 2^62 bytes");
  }
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (const JointConflict &conflict : problem.conflicts) {
    if (conflict.one >= problem.blocks.size() ||
        conflict.other >= problem.blocks.size() ||
        conflict.one == conflict.other)
      return makePlanError("a conflict is between block #{0} and block #{1} of "
                           "{2}",
                           conflict.one, conflict.other, problem.blocks.size());
    if (conflict.bytesOfOne > problem.blocks[conflict.one].bytes ||
        conflict.bytesOfOther > problem.blocks[conflict.other].bytes)
      return makePlanError("the conflict of block #{0} and block #{1} is about "
                           "more bytes than they have",
                           conflict.one, conflict.other);
    pairs.push_back(std::minmax(conflict.one, conflict.other));
  }
  llvm::sort(pairs);
  if (auto twice = std::adjacent_find(pairs.begin(), pairs.end());
      twice != pairs.end())
    return makePlanError("block #{0} and block #{1} have two conflicts",
                         twice->first, twice->second);
  return llvm::Error::success();
}

llvm::Expected<JointPlan> tir::planJointly(const JointProblem &problem,
                                           const JointOptions &options) {
  if (llvm::Error error = checkJointProblem(problem))
    return error;
  JointInstance instance(problem);
  ForcedBytes bound(instance, options.maxNodes);
  bound.run();
  JointPlan plan;
  plan.lowerBound = bound.bytes;
  plan.forcing = std::move(bound.best);
  llvm::sort(plan.forcing);
  JointSearch search(instance, plan, options.maxNodes);
  search.runGreedily();
  search.run();
  return plan;
}

llvm::Error tir::verifyJointPlan(const JointProblem &problem,
                                 const JointPlan &plan) {
  if (llvm::Error error = checkJointProblem(problem))
    return error;
  if (plan.offsets.size() != problem.blocks.size())
    return makePlanError("the plan has {0} offsets for {1} blocks",
                         plan.offsets.size(), problem.blocks.size());
  uint64_t top = 0;
  for (auto [index, block] : llvm::enumerate(problem.blocks)) {
    if (plan.offsets[index] % block.alignment != 0)
      return makePlanError("block #{0} is at {1}, but is aligned to {2}", index,
                           plan.offsets[index], block.alignment);
    top = std::max(top, plan.offsets[index] + block.bytes);
  }
  if (top != plan.bytes)
    return makePlanError("the plan takes {0} bytes, but states {1}", top,
                         plan.bytes);
  for (const JointConflict &conflict : problem.conflicts) {
    uint64_t one = plan.offsets[conflict.one];
    uint64_t other = plan.offsets[conflict.other];
    if (one < other + conflict.bytesOfOther &&
        other < one + conflict.bytesOfOne && conflict.bytesOfOne &&
        conflict.bytesOfOther)
      return makePlanError("block #{0} and block #{1} share bytes that lie "
                           "apart",
                           conflict.one, conflict.other);
  }
  return llvm::Error::success();
}
