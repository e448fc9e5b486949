//===- ArenaPlanner.cpp - Offsets for buffers with known lifetimes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/ArenaPlanner.h"

#include "ArenaAlgorithms.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace tir;
using llvm::ArrayRef;

template <typename... Args>
static llvm::Error makeError(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// The algorithms add sizes and paddings freely: no arena, however wasteful,
/// is larger than the sum that is bounded here.
static llvm::Error checkBuffers(ArrayRef<PlanBuffer> buffers) {
  uint64_t sum = 0;
  for (auto [index, buffer] : llvm::enumerate(buffers)) {
    if (!llvm::isPowerOf2_64(buffer.alignment))
      return makeError("buffer #{0} has alignment {1}, expected a power of two",
                       index, buffer.alignment);
    if (buffer.last < buffer.first)
      return makeError("buffer #{0} is live from step {1} to step {2}, "
                       "expected an end that is not before the beginning",
                       index, buffer.first, buffer.last);
    bool overflow = false;
    sum = llvm::SaturatingAdd(sum, buffer.bytes, &overflow);
    bool overflowPadding = false;
    sum = llvm::SaturatingAdd(sum, buffer.alignment - 1, &overflowPadding);
    if (overflow || overflowPadding || sum > uint64_t(INT64_MAX))
      return makeError("the buffers up to #{0} have more than 2^63 - 1 bytes "
                       "with their padding, expected sizes that can be "
                       "addressed",
                       index);
  }
  return llvm::Error::success();
}

llvm::Expected<ArenaPlan> tir::planArena(ArrayRef<PlanBuffer> buffers,
                                         const ArenaPlannerOptions &options) {
  if (llvm::Error error = checkBuffers(buffers))
    return error;
  ArenaPlan plan;
  plan.lowerBound = liveBytesBound(buffers);
  detail::planByHeuristics(buffers, plan);
  plan.optimal = plan.bytes == plan.lowerBound;
  if (!plan.optimal && options.maxSearchNodes &&
      buffers.size() <= options.maxSearchBuffers)
    detail::planBySearch(buffers, options.maxSearchNodes, plan);
  return plan;
}

llvm::Error tir::verifyArenaPlan(ArrayRef<PlanBuffer> buffers,
                                 const ArenaPlan &plan) {
  if (plan.offsets.size() != buffers.size())
    return makeError("the plan has {0} offsets, expected {1}",
                     plan.offsets.size(), buffers.size());
  for (auto [i, a] : llvm::enumerate(buffers)) {
    uint64_t begin = plan.offsets[i];
    if (begin % a.alignment)
      return makeError("buffer #{0} lies at {1}, expected a multiple of {2}", i,
                       begin, a.alignment);
    if (a.bytes > plan.bytes || begin > plan.bytes - a.bytes)
      return makeError("buffer #{0} ends at {1}, expected an end within the "
                       "arena of {2} bytes",
                       i, begin + a.bytes, plan.bytes);
    for (size_t j = 0; j < i; ++j)
      if (a.conflictsWith(buffers[j]) &&
          begin < plan.offsets[j] + buffers[j].bytes &&
          plan.offsets[j] < begin + a.bytes)
        return makeError("buffers #{0} and #{1} live together and share "
                         "bytes, expected them apart",
                         j, i);
  }
  return llvm::Error::success();
}
