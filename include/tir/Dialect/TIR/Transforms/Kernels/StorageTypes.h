//===- StorageTypes.h - Types that memory has for odd integers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_STORAGETYPES_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_STORAGETYPES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tir {

/// Returns the type in which a number of an odd width is stored in memory, or
/// null if it is stored in its own type.
mlir::IntegerType getStorageType(mlir::Type type);

/// Returns the type of the elements of a tensor or buffer if it is odd, or
/// null.
mlir::Type getOddElement(mlir::Type type);

/// Emits a cast of a number from memory to its own type. Numbers in memory are
/// in range, so that nothing is lost.
mlir::Value narrow(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Type type, mlir::Value value);

/// Narrows the result of `op`, which is an element from memory.
void narrowResult(mlir::Operation *op);

/// Extends the operand, if it is a scalar of an odd width, to the type in which
/// it is stored.
void widenOperand(mlir::OpOperand &operand);
void widenOperands(mlir::Operation *op);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_STORAGETYPES_H
