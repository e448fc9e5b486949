//===- ArenaHeuristics.cpp - Placing one buffer after another
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaAlgorithms.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace tir;
using llvm::ArrayRef;

namespace {
enum class Fit { First, Best };

/// What a buffer is ordered by; the larger key goes first.
struct Order {
  llvm::StringRef name;
  std::vector<uint64_t> keys;
};

/// Places the buffers in `sequence`, each into a gap between those that live
/// at the same time and lie already, or above them all.
class Placer {
public:
  Placer(ArrayRef<PlanBuffer> buffers)
      : buffers(buffers), offsets(buffers.size(), 0) {}

  uint64_t run(ArrayRef<unsigned> sequence, Fit fit) {
    uint64_t bytes = 0;
    std::vector<unsigned> placed;
    for (unsigned i : sequence) {
      offsets[i] = place(i, fit, placed);
      bytes = std::max(bytes, offsets[i] + buffers[i].bytes);
      // Kept in the order of offsets, so that gaps are found in one walk.
      auto position = std::upper_bound(
          placed.begin(), placed.end(), i, [&](unsigned a, unsigned b) {
            return std::pair(offsets[a], a) < std::pair(offsets[b], b);
          });
      placed.insert(position, i);
    }
    return bytes;
  }

  std::vector<uint64_t> takeOffsets() { return std::move(offsets); }

private:
  uint64_t place(unsigned i, Fit fit, ArrayRef<unsigned> placed) const {
    const PlanBuffer &buffer = buffers[i];
    if (!buffer.bytes)
      return 0;
    uint64_t top = 0, bestOffset = 0, bestRoom = UINT64_MAX;
    for (unsigned other : placed) {
      if (!buffer.conflictsWith(buffers[other]))
        continue;
      uint64_t begin = llvm::alignTo(top, buffer.alignment);
      if (begin + buffer.bytes <= offsets[other]) {
        if (fit == Fit::First)
          return begin;
        uint64_t room = offsets[other] - top;
        if (room < bestRoom) {
          bestRoom = room;
          bestOffset = begin;
        }
      }
      top = std::max(top, offsets[other] + buffers[other].bytes);
    }
    return bestRoom != UINT64_MAX ? bestOffset
                                  : llvm::alignTo(top, buffer.alignment);
  }

  ArrayRef<PlanBuffer> buffers;
  std::vector<uint64_t> offsets;
};
} // namespace

/// a * b, or the largest number there is: only the order matters.
static uint64_t saturatingProduct(uint64_t a, uint64_t b) {
  return llvm::SaturatingMultiply(a, b);
}

static std::vector<Order> makeOrders(ArrayRef<PlanBuffer> buffers) {
  Order size{"size", {}}, area{"area", {}}, start{"start", {}},
      lifetime{"lifetime", {}}, degree{"degree", {}}, crowd{"crowd", {}};
  for (const PlanBuffer &buffer : buffers) {
    uint64_t steps = llvm::SaturatingAdd(buffer.last - buffer.first,
                                         uint64_t(1));
    uint64_t conflicts = 0, conflictBytes = 0;
    for (const PlanBuffer &other : buffers)
      if (buffer.conflictsWith(other)) {
        ++conflicts;
        conflictBytes += other.bytes;
      }
    size.keys.push_back(buffer.bytes);
    area.keys.push_back(saturatingProduct(steps, buffer.bytes));
    start.keys.push_back(UINT64_MAX - buffer.first);
    lifetime.keys.push_back(steps);
    degree.keys.push_back(conflicts);
    crowd.keys.push_back(conflictBytes);
  }
  return {std::move(size),     std::move(area),   std::move(start),
          std::move(lifetime), std::move(degree), std::move(crowd)};
}

void detail::planByHeuristics(ArrayRef<PlanBuffer> buffers, ArenaPlan &plan) {
  plan.bytes = UINT64_MAX;
  for (const Order &order : makeOrders(buffers)) {
    std::vector<unsigned> sequence(buffers.size());
    std::iota(sequence.begin(), sequence.end(), 0);
    std::sort(sequence.begin(), sequence.end(), [&](unsigned a, unsigned b) {
      return std::tuple(order.keys[b], buffers[b].bytes, a) <
             std::tuple(order.keys[a], buffers[a].bytes, b);
    });
    for (Fit fit : {Fit::First, Fit::Best}) {
      Placer placer(buffers);
      uint64_t bytes = placer.run(sequence, fit);
      if (bytes >= plan.bytes)
        continue;
      plan.bytes = bytes;
      plan.offsets = placer.takeOffsets();
      plan.method =
          (order.name + (fit == Fit::First ? "+first-fit" : "+best-fit")).str();
      if (plan.bytes == plan.lowerBound)
        return;
    }
  }
}
