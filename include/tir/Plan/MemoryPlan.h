//===- MemoryPlan.h - Offsets for buffers with known lifetimes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs buffers into pools: two buffers that live at the same step share no
// byte, except where a distance allows it. Knows nothing of MLIR, so that other
// tools (and brute-force tests) can use it on plain numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PLAN_MEMORYPLAN_H
#define TIR_PLAN_MEMORYPLAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tir {

/// A buffer that is live from step `first` to step `last`, both included.
struct PlanBuffer {
  uint64_t bytes = 0;
  /// A power of two that divides the buffer's offset.
  uint64_t alignment = 1;
  uint64_t first = 0;
  uint64_t last = 0;
  /// The pools that it may lie in, as indices into the problem's pools.
  llvm::SmallVector<unsigned, 1> pools = {0};
  /// Where it has to lie; it then has one pool.
  std::optional<uint64_t> fixedOffset = std::nullopt;

  /// Whether both live at some step. An empty buffer never does.
  bool livesWith(const PlanBuffer &other) const {
    return bytes && other.bytes && first <= other.last && other.first <= last;
  }
};

/// Memory that buffers lie in. Pools are listed from the one to fill first to
/// the last resort.
struct PlanPool {
  uint64_t limit = INT64_MAX;
};

/// An exception to the rule that buffers which live together lie apart: in one
/// pool, `upper` may also begin at `bytes` after the beginning of `lower`, or
/// anywhere above that. `bytes` is the smallest such distance, and negative
/// where `upper` may begin before `lower`.
///
/// A kernel that writes `lower` while it reads `upper`, both from front to
/// back, is safe if each byte is read before it is overwritten: 0 where it
/// writes as many bytes an element as it reads, more where the writing runs
/// ahead.
struct PlanDistance {
  unsigned lower = 0;
  unsigned upper = 0;
  int64_t bytes = 0;
};

struct PlanProblem {
  std::vector<PlanBuffer> buffers;
  /// At most one for a pair of buffers, in any order.
  std::vector<PlanDistance> distances = {};
  std::vector<PlanPool> pools = {PlanPool()};
};

struct PlannerOptions {
  /// How many partial placements the exact search may look at; 0 leaves it
  /// out. A count and not a time, so that the same input gives the same plan.
  uint64_t maxSearchNodes = 20000;
  /// The exact search is left out above so many buffers.
  uint64_t maxSearchBuffers = 64;
  /// How many placed buffers the heuristics may look at in all; the first
  /// heuristic always runs.
  uint64_t maxHeuristicLooks = 30000000;
};

/// Where a buffer lies.
struct PlanPlace {
  unsigned pool = 0;
  uint64_t offset = 0;

  bool operator==(const PlanPlace &other) const {
    return pool == other.pool && offset == other.offset;
  }
};

/// What is known about one pool of a plan.
struct PoolPlan {
  /// The largest end of a buffer.
  uint64_t bytes = 0;
  /// No plan needs fewer bytes of this pool than that.
  uint64_t lowerBound = 0;
  /// Whether no plan is better: it meets the bound, or the search went through
  /// all others. Of plans over several pools that share candidates, the better
  /// one needs fewer bytes of the last pool, then of the one before, and so on.
  bool optimal = false;
  /// What found it: `size+first-fit`, …, `search`.
  std::string method;

  uint64_t gap() const { return bytes - lowerBound; }
};

struct MemoryPlan {
  /// In the order in which the buffers were given.
  std::vector<PlanPlace> places;
  std::vector<PoolPlan> pools;
};

/// The largest sum of live bytes. Alignment counts where it must cost memory:
/// of the buffers that are live together and aligned to A, all but one end at
/// a multiple of A before the next can begin. Buffers that a distance lets
/// overlap count as far as they cannot.
uint64_t liveBytesBound(llvm::ArrayRef<PlanBuffer> buffers,
                        llvm::ArrayRef<PlanDistance> distances = {});

/// The best of several heuristics and, on small problems whose bound they do
/// not meet, of a branch-and-bound search. Deterministic: ties go by index.
/// Fails on a problem that contradicts itself, on bytes that add up to more
/// than 2^63 - 1, and where no plan within the pools' limits was found.
llvm::Expected<MemoryPlan> planMemory(const PlanProblem &problem,
                                      const PlannerOptions &options = {});

/// Checks a plan against the problem it was made for: candidate pools and fixed
/// offsets, alignment, all within the pool and its limit, no byte shared by two
/// that live together unless their distance allows it. Sweeps over the steps.
llvm::Error verifyMemoryPlan(const PlanProblem &problem,
                             const MemoryPlan &plan);

} // namespace tir

#endif // TIR_PLAN_MEMORYPLAN_H
