//===- LoopDistances.h - How close to its inputs a loop nest may write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_LOOPDISTANCES_H
#define TIR_DIALECT_TIR_ANALYSIS_LOOPDISTANCES_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Follows the loops of a kernel on buffers, in the order in which they run,
/// and returns the smallest number of bytes that argument `input` may begin
/// after argument `output` without being overwritten before it is read. Any
/// larger number is as good. If the kernel reads nothing after it has written,
/// the number is the negative size of the input.
///
/// The number may be too large where an index depends on a value in memory.
/// Returns std::nullopt after `maxSteps` operations, or if the loops cannot be
/// followed.
std::optional<int64_t> findDistanceInLoops(PrimFuncOp kernel, unsigned output,
                                           unsigned input, uint64_t maxSteps);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_LOOPDISTANCES_H
