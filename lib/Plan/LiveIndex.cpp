//===- LiveIndex.cpp - Which buffers live at a step
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveIndex.h"

#include <algorithm>

using namespace tir;
using namespace tir::detail;

LiveIndex::LiveIndex(llvm::ArrayRef<PlanBuffer> buffers) {
  for (unsigned i = 0; i < buffers.size(); ++i)
    if (buffers[i].bytes)
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return std::pair(buffers[a].first, a) < std::pair(buffers[b].first, b);
  });
  for (unsigned i : order)
    begins.push_back(buffers[i].first);
  if (order.empty())
    return;
  latestEnds.resize(4 * order.size());
  build(buffers, 1, 0, order.size());
}

uint64_t LiveIndex::build(llvm::ArrayRef<PlanBuffer> buffers, size_t node,
                          size_t begin, size_t end) {
  if (end - begin == 1)
    return latestEnds[node] = buffers[order[begin]].last;
  size_t middle = begin + (end - begin) / 2;
  return latestEnds[node] = std::max(build(buffers, 2 * node, begin, middle),
                                     build(buffers, 2 * node + 1, middle, end));
}

void LiveIndex::forEach(uint64_t first, uint64_t last,
                        llvm::function_ref<void(unsigned)> visit) const {
  size_t numBegun =
      std::upper_bound(begins.begin(), begins.end(), last) - begins.begin();
  if (numBegun)
    forEach(1, 0, order.size(), numBegun, first, visit);
}

void LiveIndex::forEach(size_t node, size_t begin, size_t end, size_t numBegun,
                        uint64_t first,
                        llvm::function_ref<void(unsigned)> visit) const {
  if (begin >= numBegun || latestEnds[node] < first)
    return;
  if (end - begin == 1)
    return visit(order[begin]);
  size_t middle = begin + (end - begin) / 2;
  forEach(2 * node, begin, middle, numBegun, first, visit);
  forEach(2 * node + 1, middle, end, numBegun, first, visit);
}
