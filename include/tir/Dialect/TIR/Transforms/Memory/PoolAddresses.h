//===- PoolAddresses.h - Places in the global of a pool
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_MEMORY_POOLADDRESSES_H
#define TIR_DIALECT_TIR_TRANSFORMS_MEMORY_POOLADDRESSES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tir {

/// Returns `offset` bytes of a pool and what follows as `type`.
mlir::Value createPoolView(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::memref::GlobalOp pool, mlir::MemRefType type,
                           uint64_t offset);

/// Lets what used the beginning of a pool use the bytes of `pool` from `base`
/// on, and erases `address`.
void movePoolAddress(mlir::memref::GetGlobalOp address,
                     mlir::memref::GlobalOp pool, uint64_t base);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_MEMORY_POOLADDRESSES_H
