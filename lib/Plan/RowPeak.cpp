//===- RowPeak.cpp - The memory that a pipeline of rows needs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/RowPeak.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace tir;

namespace {
class PeakFinder {
public:
  PeakFinder(const RowProblem &problem, const RowPipeline &pipeline,
             const std::vector<RowBytes> &bytes)
      : problem(problem), pipeline(pipeline), bytes(bytes),
        tensors(problem.tensors.size()) {}

  std::vector<uint64_t> find();

private:
  /// How rows of a whole tensor are read, or all of them are made.
  struct Reader {
    RowTimes times;
    int64_t stride, first;
  };
  struct Tensor {
    std::vector<Reader> readers;
    const RowTimes *made = nullptr;
    /// The first step that uses the ring.
    int64_t ringFrom = INT64_MAX;
    /// The kernel that gives the ring its rows, and the last one that reads it.
    size_t maker = 0, lastReader = 0;
  };

  void collect();
  uint64_t countKept(unsigned tensor, int64_t step) const;
  int64_t countTail(unsigned tensor) const;
  uint64_t getRingBytes(unsigned tensor) const;
  uint64_t countBrief(size_t kernel) const;
  bool changes(unsigned tensor) const {
    return !bytes[tensor].countsRead || !bytes[tensor].countsUnmade;
  }

  const RowProblem &problem;
  const RowPipeline &pipeline;
  const std::vector<RowBytes> &bytes;
  std::vector<Tensor> tensors;
};
} // namespace

void PeakFinder::collect() {
  for (size_t k = 0; k < problem.kernels.size(); ++k) {
    const RowKernel &kernel = problem.kernels[k];
    // What adds to its output needs all of it from the first step on.
    if (!kernel.runs)
      tensors[kernel.output].made = &pipeline.kernels[k];
    tensors[kernel.output].maker = k;
    for (size_t w = 0; w < kernel.windows.size(); ++w) {
      const RowWindow &window = kernel.windows[w];
      Tensor &tensor = tensors[window.tensor];
      tensor.lastReader = k;
      if (pipeline.slots[k][w])
        tensor.ringFrom = std::min(tensor.ringFrom, pipeline.kernels[k].first);
      else
        tensor.readers.push_back(
            {pipeline.kernels[k], window.stride, window.first});
    }
  }
  for (size_t i = 0; i < tensors.size(); ++i) {
    const RowRing &ring = pipeline.rings[i];
    if (ring.rows == 0)
      continue;
    tensors[i].ringFrom = std::min(tensors[i].ringFrom, ring.times.first);
    if (problem.tensors[i].isWhole)
      tensors[i].readers.push_back({ring.times, 1, 0});
  }
}

/// Returns how many rows of a whole tensor are in memory in a step.
uint64_t PeakFinder::countKept(unsigned index, int64_t step) const {
  const Tensor &tensor = tensors[index];
  int64_t first = 0, end = problem.tensors[index].rows;
  if (!bytes[index].countsRead) {
    first = end;
    for (const Reader &reader : tensor.readers) {
      int64_t next =
          std::max<int64_t>(0, llvm::divideCeilSigned(step - reader.times.first,
                                                      reader.times.period));
      first = std::min(first, next * reader.stride + reader.first);
    }
  }
  if (!bytes[index].countsUnmade && tensor.made) {
    int64_t made = llvm::divideFloorSigned(step - tensor.made->first,
                                           tensor.made->period) +
                   1;
    end = std::clamp<int64_t>(made, 0, end);
  }
  return std::max<int64_t>(0, end - std::max<int64_t>(first, 0));
}

/// Returns how many rows of a ring are in memory only for a part of a step.
int64_t PeakFinder::countTail(unsigned tensor) const {
  const RowRing &ring = pipeline.rings[tensor];
  return ring.hasTail ||
         (ring.rows == 1 && ring.isReadOnArrival && !ring.hasPadding);
}

static uint64_t align(uint64_t bytes) {
  constexpr uint64_t kAlignment = 16;
  return llvm::alignTo(bytes, kAlignment);
}

/// Returns the bytes of the rows of a ring that are in memory from one step to
/// the next.
uint64_t PeakFinder::getRingBytes(unsigned tensor) const {
  return align((pipeline.rings[tensor].rows - countTail(tensor)) *
               bytes[tensor].row);
}

/// Returns the bytes that are in memory only for a part of a step, while a
/// kernel runs.
uint64_t PeakFinder::countBrief(size_t kernel) const {
  uint64_t sum = 0;
  for (unsigned i = 0; i < tensors.size(); ++i)
    if (pipeline.rings[i].rows != 0 && tensors[i].maker <= kernel &&
        kernel <= tensors[i].lastReader)
      sum += align(countTail(i) * bytes[i].row);
  return sum;
}

std::vector<uint64_t> PeakFinder::find() {
  collect();
  uint64_t fixed = 0;
  std::vector<unsigned> changing, rings;
  for (unsigned i = 0; i < tensors.size(); ++i) {
    if (getRingBytes(i) != 0)
      rings.push_back(i);
    if (!problem.tensors[i].isWhole || bytes[i].isElsewhere)
      continue;
    if (changes(i))
      changing.push_back(i);
    else
      fixed += problem.tensors[i].rows * bytes[i].row;
  }
  std::sort(rings.begin(), rings.end(), [&](unsigned a, unsigned b) {
    return tensors[a].ringFrom < tensors[b].ringFrom;
  });
  uint64_t most = 0, begun = 0;
  auto nextRing = rings.begin();
  // Only tensors that shrink make an earlier step than the last one the worst.
  int64_t firstStep = changing.empty() ? pipeline.steps - 1 : 0;
  for (int64_t step = firstStep; step < pipeline.steps; ++step) {
    for (; nextRing != rings.end() && tensors[*nextRing].ringFrom <= step;
         ++nextRing)
      begun += getRingBytes(*nextRing);
    uint64_t sum = fixed + begun;
    for (unsigned tensor : changing)
      sum += countKept(tensor, step) * bytes[tensor].row;
    most = std::max(most, sum);
  }
  std::vector<uint64_t> peaks;
  for (size_t k = 0; k < problem.kernels.size(); ++k)
    peaks.push_back(most + countBrief(k));
  return peaks;
}

std::vector<uint64_t> tir::getRowPeaks(const RowProblem &problem,
                                       const RowPipeline &pipeline,
                                       const std::vector<RowBytes> &bytes) {
  return PeakFinder(problem, pipeline, bytes).find();
}

uint64_t tir::getRowPeak(const RowProblem &problem, const RowPipeline &pipeline,
                         const std::vector<RowBytes> &bytes,
                         const std::vector<uint64_t> &scratch) {
  uint64_t most = 0;
  for (auto [peak, own] :
       llvm::zip_equal(getRowPeaks(problem, pipeline, bytes), scratch))
    most = std::max(most, peak + align(own));
  return most;
}
