//===- PlanInstance.cpp - A checked problem and its solution
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanInstance.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace tir;
using namespace tir::detail;

/// Rounds `distance` up to one that both alignments allow, but at most to the
/// size of `lower`, at which the two lie apart.
static int64_t roundDistance(const PlanBuffer &lower, const PlanBuffer &upper,
                             int64_t distance) {
  int64_t unit = std::min(lower.alignment, upper.alignment);
  distance = std::clamp(distance, -int64_t(upper.bytes), int64_t(lower.bytes));
  int64_t units =
      distance > 0 ? (distance - 1) / unit + 1 : -(-distance / unit);
  return std::min(units * unit, int64_t(lower.bytes));
}

Exceptions detail::findExceptions(llvm::ArrayRef<PlanBuffer> buffers,
                                  llvm::ArrayRef<PlanDistance> distances) {
  Exceptions exceptions(buffers.size());
  for (const PlanDistance &given : distances) {
    const PlanBuffer &lower = buffers[given.lower];
    const PlanBuffer &upper = buffers[given.upper];
    if (!lower.livesWith(upper))
      continue;
    int64_t distance = roundDistance(lower, upper, given.bytes);
    if (distance == int64_t(lower.bytes))
      continue;
    exceptions[given.lower].push_back({given.upper, false, distance});
    exceptions[given.upper].push_back({given.lower, true, distance});
  }
  return exceptions;
}

const Exception *PlanInstance::getException(unsigned buffer,
                                            unsigned partner) const {
  const auto *found =
      llvm::find_if(exceptions[buffer], [&](const Exception &exception) {
        return exception.partner == partner;
      });
  return found == exceptions[buffer].end() ? nullptr : found;
}

OffsetRange PlanInstance::getForbidden(unsigned buffer, unsigned other,
                                       uint64_t offset) const {
  int64_t begin = int64_t(offset) - int64_t(buffers[buffer].bytes) + 1;
  int64_t end = offset + buffers[other].bytes;
  if (const Exception *exception = getException(buffer, other)) {
    if (exception->isUpper)
      end = int64_t(offset) + exception->distance;
    else
      begin = int64_t(offset) - exception->distance + 1;
  }
  return {begin, end};
}

uint64_t Solution::getExcess(const PlanInstance &instance) const {
  uint64_t excess = 0;
  for (unsigned pool : instance.used)
    if (bytes[pool] > instance.pools[pool].limit)
      excess += bytes[pool] - instance.pools[pool].limit;
  return excess;
}

bool Solution::meetsBounds(const PlanInstance &instance) const {
  return llvm::all_of(instance.used, [&](unsigned pool) {
    return bytes[pool] == lowerBounds[pool];
  });
}

bool detail::isBetter(const PlanInstance &instance, const Solution &one,
                      const Solution &other) {
  uint64_t excess = one.getExcess(instance);
  uint64_t otherExcess = other.getExcess(instance);
  if (excess != otherExcess)
    return excess < otherExcess;
  for (unsigned pool : llvm::reverse(instance.used))
    if (one.bytes[pool] != other.bytes[pool])
      return one.bytes[pool] < other.bytes[pool];
  return false;
}
