//===- ParallelLoops.h - Independent iterations of loops --------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_PARALLELLOOPS_H
#define TIR_DIALECT_TIR_ANALYSIS_PARALLELLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Loops, from the outside inwards, whose iterations can run in any order and
/// at the same time. Between them are only operations without effects.
struct ParallelNest {
  llvm::SmallVector<mlir::scf::ForOp> loops;
  /// Buffers of which each thread needs its own: all iterations write the same
  /// bytes, but read only what they wrote themselves.
  llvm::SmallVector<mlir::Value> privates;
  /// How many iterations all loops have together.
  int64_t count = 0;

  mlir::scf::ForOp getOuter() const { return loops.front(); }
};

/// Estimates how much a kernel, a loop or another operation computes, in
/// operations of a processor. Runs of unknown length count once.
double estimateWork(mlir::Operation *op);

/// Finds the outermost parallel loops of a kernel that do at least `minWork`.
/// An inner loop becomes part of a nest while that has fewer than `wanted`
/// iterations. A buffer of more than `maxPrivate` bytes is not copied for a
/// thread.
llvm::SmallVector<ParallelNest> findParallelLoops(PrimFuncOp kernel,
                                                  double minWork,
                                                  int64_t wanted,
                                                  int64_t maxPrivate);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_PARALLELLOOPS_H
