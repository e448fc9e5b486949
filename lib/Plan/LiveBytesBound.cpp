//===- LiveBytesBound.cpp - The bytes that every plan needs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveIndex.h"
#include "PlanInstance.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace tir;
using namespace tir::detail;
using llvm::ArrayRef;

/// If more buffers than this may overlap one another, directly or through
/// others, a greedy choice replaces the exact one.
static constexpr size_t kMaxExactOverlaps = 12;

uint64_t tir::getSpan(uint64_t lower, uint64_t upper, int64_t distance) {
  int64_t end = distance + int64_t(upper);
  uint64_t bytes = std::max(lower, upper);
  if (end > 0)
    bytes = std::max(bytes, uint64_t(end));
  return std::min(bytes, lower + upper);
}

std::vector<std::vector<unsigned>>
detail::liveSets(ArrayRef<PlanBuffer> buffers) {
  // A set of live buffers is largest just before one of them ends. So walk over
  // the ends, and keep those before which a buffer has begun since the previous
  // end.
  std::vector<uint64_t> ends, begins;
  for (const PlanBuffer &buffer : buffers)
    if (buffer.bytes) {
      ends.push_back(buffer.last);
      begins.push_back(buffer.first);
    }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::sort(begins.begin(), begins.end());

  std::vector<std::vector<unsigned>> sets;
  size_t begun = 0;
  for (uint64_t end : ends) {
    size_t now =
        std::upper_bound(begins.begin(), begins.end(), end) - begins.begin();
    if (now == begun)
      continue;
    begun = now;
    std::vector<unsigned> &set = sets.emplace_back();
    for (unsigned i = 0; i < buffers.size(); ++i)
      if (buffers[i].bytes && buffers[i].first <= end && end <= buffers[i].last)
        set.push_back(i);
  }
  return sets;
}

namespace {
/// Memory that is disjoint from all other pieces: a buffer, or two that overlap
/// as far as they may.
struct Piece {
  uint64_t bytes, alignment;
};

/// Buffers of one live set that may overlap one another, directly or through
/// others. Chooses disjoint pieces with as many bytes as possible from them.
/// The buffers need at least these bytes.
class OverlapGroup {
public:
  OverlapGroup(ArrayRef<PlanBuffer> buffers, const Exceptions &exceptions,
               std::vector<unsigned> members)
      : buffers(buffers), exceptions(exceptions), members(std::move(members)),
        taken(this->members.size(), 0) {}

  std::vector<Piece> choose() {
    if (members.size() <= kMaxExactOverlaps)
      visit(0, 0);
    else
      chooseOneByOne();
    return best;
  }

private:
  /// Returns the fewest bytes that two buffers span if one may overlap the
  /// other.
  Piece pairUp(unsigned buffer, const Exception &exception) const {
    const PlanBuffer &one = buffers[buffer];
    const PlanBuffer &other = buffers[exception.partner];
    const PlanBuffer &upper = exception.isUpper ? one : other,
                     &lower = exception.isUpper ? other : one;
    return {getSpan(lower.bytes, upper.bytes, exception.distance),
            std::min(one.alignment, other.alignment)};
  }

  /// Adds `by` to the counts of the buffer and of all that may overlap it. A
  /// negative `by` undoes that.
  void take(unsigned buffer, int by) {
    auto count = [&](unsigned other) {
      auto position = llvm::find(members, other);
      if (position != members.end())
        taken[position - members.begin()] += by;
    };
    count(buffer);
    for (const Exception &exception : exceptions[buffer])
      count(exception.partner);
  }

  bool isFree(unsigned buffer) const {
    auto position = llvm::find(members, buffer);
    return position != members.end() && !taken[position - members.begin()];
  }

  void visit(size_t next, uint64_t bytes) {
    if (next == members.size()) {
      if (bytes > bestBytes || best.empty()) {
        bestBytes = bytes;
        best = pieces;
      }
      return;
    }
    unsigned buffer = members[next];
    if (!taken[next]) {
      take(buffer, 1);
      pieces.push_back({buffers[buffer].bytes, buffers[buffer].alignment});
      visit(next + 1, bytes + pieces.back().bytes);
      pieces.pop_back();
      take(buffer, -1);
      for (const Exception &exception : exceptions[buffer]) {
        if (!isFree(exception.partner))
          continue;
        take(buffer, 1);
        take(exception.partner, 1);
        pieces.push_back(pairUp(buffer, exception));
        visit(next + 1, bytes + pieces.back().bytes);
        pieces.pop_back();
        take(exception.partner, -1);
        take(buffer, -1);
      }
    }
    visit(next + 1, bytes);
  }

  void chooseOneByOne() {
    std::vector<unsigned> order = members;
    llvm::sort(order, [&](unsigned a, unsigned b) {
      return std::pair(buffers[b].bytes, a) < std::pair(buffers[a].bytes, b);
    });
    for (unsigned buffer : order) {
      if (!isFree(buffer))
        continue;
      take(buffer, 1);
      best.push_back({buffers[buffer].bytes, buffers[buffer].alignment});
    }
  }

  ArrayRef<PlanBuffer> buffers;
  const Exceptions &exceptions;
  std::vector<unsigned> members;
  /// For each member: how many pieces it lies in or may overlap.
  std::vector<int> taken;
  std::vector<Piece> pieces, best;
  uint64_t bestBytes = 0;
};
} // namespace

/// Groups the buffers in `live` that may overlap others, each with those that
/// it may overlap, directly or through others.
static std::vector<std::vector<unsigned>>
findOverlapGroups(const Exceptions &exceptions, ArrayRef<unsigned> live) {
  llvm::DenseSet<unsigned> left;
  for (unsigned i : live)
    if (!exceptions[i].empty())
      left.insert(i);
  std::vector<std::vector<unsigned>> groups;
  for (unsigned i : live) {
    if (!left.erase(i))
      continue;
    std::vector<unsigned> group = {i};
    for (size_t k = 0; k < group.size(); ++k)
      for (const Exception &exception : exceptions[group[k]])
        if (left.erase(exception.partner))
          group.push_back(exception.partner);
    groups.push_back(std::move(group));
  }
  return groups;
}

static uint64_t stack(ArrayRef<Piece> pieces) {
  uint64_t best = 0;
  for (const Piece &piece : pieces)
    best += piece.bytes;
  // Pieces aligned to at least `step` begin at multiples of it, so each takes
  // its size rounded up, apart from the last one: at best that is the one with
  // the most padding. Less aligned pieces may lie in the padding, so they do
  // not count here.
  llvm::SmallVector<uint64_t, 8> steps;
  for (const Piece &piece : pieces)
    if (!llvm::is_contained(steps, piece.alignment))
      steps.push_back(piece.alignment);
  for (uint64_t step : steps) {
    uint64_t sum = 0, mostPadding = 0;
    for (const Piece &piece : pieces) {
      if (piece.alignment < step)
        continue;
      uint64_t rounded = llvm::alignTo(piece.bytes, step);
      sum += rounded;
      mostPadding = std::max(mostPadding, rounded - piece.bytes);
    }
    best = std::max(best, sum - mostPadding);
  }
  return best;
}

uint64_t detail::stackedBytes(ArrayRef<PlanBuffer> buffers,
                              const Exceptions &exceptions,
                              ArrayRef<unsigned> live) {
  std::vector<Piece> pieces;
  for (unsigned i : live)
    if (exceptions[i].empty())
      pieces.push_back({buffers[i].bytes, buffers[i].alignment});
  for (std::vector<unsigned> &group : findOverlapGroups(exceptions, live))
    llvm::append_range(
        pieces, OverlapGroup(buffers, exceptions, std::move(group)).choose());
  return stack(pieces);
}

/// Returns the steps just before a buffer ends, each with the most bytes that
/// the buffers live at that step take if none overlap. The largest comes first.
static std::vector<std::pair<uint64_t, uint64_t>>
findPeaks(ArrayRef<PlanBuffer> buffers) {
  std::vector<std::pair<uint64_t, uint64_t>> begins, ends, peaks;
  for (const PlanBuffer &buffer : buffers)
    if (buffer.bytes) {
      uint64_t bytes = llvm::alignTo(buffer.bytes, buffer.alignment);
      begins.push_back({buffer.first, bytes});
      ends.push_back({buffer.last, bytes});
    }
  std::sort(begins.begin(), begins.end());
  std::sort(ends.begin(), ends.end());
  uint64_t live = 0;
  size_t next = 0;
  for (auto [step, bytes] : ends) {
    bool hasBegun = false;
    for (; next < begins.size() && begins[next].first <= step; ++next) {
      live += begins[next].second;
      hasBegun = true;
    }
    if (hasBegun)
      peaks.push_back({live, step});
    live -= bytes;
  }
  std::sort(peaks.begin(), peaks.end(), std::greater<>());
  return peaks;
}

uint64_t detail::boundLiveBytes(ArrayRef<PlanBuffer> buffers,
                                const Exceptions &exceptions) {
  LiveIndex index(buffers);
  uint64_t bound = 0;
  for (auto [most, step] : findPeaks(buffers)) {
    if (most <= bound)
      break;
    std::vector<unsigned> live;
    index.forEach(step, step, [&](unsigned i) { live.push_back(i); });
    bound = std::max(bound, stackedBytes(buffers, exceptions, live));
  }
  return bound;
}

uint64_t tir::liveBytesBound(ArrayRef<PlanBuffer> buffers,
                             ArrayRef<PlanDistance> distances) {
  return boundLiveBytes(buffers, findExceptions(buffers, distances));
}
