//===- LiveIndex.h - Which buffers live at a step
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_PLAN_LIVEINDEX_H
#define TIR_LIB_PLAN_LIVEINDEX_H

#include "tir/Plan/MemoryPlan.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tir::detail {

/// Finds the buffers that live within a range of steps without looking at the
/// others. This is a tree over the buffers in the order in which they begin.
/// Each node knows the latest end below it. Empty buffers never live.
class LiveIndex {
public:
  explicit LiveIndex(llvm::ArrayRef<PlanBuffer> buffers);

  /// Calls `visit` with each buffer that lives at a step from `first` to
  /// `last`.
  void forEach(uint64_t first, uint64_t last,
               llvm::function_ref<void(unsigned)> visit) const;

private:
  uint64_t build(llvm::ArrayRef<PlanBuffer> buffers, size_t node, size_t begin,
                 size_t end);
  void forEach(size_t node, size_t begin, size_t end, size_t numBegun,
               uint64_t first, llvm::function_ref<void(unsigned)> visit) const;

  std::vector<unsigned> order;
  std::vector<uint64_t> begins;
  std::vector<uint64_t> latestEnds;
};

} // namespace tir::detail

#endif // TIR_LIB_PLAN_LIVEINDEX_H
