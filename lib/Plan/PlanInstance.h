//===- PlanInstance.h - A checked problem and its solution
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of these rely on the checks of planMemory: alignments are powers of two,
// no sum of sizes and paddings overflows, and indices are in range.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_PLAN_PLANINSTANCE_H
#define TIR_LIB_PLAN_PLANINSTANCE_H

#include "tir/Plan/MemoryPlan.h"

namespace tir::detail {

/// A buffer that another buffer may overlap, seen from the other buffer.
struct Exception {
  unsigned partner;
  /// Whether the partner is the lower one of the two.
  bool isUpper;
  /// The smallest distance from the lower to the upper buffer that both
  /// alignments allow; at most the size of the lower one.
  int64_t distance;
};

using Exceptions = std::vector<llvm::SmallVector<Exception, 0>>;

/// Returns, for each buffer, the others that it lives with and may overlap.
Exceptions findExceptions(llvm::ArrayRef<PlanBuffer> buffers,
                          llvm::ArrayRef<PlanDistance> distances);

/// A half-open range of offsets.
struct OffsetRange {
  int64_t begin, end;
};

/// Buffers and pools that depend on each other through candidate pools.
struct PlanInstance {
  std::vector<PlanBuffer> buffers;
  Exceptions exceptions;
  /// All pools of the problem. Only those in `used` are candidates here.
  std::vector<PlanPool> pools;
  /// The indices of the candidate pools, in order.
  std::vector<unsigned> used;

  const Exception *getException(unsigned buffer, unsigned partner) const;

  /// Returns the offsets at which `buffer` contradicts `other`, which lives
  /// with it and lies at `offset` of the same pool. The range may be empty.
  OffsetRange getForbidden(unsigned buffer, unsigned other,
                           uint64_t offset) const;
};

/// The plan for one instance, and how good it is. Entries for pools that the
/// instance does not use keep their values.
struct Solution {
  std::vector<PlanPlace> places;
  /// For each pool, the largest end, and the bytes that every plan needs.
  std::vector<uint64_t> bytes, lowerBounds;
  bool optimal = false;
  std::string method;

  /// Returns the bytes beyond the pools' limits.
  uint64_t getExcess(const PlanInstance &instance) const;
  bool meetsBounds(const PlanInstance &instance) const;
};

/// Returns whether `one` is better than `other`: it exceeds the limits by fewer
/// bytes, or else needs fewer bytes of the last pool, and so on.
bool isBetter(const PlanInstance &instance, const Solution &one,
              const Solution &other);

/// Returns the sets of buffers that are live together, one for each step at
/// which a buffer ends and before which a buffer has begun since the previous
/// end. The set of every other step is part of one of these.
std::vector<std::vector<unsigned>> liveSets(llvm::ArrayRef<PlanBuffer> buffers);

/// Returns a lower bound for the bytes that the `live` buffers need.
uint64_t stackedBytes(llvm::ArrayRef<PlanBuffer> buffers,
                      const Exceptions &exceptions,
                      llvm::ArrayRef<unsigned> live);

/// Like `liveBytesBound`, but some of the buffers may have been emptied since
/// their exceptions were found.
uint64_t boundLiveBytes(llvm::ArrayRef<PlanBuffer> buffers,
                        const Exceptions &exceptions);

/// Places every buffer by each heuristic and keeps the best result (from the
/// earlier heuristic on a tie).
void planByHeuristics(const PlanInstance &instance, uint64_t maxLooks,
                      Solution &solution);

/// Replaces the plan if small changes of it lead to a better one.
void planByHillClimb(const PlanInstance &instance, uint64_t maxLooks,
                     Solution &solution);

/// Replaces the plan if the search finds a better one. Sets `optimal` if the
/// search was exhaustive.
void planBySearch(const PlanInstance &instance, uint64_t maxNodes,
                  Solution &solution);

} // namespace tir::detail

#endif // TIR_LIB_PLAN_PLANINSTANCE_H
