//===- PlanInstance.h - A checked problem, and what solves it
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of these rely on what planMemory has checked: alignments are powers of
// two, no sum of sizes and paddings overflows, and indices are in range.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_PLAN_PLANINSTANCE_H
#define TIR_LIB_PLAN_PLANINSTANCE_H

#include "tir/Plan/MemoryPlan.h"

namespace tir::detail {

/// A buffer that `other` may overlap, seen from `other`.
struct Exception {
  unsigned partner;
  /// Whether the partner is the lower one.
  bool isUpper;
  /// The smallest distance of the upper one from the lower one that both
  /// alignments allow; at most the lower one's size.
  int64_t distance;
};

using Exceptions = std::vector<llvm::SmallVector<Exception, 0>>;

/// For each buffer the others that it lives with and may overlap.
Exceptions findExceptions(llvm::ArrayRef<PlanBuffer> buffers,
                          llvm::ArrayRef<PlanDistance> distances);

/// Offsets, the second one not included.
struct OffsetRange {
  int64_t begin, end;
};

/// The buffers and pools that depend on each other, through candidate pools.
struct PlanInstance {
  std::vector<PlanBuffer> buffers;
  Exceptions exceptions;
  /// Of the pools that are candidates here; the others are not looked at.
  std::vector<PlanPool> pools;
  /// Those pools' indices, in order.
  std::vector<unsigned> used;

  const Exception *getException(unsigned buffer, unsigned partner) const;

  /// The offsets at which `buffer` contradicts `other`, which lives with it
  /// and lies at `offset` of the same pool; may be empty.
  OffsetRange getForbidden(unsigned buffer, unsigned other,
                           uint64_t offset) const;
};

/// What one instance's plan is, and how good: pools that are not used stay as
/// they are.
struct Solution {
  std::vector<PlanPlace> places;
  /// By pool: the largest end, and what no plan can do without.
  std::vector<uint64_t> bytes, lowerBounds;
  bool optimal = false;
  std::string method;

  /// Bytes beyond the pools' limits.
  uint64_t getExcess(const PlanInstance &instance) const;
  bool meetsBounds(const PlanInstance &instance) const;
};

/// Whether pools that grow to `bytes` are better than to `other`: by excess,
/// then by the last pool, and so on.
bool isBetter(const PlanInstance &instance, const Solution &one,
              const Solution &other);

/// The buffers that are live together, once for each step where a buffer ends
/// and another one is still to begin (or none is): every other step's set is
/// part of one of these.
std::vector<std::vector<unsigned>> liveSets(llvm::ArrayRef<PlanBuffer> buffers);

/// Fewest bytes in which the `live` buffers can lie.
uint64_t stackedBytes(llvm::ArrayRef<PlanBuffer> buffers,
                      const Exceptions &exceptions,
                      llvm::ArrayRef<unsigned> live);

/// `liveBytesBound` of buffers some of which may have been emptied since their
/// exceptions were found.
uint64_t boundLiveBytes(llvm::ArrayRef<PlanBuffer> buffers,
                        const Exceptions &exceptions);

/// Places every buffer by each heuristic and keeps the best (the earlier
/// heuristic on a tie).
void planByHeuristics(const PlanInstance &instance, uint64_t maxLooks,
                      Solution &solution);

/// Looks for a better plan and replaces it. Sets `optimal` where the search
/// ended by itself and left nothing out.
void planBySearch(const PlanInstance &instance, uint64_t maxNodes,
                  Solution &solution);

} // namespace tir::detail

#endif // TIR_LIB_PLAN_PLANINSTANCE_H
