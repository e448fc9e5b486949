//===- PlanOracle.h - The smallest plans and random problems
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_UNITTESTS_PLAN_PLANORACLE_H
#define TIR_UNITTESTS_PLAN_PLANORACLE_H

#include "tir/Plan/MemoryPlan.h"

namespace tir::test {

/// A generator of random numbers that are the same on every machine.
struct Random {
  uint64_t state;
  uint64_t below(uint64_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % limit;
  }
};

std::vector<PlanBuffer> randomBuffers(uint64_t seed, unsigned count,
                                      unsigned steps, uint64_t maxBytes);

/// Returns distances for about every `rarity`th pair of buffers that live
/// together. They lie between the negative size of the upper one and the size
/// of the lower one.
std::vector<PlanDistance> randomDistances(uint64_t seed,
                                          llvm::ArrayRef<PlanBuffer> buffers,
                                          unsigned rarity);

/// Returns, for each pool, the bytes of the best plan, or an empty vector if no
/// plan fits the limits. Works without the planner's code: of each two buffers
/// that live together in a pool, one is above the other. This is written to be
/// simple, as the planner is tested against it.
std::vector<uint64_t> bestPools(const PlanProblem &problem);

/// Returns the plan after checking it.
MemoryPlan planOrFail(const PlanProblem &problem,
                      const PlannerOptions &options = {});

/// Returns where the buffers lie in their pools.
std::vector<uint64_t> offsetsOf(const MemoryPlan &plan);

/// Returns the planner's error for a problem that it cannot plan.
std::string messageOf(const PlanProblem &problem);

} // namespace tir::test

#endif // TIR_UNITTESTS_PLAN_PLANORACLE_H
