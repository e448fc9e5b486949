//===- BufferDistances.h - Which buffers may share memory, and how
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_BUFFERDISTANCES_H
#define TIR_DIALECT_TIR_ANALYSIS_BUFFERDISTANCES_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/IR/Distances.h"

namespace tir {

/// Returns the distances of inputs of a kernel from its output, in the order of
/// the inputs: those that `inferDistances` would set if the kernel, whose body
/// works on tensors, had this schedule.
llvm::SmallVector<ArgDistance> findDistances(PrimFuncOp kernel,
                                             ScheduleAttrInterface schedule);

/// Sets `distances` of `tir.port` on the output of each `tir.prim_func` whose
/// body works on tensors and has one output, for inputs that may overlap it by
/// the order in which the loops of its schedule read and store. Does not change
/// a function that already has distances.
/// With `ofPieces`, also of those that put tensors one after the other.
void inferDistances(mlir::ModuleOp module, bool ofPieces = false);

/// A call that may write the buffer `lower` over the buffer `upper`, which
/// nobody reads after it.
struct BufferDistance {
  /// Null if no call writes one of them while it reads the other.
  BufferCallOpInterface call;
  mlir::Value lower, upper;
  int64_t bytes;
};

/// Derives the distances of allocations of a function from the distances that
/// its callees declare. Considers the allocations that a call reads last and
/// those that it writes first.
llvm::SmallVector<BufferDistance>
findDistances(const BufferLifetimes &lifetimes);

/// Finds the distances between buffers whose life begins in a loop and those
/// that the loop reads last, by the order in which its iterations read and
/// write parts of them. Considers loops of known bounds that are in no other
/// one.
llvm::SmallVector<BufferDistance>
findLoopDistances(PrimFuncOp function, const BufferLifetimes &lifetimes);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_BUFFERDISTANCES_H
