//===- RingTail.h - The newest rows of a ring
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_RINGTAIL_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_RINGTAIL_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "llvm/ADT/DenseMap.h"

namespace tir {

/// The elements of a ring that contain nothing between two iterations.
struct RingTail {
  /// The number of elements before it.
  int64_t kept;
  /// The steps of an iteration from the first to the last one that uses it.
  Lifetime steps;
};

/// Returns the tails of the buffers with `#kernel.ring` that something uses.
llvm::DenseMap<mlir::Value, RingTail>
findRingTails(const BufferLifetimes &lifetimes);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_RINGTAIL_H
