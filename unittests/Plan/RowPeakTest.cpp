//===- RowPeakTest.cpp - Tests for tir/Plan/RowPeak.h
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/RowPeak.h"

#include "RandomRows.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace tir;
using namespace tir::test;

namespace {
/// Counts the bytes of each step by asking for each row whether it is needed.
class Counter {
public:
  Counter(const RowProblem &problem, const RowPipeline &pipeline,
          const std::vector<RowBytes> &bytes)
      : problem(problem), pipeline(pipeline), bytes(bytes) {}

  uint64_t count(int64_t step) const {
    uint64_t sum = 0;
    for (unsigned i = 0; i < problem.tensors.size(); ++i) {
      if (problem.tensors[i].isWhole && !bytes[i].isElsewhere)
        for (int64_t y = 0; y < problem.tensors[i].rows; ++y)
          sum += isNeeded(i, y, step) ? bytes[i].row : 0;
      if (usesRing(i, step))
        sum += (pipeline.rings[i].rows * bytes[i].row + 15) / 16 * 16;
    }
    return sum;
  }

private:
  static bool isTurn(const RowTimes &times, int64_t step) {
    return step >= times.first && (step - times.first) % times.period == 0;
  }
  static int64_t getRow(const RowTimes &times, int64_t step) {
    return (step - times.first) / times.period;
  }
  int64_t countRuns(unsigned k) const {
    const RowKernel &kernel = problem.kernels[k];
    return kernel.runs.value_or(problem.tensors[kernel.output].rows);
  }

  /// Returns whether some kernel, or the copy to the ring, reads row y in this
  /// step or a later one.
  bool isRead(unsigned tensor, int64_t y, int64_t from) const {
    // Kernels that read nothing any more keep nothing.
    for (int64_t step = from; step < from + 200; ++step) {
      for (unsigned k = 0; k < problem.kernels.size(); ++k)
        for (size_t w = 0; w < problem.kernels[k].windows.size(); ++w) {
          const RowWindow &window = problem.kernels[k].windows[w];
          const RowTimes &times = pipeline.kernels[k];
          if (window.tensor != tensor || pipeline.slots[k][w] ||
              !isTurn(times, step))
            continue;
          // The window's first row keeps all rows after it.
          if (getRow(times, step) * window.stride + window.first <= y)
            return true;
        }
      const RowRing &ring = pipeline.rings[tensor];
      if (ring.rows != 0 && isTurn(ring.times, step) &&
          getRow(ring.times, step) <= y)
        return true;
    }
    return false;
  }

  bool isNeeded(unsigned tensor, int64_t y, int64_t step) const {
    if (!bytes[tensor].countsRead && !isRead(tensor, y, step))
      return false;
    if (bytes[tensor].countsUnmade)
      return true;
    for (unsigned k = 0; k < problem.kernels.size(); ++k)
      if (problem.kernels[k].output == tensor && !problem.kernels[k].runs)
        return pipeline.kernels[k].first + y * pipeline.kernels[k].period <=
               step;
    return true;
  }

  bool usesRing(unsigned tensor, int64_t step) const {
    if (pipeline.rings[tensor].rows == 0)
      return false;
    if (pipeline.rings[tensor].times.first <= step)
      return true;
    for (unsigned k = 0; k < problem.kernels.size(); ++k)
      for (size_t w = 0; w < problem.kernels[k].windows.size(); ++w)
        if (problem.kernels[k].windows[w].tensor == tensor &&
            pipeline.slots[k][w] && pipeline.kernels[k].first <= step)
          return true;
    return false;
  }

  const RowProblem &problem;
  const RowPipeline &pipeline;
  const std::vector<RowBytes> &bytes;
};
} // namespace

// Three rows between two convolutions, of which one is brief, an output that
// grows where the input shrinks, and scratch memory.
TEST(RowPeak, InputAndOutputShareMemory) {
  RowProblem problem{{{8, true}, {8}, {8, true}},
                     {{1, {{0, 1, 0, 1}}}, {2, {{1, 1, -1, 3}}}}};
  auto pipeline = makeRowPipeline(problem);
  ASSERT_TRUE(pipeline);
  std::vector<uint64_t> scratch = {16, 48};
  EXPECT_EQ(getRowPeak(problem, *pipeline, {{16}, {16}, {16}}, scratch),
            8u * 16 + 8 * 16 + 3 * 16 + 48);
  EXPECT_EQ(getRowPeak(problem, *pipeline,
                       {{16, false, true}, {16}, {16, true, false}}, scratch),
            8u * 16 + 3 * 16 + 48);
  EXPECT_EQ(getRowPeak(problem, *pipeline,
                       {{16, true, true, true}, {16}, {16, true, true, true}},
                       scratch),
            3u * 16 + 48);
}

// Rings without tails and kernels without scratch memory need what is counted
// step by step.
TEST(RowPeak, IsThatOfTheWorstStep) {
  unsigned count = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    RowProblem problem = makeRandomRows(seed);
    auto pipeline = makeRowPipeline(problem);
    if (problem.kernels.empty() || !pipeline)
      continue;
    ++count;
    std::mt19937 random(seed);
    std::vector<RowBytes> bytes;
    for (RowRing &ring : pipeline->rings) {
      ring.hasTail = false;
      ring.hasPadding = true;
      bytes.push_back({16 * (1 + random() % 9), random() % 2 == 0,
                       random() % 2 == 0, random() % 4 == 0});
    }
    Counter counter(problem, *pipeline, bytes);
    uint64_t most = 0;
    for (int64_t step = 0; step < pipeline->steps; ++step)
      most = std::max(most, counter.count(step));
    std::vector<uint64_t> scratch(problem.kernels.size());
    ASSERT_EQ(getRowPeak(problem, *pipeline, bytes, scratch), most)
        << "seed " << seed;
  }
  EXPECT_GT(count, 1500u);
}
