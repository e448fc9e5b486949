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

/// Returns the buffer or pointer that `value` is a view of, through any number
/// of views.
mlir::Value getViewedBuffer(mlir::Value value);

/// Returns the values that `value` may be a view of, through views, selections
/// and the operands that regions forward. An origin is none of these: it is an
/// allocation, an argument of a function, the address of a global, or a result
/// about which nothing more is known.
llvm::SmallVector<mlir::Value> getOrigins(mlir::Value value);

/// Returns `value` and the values of its function that may be equal to it or a
/// view of it, as `getOrigins` sees them, in no particular order.
llvm::SmallVector<mlir::Value> getDerived(mlir::Value value);

/// Returns true if `op` takes the address of a constant global.
bool isConstantGlobal(mlir::Operation *op,
                      mlir::SymbolTableCollection *symbols = nullptr);

/// Returns true if an origin is memory that nothing writes: a constant global,
/// a read-only pool, a string constant, or a registry or metadata of the
/// module.
bool isConstantOrigin(mlir::Value origin,
                      mlir::SymbolTableCollection *symbols = nullptr);

/// Returns true if nothing writes any of the memory that `buffer` may be a view
/// of.
bool isConstantBuffer(mlir::Value buffer);

/// Returns true if an origin is an argument of a `tir.prim_func` that declares
/// it `read`.
bool isReadArgument(mlir::Value origin);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_BUFFERORIGINS_H
