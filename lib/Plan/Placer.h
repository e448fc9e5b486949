//===- Placer.h - Placing one buffer after another
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_PLAN_PLACER_H
#define TIR_LIB_PLAN_PLACER_H

#include "LiveIndex.h"
#include "PlanInstance.h"

namespace tir::detail {

/// For each buffer, the number of buffers that live with it, including itself,
/// and their bytes.
struct Neighbours {
  std::vector<uint64_t> numbers, bytes;
};

Neighbours countNeighbours(llvm::ArrayRef<PlanBuffer> buffers);

enum class Fit { First, Best };

/// Places the buffers of a sequence one by one. Each goes into the first of its
/// pools that has room: into a gap between the placed buffers that live at the
/// same time, or above them all.
class Placer {
public:
  explicit Placer(const PlanInstance &instance)
      : instance(instance), index(instance.buffers),
        numNeighbours(countNeighbours(instance.buffers).numbers) {}

  Solution run(llvm::ArrayRef<unsigned> sequence, Fit fit);
  void promote(std::vector<PlanPlace> &plan);
  uint64_t getLooks() const { return looks; }

private:
  void findObstacles(unsigned i);
  void put(unsigned i, Fit fit);
  uint64_t findOffset(unsigned i, unsigned pool, Fit fit) const;
  PlanPlace findPlace(unsigned i, Fit fit);

  const PlanInstance &instance;
  LiveIndex index;
  std::vector<uint64_t> numNeighbours;
  std::vector<PlanPlace> places;
  std::vector<bool> isPlaced;
  /// The placed buffers in the order of their offsets.
  std::vector<unsigned> placed;
  /// The offsets that the current buffer must not have, with their pools.
  std::vector<std::pair<unsigned, OffsetRange>> obstacles;
  uint64_t looks = 0;
};

} // namespace tir::detail

#endif // TIR_LIB_PLAN_PLACER_H
