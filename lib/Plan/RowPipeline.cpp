//===- RowPipeline.cpp - When and where the rows of tensors are computed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel with a stride of 2 runs in every second step, or more rarely. The
// step of its first row follows from the rows of its inputs that it waits for,
// and so all further steps are known.
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/RowPipeline.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace tir;

namespace {
class PipelineBuilder {
public:
  explicit PipelineBuilder(const RowProblem &problem) : problem(problem) {
    size_t numTensors = problem.tensors.size();
    pipeline.rings.resize(numTensors);
    pipeline.kernels.resize(problem.kernels.size());
    readers.resize(numTensors);
    isTimed.resize(numTensors, false);
    isMade.resize(numTensors, false);
    isSum.resize(numTensors, false);
    for (RowRing &ring : pipeline.rings)
      ring.times.period = 0;
  }

  std::optional<RowPipeline> build();

private:
  /// A window, and the kernel that reads through it.
  struct Reader {
    unsigned kernel, window;
  };

  std::optional<RowTimes> findTimes(const RowKernel &kernel) const;
  bool setTimes();
  bool setTimes(unsigned index);
  void beginAtStepZero();
  void setRing(unsigned tensor);
  void setMover(RowRing &ring, Reader reader);
  void countSteps();

  const RowWindow &getWindow(Reader reader) const {
    return problem.kernels[reader.kernel].windows[reader.window];
  }

  bool readsPadding(Reader reader) const;
  bool readsRing(Reader reader) const {
    return !problem.tensors[getWindow(reader).tensor].isWhole ||
           readsPadding(reader);
  }

  /// Returns how often a kernel runs.
  int64_t countRuns(unsigned kernel) const {
    const RowKernel &described = problem.kernels[kernel];
    return described.runs.value_or(problem.tensors[described.output].rows);
  }

  /// Returns the newest row of the window's tensor when the kernel makes row 0.
  int64_t getNewestRow(Reader reader) const {
    const RowTimes &times = pipeline.rings[getWindow(reader).tensor].times;
    return llvm::divideFloorSigned(
        pipeline.kernels[reader.kernel].first - times.first, times.period);
  }

  const RowProblem &problem;
  RowPipeline pipeline;
  std::vector<std::vector<Reader>> readers;
  /// Whether a tensor's times are known, whether a kernel makes it, and whether
  /// that kernel adds to all of it.
  std::vector<bool> isTimed, isMade, isSum;
};
} // namespace

bool PipelineBuilder::readsPadding(Reader reader) const {
  const RowWindow &window = getWindow(reader);
  int64_t last = (countRuns(reader.kernel) - 1) * window.stride + window.first +
                 window.rows - 1;
  return window.first < 0 || last >= problem.tensors[window.tensor].rows;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

/// Returns the times of a kernel's rows: it makes one as soon as its inputs
/// have the last row of its windows. Returns std::nullopt if the inputs come at
/// times that do not fit together.
std::optional<RowTimes>
PipelineBuilder::findTimes(const RowKernel &kernel) const {
  RowTimes times = {INT64_MIN, 0};
  for (const RowWindow &window : kernel.windows) {
    if (isSum[window.tensor])
      return std::nullopt;
    if (!isTimed[window.tensor])
      continue;
    const RowTimes &input = pipeline.rings[window.tensor].times;
    int64_t period = input.period * window.stride;
    if (times.period != 0 && times.period != period)
      return std::nullopt;
    times = {
        std::max(times.first,
                 input.first + (window.first + window.rows - 1) * input.period),
        period};
  }
  // Nothing that the kernel reads is made by others.
  if (times.period == 0)
    times = {0, kernel.windows.empty() ? 1 : kernel.windows.front().stride};
  return times;
}

/// Sets the times of a kernel, and of the inputs of the pipeline that it reads,
/// which come as they are needed.
bool PipelineBuilder::setTimes(unsigned index) {
  const RowKernel &kernel = problem.kernels[index];
  std::optional<RowTimes> found = findTimes(kernel);
  if (!found)
    return false;
  RowTimes times = *found;
  for (const RowWindow &window : kernel.windows) {
    if (isTimed[window.tensor])
      continue;
    RowTimes &input = pipeline.rings[window.tensor].times;
    int64_t period = times.period / window.stride;
    if (times.period % window.stride != 0 ||
        (input.period != 0 && input.period != period))
      return false;
    // A kernel may have several windows of one tensor.
    input = {std::min(input.period != 0 ? input.first : INT64_MAX,
                      times.first - (window.first + window.rows - 1) * period),
             period};
  }
  for (const RowWindow &window : kernel.windows)
    isTimed[window.tensor] = true;
  pipeline.kernels[index] = pipeline.rings[kernel.output].times = times;
  isTimed[kernel.output] = true;
  return true;
}

bool PipelineBuilder::setTimes() {
  for (unsigned k = 0; k < problem.kernels.size(); ++k) {
    isMade[problem.kernels[k].output] = true;
    isSum[problem.kernels[k].output] = problem.kernels[k].runs.has_value();
    for (unsigned w = 0; w < problem.kernels[k].windows.size(); ++w)
      readers[problem.kernels[k].windows[w].tensor].push_back({k, w});
    if (!setTimes(k))
      return false;
  }
  return true;
}

/// Moves all times so that the first step is step 0.
void PipelineBuilder::beginAtStepZero() {
  int64_t first = INT64_MAX;
  for (const RowTimes &times : pipeline.kernels)
    first = std::min(first, times.first);
  for (unsigned tensor = 0; tensor < problem.tensors.size(); ++tensor)
    if (llvm::any_of(readers[tensor],
                     [&](Reader reader) { return readsRing(reader); }))
      first = std::min(first, pipeline.rings[tensor].times.first);
  for (RowTimes &times : pipeline.kernels)
    times.first -= first;
  for (auto [ring, timed] : llvm::zip_equal(pipeline.rings, isTimed)) {
    ring.times.first -= first;
    if (!timed)
      ring.times = RowTimes();
  }
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

void PipelineBuilder::setRing(unsigned tensor) {
  RowRing &ring = pipeline.rings[tensor];
  std::vector<Reader> ringReaders;
  llvm::copy_if(readers[tensor], std::back_inserter(ringReaders),
                [&](Reader reader) { return readsRing(reader); });
  if (ringReaders.empty())
    return;
  if (isMade[tensor] || !problem.tensors[tensor].isWhole)
    ring.last = problem.tensors[tensor].rows - 1;
  // Rows that are read together can also move together.
  ring.shift = 0;
  for (Reader reader : ringReaders) {
    ring.shift = std::gcd(ring.shift, getWindow(reader).stride);
    ring.hasPadding |= readsPadding(reader);
    ring.isReadOnArrival &=
        (pipeline.kernels[reader.kernel].first - ring.times.first) %
            ring.times.period ==
        0;
    ring.last = std::max(ring.last, (countRuns(reader.kernel) - 1) *
                                            getWindow(reader).stride +
                                        getNewestRow(reader));
  }
  auto countRows = [&](int64_t phase) {
    int64_t rows = ring.shift;
    for (Reader reader : ringReaders) {
      int64_t newest = getNewestRow(reader);
      int64_t behind = ring.shift - 1 - llvm::mod(newest - phase, ring.shift);
      rows = std::max(rows, newest - getWindow(reader).first + 1 + behind);
    }
    return rows;
  };
  ring.rows = countRows(0);
  for (int64_t phase = 1; phase < ring.shift; ++phase)
    if (int64_t rows = countRows(phase); rows < ring.rows) {
      ring.rows = rows;
      ring.phase = phase;
    }
  bool isFromOutside = !isMade[tensor] && !problem.tensors[tensor].isWhole;
  // A kernel that runs before the first row is there reads padding, and a row
  // from outside arrives before the step.
  ring.hasTail =
      ring.rows > ring.shift && ring.isReadOnArrival && !isFromOutside &&
      llvm::none_of(ringReaders, [&](Reader reader) {
        return pipeline.kernels[reader.kernel].first < ring.times.first;
      });
  for (Reader reader : ringReaders) {
    int64_t newest = getNewestRow(reader);
    pipeline.slots[reader.kernel][reader.window] =
        ring.getSlot(newest) - (newest - getWindow(reader).first);
  }
  if (ringReaders.size() == 1)
    setMover(ring, ringReaders.front());
}

/// Sets the only reader of a ring as the one that could move its rows if it
/// reads all of them, and not before the first row is there, which would have
/// to stay where it is.
void PipelineBuilder::setMover(RowRing &ring, Reader reader) {
  int64_t newest = getNewestRow(reader);
  if (!ring.isReadOnArrival || newest < 0 || ring.rows == ring.shift ||
      getWindow(reader).rows != ring.rows ||
      llvm::mod(newest + 1 - ring.phase, ring.shift) != 0)
    return;
  ring.mover = reader.kernel;
  int64_t first = llvm::mod(ring.phase - 1, ring.shift);
  ring.movesBefore = std::max<int64_t>((newest - first) / ring.shift, 0);
}

void PipelineBuilder::countSteps() {
  auto count = [&](const RowTimes &times, int64_t last) {
    pipeline.steps =
        std::max(pipeline.steps, times.first + last * times.period + 1);
  };
  for (unsigned k = 0; k < problem.kernels.size(); ++k)
    count(pipeline.kernels[k], countRuns(k) - 1);
  // All rows from outside arrive, even those that no kernel reads.
  for (unsigned tensor = 0; tensor < problem.tensors.size(); ++tensor)
    if (isTimed[tensor] && !problem.tensors[tensor].isWhole)
      count(pipeline.rings[tensor].times, problem.tensors[tensor].rows - 1);
}

std::optional<RowPipeline> PipelineBuilder::build() {
  if (!setTimes())
    return std::nullopt;
  beginAtStepZero();
  for (const RowKernel &kernel : problem.kernels)
    pipeline.slots.emplace_back(kernel.windows.size());
  for (unsigned tensor = 0; tensor < problem.tensors.size(); ++tensor)
    setRing(tensor);
  countSteps();
  return std::move(pipeline);
}

std::optional<RowPipeline> tir::makeRowPipeline(const RowProblem &problem) {
  return PipelineBuilder(problem).build();
}
