//===- PlanHeuristics.cpp - Sequences in which buffers are placed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace tir;
using namespace tir::detail;
using llvm::ArrayRef;

namespace {
/// A key for each buffer. The buffer with the larger key goes first.
struct Order {
  llvm::StringRef name;
  std::vector<uint64_t> keys;
};

} // namespace

static std::vector<Order> makeOrders(ArrayRef<PlanBuffer> buffers) {
  Order size{"size", {}}, area{"area", {}}, start{"start", {}},
      lifetime{"lifetime", {}}, degree{"degree", {}}, crowd{"crowd", {}},
      end{"end", {}};
  for (const PlanBuffer &buffer : buffers) {
    uint64_t steps =
        llvm::SaturatingAdd(buffer.last - buffer.first, uint64_t(1));
    size.keys.push_back(buffer.bytes);
    // The product may saturate, as only the order matters.
    area.keys.push_back(llvm::SaturatingMultiply(steps, buffer.bytes));
    start.keys.push_back(UINT64_MAX - buffer.first);
    lifetime.keys.push_back(steps);
    // In a chain of kernels that each write a bit before what they read,
    // the last buffer is the lowest one.
    end.keys.push_back(buffer.last);
  }
  Neighbours neighbours = countNeighbours(buffers);
  degree.keys = std::move(neighbours.numbers);
  crowd.keys = std::move(neighbours.bytes);
  return {std::move(size),     std::move(area),   std::move(start),
          std::move(lifetime), std::move(degree), std::move(crowd),
          std::move(end)};
}

void detail::planByHeuristics(const PlanInstance &instance, uint64_t maxLooks,
                              Solution &solution) {
  ArrayRef<PlanBuffer> buffers = instance.buffers;
  std::vector<Order> orders = makeOrders(buffers);
  Placer placer(instance);
  for (const Order &order : orders) {
    std::vector<unsigned> sequence(buffers.size());
    std::iota(sequence.begin(), sequence.end(), 0);
    std::sort(sequence.begin(), sequence.end(), [&](unsigned a, unsigned b) {
      return std::tuple(order.keys[b], buffers[b].bytes, a) <
             std::tuple(order.keys[a], buffers[a].bytes, b);
    });
    for (Fit fit : {Fit::First, Fit::Best}) {
      Solution found = placer.run(sequence, fit);
      if (solution.places.empty() || isBetter(instance, found, solution)) {
        solution.places = std::move(found.places);
        solution.bytes = std::move(found.bytes);
        solution.method =
            (order.name + (fit == Fit::First ? "+first-fit" : "+best-fit"))
                .str();
      }
      if (solution.meetsBounds(instance) || placer.getLooks() >= maxLooks)
        return;
    }
  }
}

void tir::fillFirstPools(const PlanProblem &problem, MemoryPlan &plan) {
  PlanInstance instance;
  instance.buffers = problem.buffers;
  instance.exceptions = findExceptions(problem.buffers, problem.distances);
  instance.pools = problem.pools;
  Placer(instance).promote(plan.places);
  for (PoolPlan &pool : plan.pools)
    pool.bytes = 0;
  for (auto [place, buffer] : llvm::zip_equal(plan.places, problem.buffers)) {
    uint64_t &bytes = plan.pools[place.pool].bytes;
    bytes = std::max(bytes, place.offset + buffer.bytes);
  }
}
