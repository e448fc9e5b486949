//===- PlanOracle.h - The smallest plans, and random problems
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

/// Numbers that are the same on every machine.
struct Random {
  uint64_t state;
  uint64_t below(uint64_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % limit;
  }
};

std::vector<PlanBuffer> randomBuffers(uint64_t seed, unsigned count,
                                      unsigned steps, uint64_t maxBytes);

/// For about every `rarity`th pair that lives together, a distance between the
/// sizes of both.
std::vector<PlanDistance> randomDistances(uint64_t seed,
                                          llvm::ArrayRef<PlanBuffer> buffers,
                                          unsigned rarity);

/// By pool, the bytes of the best plan, found without the planner's help: of
/// each two that live together in a pool either one is above the other, and
/// what must be above must not be lower. Written for plainness; it is what the
/// planner is measured against. Empty where nothing fits the limits.
std::vector<uint64_t> bestPools(const PlanProblem &problem);

/// The plan, after it has been checked.
MemoryPlan planOrFail(const PlanProblem &problem,
                      const PlannerOptions &options = {});

/// What the planner says of a problem that it does not plan.
std::string messageOf(const PlanProblem &problem);

} // namespace tir::test

#endif // TIR_UNITTESTS_PLAN_PLANORACLE_H
