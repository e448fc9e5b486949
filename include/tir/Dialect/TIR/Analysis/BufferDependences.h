//===- BufferDependences.h - Operations that must stay in order
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_BUFFERDEPENDENCES_H
#define TIR_DIALECT_TIR_ANALYSIS_BUFFERDEPENDENCES_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"

namespace tir {

/// Returns true if `value`, a view or a buffer itself, covers every element of
/// its buffer.
bool showsWholeBuffer(mlir::Value value);

/// Sets `tir.effect` on each buffer argument that has none, for each
/// `tir.prim_func` with a body, from what the body does. Callees come first.
void inferEffects(mlir::ModuleOp module);

/// Returns true if two buffers (as returned by `getViewedBuffer`) may share
/// memory. An allocation shares memory with nothing else. Neither do two
/// globals share memory, nor two arguments of a `tir.prim_func` unless one has
/// `noalias = false`.
bool mayShareMemory(mlir::Value first, mlir::Value second);

/// Returns true if two operations must stay in their order: one uses a result
/// of the other, or one writes memory that the other reads or writes.
bool mustStayInOrder(mlir::Operation *earlier, mlir::Operation *later);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_BUFFERDEPENDENCES_H
