//===- BufferDependences.h - What must stay in order
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

/// Whether a view, or a buffer itself, shows every element of its buffer.
bool showsWholeBuffer(mlir::Value value);

/// Sets `tir.effect` on each buffer argument of a `tir.prim_func` with a body
/// that has none, from what the body does; callees first.
void inferEffects(mlir::ModuleOp module);

/// Whether two buffers (as `getViewedBuffer` gives them) may share memory.
/// Allocations share with nothing else, nor do two globals, nor two arguments
/// of a `tir.prim_func` unless one says `tir.noalias = false`.
bool mayShareMemory(mlir::Value first, mlir::Value second);

/// Whether two operations must stay in their order: one uses a result of the
/// other, or one writes memory that the other reads or writes.
bool mustStayInOrder(mlir::Operation *earlier, mlir::Operation *later);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_BUFFERDEPENDENCES_H
