//===- ArenaPlanner.h - Offsets for buffers with known lifetimes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs buffers into one arena: two buffers that live at the same step share
// no byte. Knows nothing of MLIR, so that other tools (and brute-force tests)
// can use it on plain numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PLAN_ARENAPLANNER_H
#define TIR_PLAN_ARENAPLANNER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace tir {

/// A buffer that is live from step `first` to step `last`, both included.
struct PlanBuffer {
  uint64_t bytes = 0;
  /// A power of two that divides the buffer's offset.
  uint64_t alignment = 1;
  uint64_t first = 0;
  uint64_t last = 0;

  /// Whether the two need different bytes. An empty buffer needs none.
  bool conflictsWith(const PlanBuffer &other) const {
    return bytes && other.bytes && first <= other.last && other.first <= last;
  }
};

struct ArenaPlannerOptions {
  /// How many partial placements the exact search may look at; 0 leaves it
  /// out. A count and not a time, so that the same input gives the same plan.
  uint64_t maxSearchNodes = 20000;
  /// The exact search is left out above so many buffers.
  uint64_t maxSearchBuffers = 64;
};

/// Where the buffers lie, in the order in which they were given.
struct ArenaPlan {
  std::vector<uint64_t> offsets;
  /// The arena's size: the largest end of a buffer.
  uint64_t bytes = 0;
  /// No plan needs fewer bytes than that.
  uint64_t lowerBound = 0;
  /// Whether no smaller plan exists: it meets the bound, or the search went
  /// through all others.
  bool optimal = false;
  /// What found it: `size+first-fit`, …, `search`.
  std::string method;

  uint64_t gap() const { return bytes - lowerBound; }
};

/// The largest sum of live bytes. Alignment counts where it must cost memory:
/// of the buffers that are live together and aligned to A, all but one end at
/// a multiple of A before the next can begin.
uint64_t liveBytesBound(llvm::ArrayRef<PlanBuffer> buffers);

/// The best of several heuristics and, on small problems whose bound they do
/// not meet, of a branch-and-bound search. Deterministic: ties go by index.
/// Fails on an alignment that is no power of two, a lifetime that ends before
/// it begins, and bytes that add up to more than 2^63 - 1.
llvm::Expected<ArenaPlan> planArena(llvm::ArrayRef<PlanBuffer> buffers,
                                    const ArenaPlannerOptions &options = {});

/// Checks a plan against the buffers it was made for: alignment, no byte
/// shared by two that live together, all within the arena.
llvm::Error verifyArenaPlan(llvm::ArrayRef<PlanBuffer> buffers,
                            const ArenaPlan &plan);

} // namespace tir

#endif // TIR_PLAN_ARENAPLANNER_H
