//===- ArenaAlgorithms.h - What planArena chooses from
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of these rely on what planArena has checked: alignments are powers of
// two and no sum of sizes and paddings overflows.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_PLAN_ARENAALGORITHMS_H
#define TIR_LIB_PLAN_ARENAALGORITHMS_H

#include "tir/Plan/ArenaPlanner.h"

namespace tir::detail {

/// The buffers that are live together, once for each step where a buffer ends
/// and another one is still to begin (or none is): every other step's set is
/// part of one of these.
std::vector<std::vector<unsigned>>
liveSets(llvm::ArrayRef<PlanBuffer> buffers);

/// Fewest bytes in which the `live` buffers lie side by side.
uint64_t stackedBytes(llvm::ArrayRef<PlanBuffer> buffers,
                      llvm::ArrayRef<unsigned> live);

/// Places every buffer by each heuristic and keeps the smallest arena (the
/// earlier heuristic on a tie).
void planByHeuristics(llvm::ArrayRef<PlanBuffer> buffers, ArenaPlan &plan);

/// Looks for a smaller arena than `plan`'s and replaces it. Sets `optimal`
/// where the search ended by itself.
void planBySearch(llvm::ArrayRef<PlanBuffer> buffers, uint64_t maxNodes,
                  ArenaPlan &plan);

} // namespace tir::detail

#endif // TIR_LIB_PLAN_ARENAALGORITHMS_H
