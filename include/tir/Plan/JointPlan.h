//===- JointPlan.h - Places for the memory of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs blocks of memory into one pool. Unlike the buffers of a model
// (MemoryPlan.h), blocks have no lifetimes: any pairs of them may have to lie
// apart, as rules say which models run at the same time. Does not depend on
// MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PLAN_JOINTPLAN_H
#define TIR_PLAN_JOINTPLAN_H

#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tir {

/// The memory of one model in one pool, or a buffer that several share.
struct JointBlock {
  uint64_t bytes = 0;
  /// A power of two that divides the block's offset.
  uint64_t alignment = 1;
};

/// The first bytes of two blocks lie apart. A block may lie on what is behind
/// these: for example, nothing there is live when another model may run.
struct JointConflict {
  unsigned one = 0, other = 0;
  /// At most the sizes of the blocks.
  uint64_t bytesOfOne = 0, bytesOfOther = 0;
};

struct JointProblem {
  std::vector<JointBlock> blocks;
  /// At most one for each pair of blocks, in any order.
  std::vector<JointConflict> conflicts = {};
};

struct JointOptions {
  /// How many partial plans, and how many sets of blocks, may be looked at. A
  /// count and not a time, so that the same problem gives the same plan.
  uint64_t maxNodes = 200000;
};

struct JointPlan {
  /// In the order of the blocks.
  std::vector<uint64_t> offsets;
  /// The largest end of a block.
  uint64_t bytes = 0;
  /// No plan needs fewer bytes.
  uint64_t lowerBound = 0;
  /// The blocks that need the bytes of the lower bound: each lies apart from
  /// each other one.
  std::vector<unsigned> forcing;
  /// Whether no plan is smaller: this one meets the bound, or all others were
  /// looked at.
  bool optimal = false;

  uint64_t gap() const { return bytes - lowerBound; }
};

/// Returns the smallest plan that was found. Fails if the problem contradicts
/// itself, or if the bytes add up to more than 2^62.
llvm::Expected<JointPlan> planJointly(const JointProblem &problem,
                                      const JointOptions &options = {});

/// Checks that a plan keeps alignments and conflicts, and states its size.
llvm::Error verifyJointPlan(const JointProblem &problem, const JointPlan &plan);

} // namespace tir

#endif // TIR_PLAN_JOINTPLAN_H
