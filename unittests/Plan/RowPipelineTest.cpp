//===- RowPipelineTest.cpp - Tests for tir/Plan/RowPipeline.h
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomRows.h"

#include "gtest/gtest.h"
#include <algorithm>

using namespace tir;
using namespace tir::test;

namespace {
/// What a row of memory contains: the number of a row, or one of these.
enum : int64_t { kPadding = -1000, kNothing = -2000 };

/// When the rows of rings move down: before the next row, as early as they can,
/// or in the kernels that read them, as far as these can do it.
enum class Moves { Late, Early, InKernels };

/// Runs a pipeline on numbers of rows instead of rows.
class Simulator {
public:
  Simulator(const RowProblem &problem, const RowPipeline &pipeline,
            Moves moves = Moves::Late)
      : problem(problem), pipeline(pipeline), moves(moves),
        made(problem.tensors.size(), -1) {
    for (const RowRing &ring : pipeline.rings)
      memory.emplace_back(ring.rows, ring.hasPadding ? kPadding : kNothing);
  }

  /// Returns what went wrong, or an empty string.
  std::string run();

private:
  bool movesEarly(const RowRing &ring) const {
    return moves != Moves::Late && ring.isReadOnArrival;
  }
  bool movesInKernel(const RowRing &ring) const {
    return moves == Moves::InKernels && ring.mover;
  }

  static void move(const RowRing &ring, std::vector<int64_t> &rows) {
    std::rotate(rows.begin(), rows.begin() + ring.shift, rows.end());
    std::fill(rows.end() - ring.shift, rows.end(), kNothing);
  }

  static std::optional<int64_t> getRow(const RowTimes &times, int64_t step,
                                       int64_t last) {
    int64_t since = step - times.first;
    if (since < 0 || since % times.period != 0 || since / times.period > last)
      return std::nullopt;
    return since / times.period;
  }

  void push(unsigned tensor, int64_t step);
  void moveEarly(unsigned tensor, int64_t step);
  int64_t countRuns(const RowKernel &kernel) const {
    return kernel.runs.value_or(problem.tensors[kernel.output].rows);
  }
  void makeRow(unsigned kernel, int64_t y);

  const RowProblem &problem;
  const RowPipeline &pipeline;
  Moves moves;
  std::vector<std::vector<int64_t>> memory;
  /// The last row of each tensor that has been made.
  std::vector<int64_t> made;
  std::string problemText;
};
} // namespace

void Simulator::push(unsigned tensor, int64_t step) {
  const RowRing &ring = pipeline.rings[tensor];
  auto &rows = memory[tensor];
  auto y = getRow(ring.times, step, ring.last);
  if (!y || rows.empty())
    return;
  if (!movesEarly(ring) && (*y - ring.phase) % ring.shift == 0)
    move(ring, rows);
  rows[ring.getSlot(*y)] =
      *y < problem.tensors[tensor].rows ? *y : int64_t(kPadding);
}

/// Moves rows down when all kernels have run.
void Simulator::moveEarly(unsigned tensor, int64_t step) {
  const RowRing &ring = pipeline.rings[tensor];
  auto y = getRow(ring.times, step, ring.last);
  if (!y || ring.rows == 0 || !movesEarly(ring) ||
      (*y + 1 - ring.phase) % ring.shift != 0)
    return;
  int64_t first = (ring.phase + ring.shift - 1) % ring.shift;
  if (!movesInKernel(ring) || (*y - first) / ring.shift < ring.movesBefore)
    move(ring, memory[tensor]);
}

void Simulator::makeRow(unsigned index, int64_t y) {
  const RowKernel &kernel = problem.kernels[index];
  for (size_t w = 0; w < kernel.windows.size(); ++w) {
    const RowWindow &window = kernel.windows[w];
    std::optional<int64_t> slot = pipeline.slots[index][w];
    for (int64_t i = 0; i < window.rows; ++i) {
      int64_t row = y * window.stride + window.first + i;
      bool isInside = row >= 0 && row < problem.tensors[window.tensor].rows;
      int64_t wanted = isInside ? row : int64_t(kPadding), found = kNothing;
      if (slot && *slot + i >= 0 &&
          *slot + i < int64_t(memory[window.tensor].size()))
        found = memory[window.tensor][*slot + i];
      // Whole tensors have the rows that have been made, and no padding.
      if (!slot && isInside && row <= made[window.tensor])
        found = row;
      if (found != wanted)
        problemText += "kernel " + std::to_string(index) + " reads " +
                       std::to_string(found) + " instead of " +
                       std::to_string(wanted) + " for row " +
                       std::to_string(y) + "\n";
    }
  }
  for (unsigned tensor = 0; tensor < memory.size(); ++tensor)
    if (const RowRing &ring = pipeline.rings[tensor];
        movesInKernel(ring) && *ring.mover == index)
      move(ring, memory[tensor]);
  made[kernel.output] = y;
}

std::string Simulator::run() {
  std::vector<bool> isMade(problem.tensors.size());
  for (const RowKernel &kernel : problem.kernels)
    isMade[kernel.output] = true;
  for (unsigned tensor = 0; tensor < isMade.size(); ++tensor)
    if (!isMade[tensor])
      made[tensor] = problem.tensors[tensor].rows - 1;
  for (int64_t step = 0; step < pipeline.steps; ++step) {
    for (unsigned tensor = 0; tensor < isMade.size(); ++tensor)
      if (!isMade[tensor])
        push(tensor, step);
    for (unsigned k = 0; k < problem.kernels.size(); ++k) {
      unsigned output = problem.kernels[k].output;
      if (auto y = getRow(pipeline.kernels[k], step,
                          countRuns(problem.kernels[k]) - 1))
        makeRow(k, *y);
      push(output, step);
    }
    for (unsigned tensor = 0; tensor < isMade.size(); ++tensor)
      moveEarly(tensor, step);
  }
  for (const RowKernel &kernel : problem.kernels)
    if (made[kernel.output] != countRuns(kernel) - 1)
      problemText += "a kernel has not made all rows\n";
  return problemText;
}

// Three convolutions of 3 x 3: each tensor between them has three rows.
TEST(RowPipeline, Chain) {
  RowProblem problem{
      {{8, true}, {8}, {8}, {8, true}},
      {{1, {{0, 1, -1, 3}}}, {2, {{1, 1, -1, 3}}}, {3, {{2, 1, -1, 3}}}}};
  auto pipeline = makeRowPipeline(problem);
  ASSERT_TRUE(pipeline);
  EXPECT_EQ(Simulator(problem, *pipeline).run(), "");
  EXPECT_EQ(pipeline->rings[0].rows, 3);
  EXPECT_EQ(pipeline->rings[1].rows, 3);
  EXPECT_EQ(pipeline->rings[2].rows, 3);
  EXPECT_EQ(pipeline->rings[3].rows, 0);
  EXPECT_EQ(pipeline->steps, 11);
}

// A residual addition reads the row in the middle of the window.
TEST(RowPipeline, ResidualsNeedNoMoreRows) {
  RowProblem problem{{{8, true}, {8}, {8}, {8}, {8, true}},
                     {{1, {{0, 1, 0, 1}}},
                      {2, {{1, 1, -1, 3}}},
                      {3, {{2, 1, -1, 3}, {1, 1, 0, 1}}},
                      {4, {{3, 1, 0, 1}}}}};
  auto pipeline = makeRowPipeline(problem);
  ASSERT_TRUE(pipeline);
  EXPECT_EQ(Simulator(problem, *pipeline).run(), "");
  EXPECT_EQ(pipeline->rings[0].rows, 0);
  EXPECT_EQ(pipeline->rings[1].rows, 3);
  EXPECT_EQ(pipeline->rings[2].rows, 3);
  EXPECT_EQ(pipeline->rings[3].rows, 1);
}

// With a stride of 2, two rows move at once. The shortcut has the same stride.
TEST(RowPipeline, Strides) {
  RowProblem problem{{{9, true}, {9}, {5}, {5}, {5, true}},
                     {{1, {{0, 1, -1, 3}}},
                      {2, {{1, 2, -1, 3}}},
                      {3, {{1, 2, 0, 1}}},
                      {4, {{2, 1, 0, 1}, {3, 1, 0, 1}}}}};
  auto pipeline = makeRowPipeline(problem);
  ASSERT_TRUE(pipeline);
  EXPECT_EQ(Simulator(problem, *pipeline).run(), "");
  EXPECT_EQ(pipeline->rings[1].rows, 3);
  EXPECT_EQ(pipeline->rings[1].shift, 2);
  EXPECT_EQ(pipeline->kernels[1].period, 2);
}

TEST(RowPipeline, RefusesTwoRates) {
  RowProblem problem{{{8, true}, {8}, {4}, {4, true}},
                     {{1, {{0, 1, 0, 1}}},
                      {2, {{1, 2, 0, 1}}},
                      {3, {{2, 1, 0, 1}, {1, 1, 0, 1}}}}};
  EXPECT_FALSE(makeRowPipeline(problem));
}

// Sums of rows need one row of the tensor before them.
TEST(RowPipeline, Sums) {
  RowProblem problem{{{8, true}, {8}, {1, true}},
                     {{1, {{0, 1, -1, 3}}}, {2, {{1, 1, 0, 1}}, 8}}};
  auto pipeline = makeRowPipeline(problem);
  ASSERT_TRUE(pipeline);
  EXPECT_EQ(Simulator(problem, *pipeline).run(), "");
  EXPECT_EQ(pipeline->rings[1].rows, 1);
  EXPECT_EQ(pipeline->rings[2].rows, 0);
  problem.tensors.push_back({1, true});
  problem.kernels.push_back({3, {{2, 1, 0, 1}}});
  EXPECT_FALSE(makeRowPipeline(problem));
}

// The rows of an input that comes from outside all arrive, even those that
// nobody reads.
TEST(RowPipeline, RowsFromOutside) {
  RowProblem problem{{{8}, {3, true}}, {{1, {{0, 2, 0, 3}}}}};
  auto pipeline = makeRowPipeline(problem);
  ASSERT_TRUE(pipeline);
  EXPECT_EQ(Simulator(problem, *pipeline).run(), "");
  EXPECT_EQ(pipeline->rings[0].rows, 3);
  EXPECT_EQ(pipeline->rings[0].last, 7);
  EXPECT_EQ(pipeline->steps, 8);
}

TEST(RowPipeline, KernelsReadWhatTheyNeed) {
  unsigned count = 0, movers = 0;
  for (unsigned seed = 0; seed < 5000; ++seed) {
    RowProblem problem = makeRandomRows(seed);
    if (problem.kernels.empty())
      continue;
    auto pipeline = makeRowPipeline(problem);
    if (!pipeline)
      continue;
    ++count;
    for (Moves moves : {Moves::Late, Moves::Early, Moves::InKernels})
      ASSERT_EQ(Simulator(problem, *pipeline, moves).run(), "")
          << "seed " << seed;
    for (const RowRing &ring : pipeline->rings)
      movers += ring.mover.has_value();
  }
  EXPECT_GT(count, 3000u);
  EXPECT_GT(movers, 1000u);
}
