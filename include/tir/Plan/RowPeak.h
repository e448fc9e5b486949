//===- RowPeak.h - The memory that a pipeline of rows needs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PLAN_ROWPEAK_H
#define TIR_PLAN_ROWPEAK_H

#include "tir/Plan/RowPipeline.h"

namespace tir {

/// What a tensor of a pipeline needs.
struct RowBytes {
  /// The bytes of a row.
  uint64_t row = 0;
  /// If all rows are in memory: whether those count that no kernel of the
  /// pipeline reads any more, and those that none has made yet.
  bool countsRead = true, countsUnmade = true;
  /// If all rows are in memory: whether that is memory which does not count. A
  /// ring of the tensor does.
  bool isElsewhere = false;
};

/// Returns, for each kernel, the most bytes that are in memory while it runs,
/// without scratch memory of its own (see `getRowPeak`).
std::vector<uint64_t> getRowPeaks(const RowProblem &problem,
                                  const RowPipeline &pipeline,
                                  const std::vector<RowBytes> &bytes);

/// Returns the most bytes that are in memory at some time: the `scratch` memory
/// of a kernel while it runs, rings from the first step on that uses them, and
/// tensors that are whole. The tail of a ring, and a ring of one row, counts
/// from the kernel that makes the row to the last one that reads it.
uint64_t getRowPeak(const RowProblem &problem, const RowPipeline &pipeline,
                    const std::vector<RowBytes> &bytes,
                    const std::vector<uint64_t> &scratch);

} // namespace tir

#endif // TIR_PLAN_ROWPEAK_H
