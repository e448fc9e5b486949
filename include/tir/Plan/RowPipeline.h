//===- RowPipeline.h - When and where the rows of tensors are computed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that make a row of their output from a few rows of their inputs can
// run in turns. A pipeline says in which steps each of them makes a row, and
// which rows of a tensor are in memory then. Knows nothing of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PLAN_ROWPIPELINE_H
#define TIR_PLAN_ROWPIPELINE_H

#include <cstdint>
#include <optional>
#include <vector>

namespace tir {

/// What a kernel reads of a tensor for row y of its output: `rows` rows from
/// row y * `stride` + `first` on. Rows before the tensor's first one and after
/// its last one are padding.
struct RowWindow {
  unsigned tensor = 0;
  int64_t stride = 1, first = 0, rows = 1;
};

/// Makes one row of `output` at a time, from the first to the last.
struct RowKernel {
  unsigned output = 0;
  std::vector<RowWindow> windows;
  /// How often the kernel runs, if it makes no rows, but adds to all of
  /// `output` each time. The output is whole then, and no other kernel reads
  /// it.
  std::optional<int64_t> runs = std::nullopt;
};

struct RowTensor {
  int64_t rows = 0;
  /// Whether all rows are in memory: an input or a result of the kernels, or a
  /// tensor that others read, too.
  bool isWhole = false;
};

/// The kernels in an order in which each tensor is made before it is read. A
/// tensor that no kernel makes, and that is not whole, gets its rows from
/// outside, each in its time.
struct RowProblem {
  std::vector<RowTensor> tensors;
  std::vector<RowKernel> kernels;
};

/// Something that happens to row y in step `first` + y * `period`.
struct RowTimes {
  int64_t first = 0, period = 1;
};

/// The rows of a tensor that are in memory. They are contiguous, with the
/// newest one last. All of them move down by `shift` rows, which drops the
/// oldest ones, before each row y for which (y - `phase`) mod `shift` is 0.
struct RowRing {
  /// How many rows there are; 0 if all readers read the whole tensor.
  int64_t rows = 0;
  int64_t shift = 1, phase = 0;
  /// When each row becomes the newest one, from row 0 to row `last`. Rows after
  /// the last row of the tensor are padding. Before the first step, all rows in
  /// memory are padding.
  RowTimes times;
  int64_t last = -1;
  /// Whether some reader reads padding.
  bool hasPadding = false;
  /// Whether kernels read the ring only in steps in which it gets a row. Its
  /// rows can then move down as early as after the last reader.
  bool isReadOnArrival = true;
  /// Whether the newest row, the tail, is in memory only in the step in which
  /// it arrives.
  bool hasTail = false;

  /// The kernel that could move the rows itself: it alone reads the ring, all
  /// of its rows at a time, just before they move. They move `movesBefore`
  /// times before it runs for the first time.
  std::optional<unsigned> mover = std::nullopt;
  int64_t movesBefore = 0;

  /// Returns the place of row y when it becomes the newest one.
  int64_t getSlot(int64_t y) const {
    return rows - shift + ((y - phase) % shift + shift) % shift;
  }
};

/// In each step, the kernels run in their order. The ring of a tensor gets its
/// row when the kernel that makes it runs, and the ring of an input before all
/// kernels.
struct RowPipeline {
  int64_t steps = 0;
  /// The times of each kernel.
  std::vector<RowTimes> kernels;
  /// For each tensor.
  std::vector<RowRing> rings;
  /// For each window of each kernel, the place of its first row in the ring
  /// when the kernel runs, or std::nullopt if it reads the whole tensor.
  std::vector<std::vector<std::optional<int64_t>>> slots;
};

/// Returns the pipeline in which all kernels run as soon as they can, with the
/// fewest rows in memory; or std::nullopt if kernels need rows of a tensor at
/// different rates.
std::optional<RowPipeline> makeRowPipeline(const RowProblem &problem);

} // namespace tir

#endif // TIR_PLAN_ROWPIPELINE_H
