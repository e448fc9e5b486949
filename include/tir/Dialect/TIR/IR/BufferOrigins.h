//===- BufferOrigins.h - Where the memory of a buffer comes from
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_BUFFERORIGINS_H
#define TIR_DIALECT_TIR_IR_BUFFERORIGINS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// The buffer or pointer of which `value` is a view, through any number of
/// views.
mlir::Value getViewedBuffer(mlir::Value value);

/// What `value` may be a view of, through views, selections and what regions
/// hand on. An origin is none of these: an allocation, an argument of a
/// function, the address of a global, a result of which nothing more is known.
llvm::SmallVector<mlir::Value> getOrigins(mlir::Value value);

/// Whether `op` is the address of a global that nobody writes.
bool isConstantGlobal(mlir::Operation *op,
                      mlir::SymbolTableCollection *symbols = nullptr);

/// Whether an origin is memory that nobody writes: a constant global, a
/// read-only pool, text, or what the module tells of itself.
bool isConstantOrigin(mlir::Value origin,
                      mlir::SymbolTableCollection *symbols = nullptr);

/// Whether all that `buffer` may be a view of is memory that nobody writes.
bool isConstantBuffer(mlir::Value buffer);

/// Whether an origin is an argument of a `tir.prim_func` that declares it
/// `read`.
bool isReadArgument(mlir::Value origin);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_BUFFERORIGINS_H
