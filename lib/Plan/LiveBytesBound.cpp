//===- LiveBytesBound.cpp - The bytes that no plan can do without
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaAlgorithms.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace tir;

std::vector<std::vector<unsigned>>
detail::liveSets(llvm::ArrayRef<PlanBuffer> buffers) {
  // A set of live buffers is largest just before one of them ends: walk over
  // the ends and keep those since whose predecessor a buffer has begun.
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
    size_t now = std::upper_bound(begins.begin(), begins.end(), end) -
                 begins.begin();
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

uint64_t detail::stackedBytes(llvm::ArrayRef<PlanBuffer> buffers,
                              llvm::ArrayRef<unsigned> live) {
  uint64_t best = 0;
  for (unsigned i : live)
    best += buffers[i].bytes;
  // Those aligned to at least `step` begin at multiples of it, so each takes
  // its size rounded up, apart from the one that lies last: at best the one
  // with the most padding. Less aligned buffers may lie in the padding, so
  // they do not count here.
  std::vector<uint64_t> steps;
  for (unsigned i : live)
    steps.push_back(buffers[i].alignment);
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  for (uint64_t step : steps) {
    uint64_t sum = 0, mostPadding = 0;
    for (unsigned i : live) {
      if (buffers[i].alignment < step)
        continue;
      uint64_t rounded = llvm::alignTo(buffers[i].bytes, step);
      sum += rounded;
      mostPadding = std::max(mostPadding, rounded - buffers[i].bytes);
    }
    best = std::max(best, sum - mostPadding);
  }
  return best;
}

uint64_t tir::liveBytesBound(llvm::ArrayRef<PlanBuffer> buffers) {
  uint64_t bound = 0;
  for (const std::vector<unsigned> &set : detail::liveSets(buffers))
    bound = std::max(bound, detail::stackedBytes(buffers, set));
  return bound;
}
