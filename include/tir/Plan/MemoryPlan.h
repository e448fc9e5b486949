//===- MemoryPlan.h - Offsets for buffers with known lifetimes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs buffers into pools. Two buffers that live at the same step share no
// byte, unless a distance allows it. Does not depend on MLIR, so that other
// tools and brute-force tests can use it on plain numbers.
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
  /// The pools in which it may lie, as indices into the problem's pools.
  llvm::SmallVector<unsigned, 1> pools = {0};
  /// The offset that it must have, if that is fixed. It then has exactly one
  /// pool.
  std::optional<uint64_t> fixedOffset = std::nullopt;

  /// Returns whether both live at some step. An empty buffer never does.
  bool livesWith(const PlanBuffer &other) const {
    return bytes && other.bytes && first <= other.last && other.first <= last;
  }
};

/// Memory in which buffers lie. The planner fills the pools in the order in
/// which they are listed; the last one is the last resort.
struct PlanPool {
  uint64_t limit = INT64_MAX;
};

/// An exception to the rule that buffers that live together lie apart. If both
/// are in one pool, `upper` may also begin `bytes` after the beginning of
/// `lower`, or anywhere above that. `bytes` is the smallest such distance. It
/// is negative if `upper` may begin before `lower`.
///
/// A kernel that writes `lower` while it reads `upper`, both from front to
/// back, is safe if it reads each byte before it overwrites it. The distance is
/// 0 if it writes as many bytes for each element as it reads, and larger if it
/// writes more.
struct PlanDistance {
  unsigned lower = 0;
  unsigned upper = 0;
  int64_t bytes = 0;
};

/// Returns the fewest bytes that a buffer of `lower` bytes and one of `upper`
/// bytes span, where the second one begins at least `distance` bytes after the
/// first one.
uint64_t getSpan(uint64_t lower, uint64_t upper, int64_t distance);

struct PlanProblem {
  std::vector<PlanBuffer> buffers;
  /// At most one for each pair of buffers, in any order.
  std::vector<PlanDistance> distances = {};
  std::vector<PlanPool> pools = {PlanPool()};
};

struct PlannerOptions {
  /// How many partial placements the exact search may look at; 0 disables the
  /// search. This is a count and not a time, so that the same input gives the
  /// same plan.
  uint64_t maxSearchNodes = 20000;
  /// The exact search does not run on more buffers than this.
  uint64_t maxSearchBuffers = 64;
  /// How many placed buffers the heuristics may look at in total. The first
  /// heuristic always runs.
  uint64_t maxHeuristicLooks = 30000000;
  /// How many placed buffers the hill climb may look at; 0 disables it.
  uint64_t maxClimbLooks = 1000000;
};

/// The place of a buffer.
struct PlanPlace {
  unsigned pool = 0;
  uint64_t offset = 0;

  bool operator==(const PlanPlace &other) const {
    return pool == other.pool && offset == other.offset;
  }
};

/// The result for one pool.
struct PoolPlan {
  /// The largest end of a buffer in the pool.
  uint64_t bytes = 0;
  /// No plan needs fewer bytes of this pool.
  uint64_t lowerBound = 0;
  /// Whether no plan is better: this one meets the bound, or the search visited
  /// all others. If several pools share candidates, the better plan is the one
  /// that needs fewer bytes of the last pool, then of the one before, and so
  /// on.
  bool optimal = false;
  /// The method that found the plan: `size+first-fit`, …, `search`,
  /// `hill-climb`.
  std::string method;

  uint64_t gap() const { return bytes - lowerBound; }
};

struct MemoryPlan {
  /// In the order in which the buffers were given.
  std::vector<PlanPlace> places;
  std::vector<PoolPlan> pools;
};

/// Returns the largest sum of live bytes. Alignment counts if it must cost
/// memory: of the buffers that are live together and aligned to A, all but one
/// end at a multiple of A before the next can begin. Buffers that may overlap,
/// by a distance, count as far as they cannot overlap.
uint64_t liveBytesBound(llvm::ArrayRef<PlanBuffer> buffers,
                        llvm::ArrayRef<PlanDistance> distances = {});

/// Returns the best plan that several heuristics find. On small problems whose
/// bound they do not meet, a branch-and-bound search looks for a better one.
/// The result is deterministic: ties go by index. Fails if the problem
/// contradicts itself, if the bytes add up to more than 2^63 - 1, or if no plan
/// within the pools' limits was found.
llvm::Expected<MemoryPlan> planMemory(const PlanProblem &problem,
                                      const PlannerOptions &options = {});

/// Moves buffers of a plan to earlier ones of their candidate pools, the
/// largest buffer first, wherever they fit beside the buffers that are there. A
/// plan has no reason to do so if that does not make its last pool smaller, but
/// the pools are listed from the fastest memory on.
void fillFirstPools(const PlanProblem &problem, MemoryPlan &plan);

/// Checks a plan against the problem that it solves: candidate pools and fixed
/// offsets, alignment, that all buffers are within their pool and its limit,
/// and that no two buffers that live together share a byte unless their
/// distance allows it. Sweeps over the steps.
llvm::Error verifyMemoryPlan(const PlanProblem &problem,
                             const MemoryPlan &plan);

} // namespace tir

#endif // TIR_PLAN_MEMORYPLAN_H
