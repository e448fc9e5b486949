//===- Pools.h - What a pool is made of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TIRCOMMON_POOLS_H
#define TIR_CONVERSION_TIRCOMMON_POOLS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// A pool as an array: of its contents' elements, so that they mean the same on
/// a target of another byte order, else of bytes.
struct PoolStorage {
  mlir::Type elementType;
  int64_t count;
  /// Of rank 1; null for zeros.
  mlir::DenseElementsAttr contents;
};

/// Nothing where the pool cannot be an array of C99.
std::optional<PoolStorage> findPoolStorage(PoolOp pool);

/// The same, with an error that says why.
mlir::FailureOr<PoolStorage> getPoolStorage(PoolOp pool);

/// Checks all pools of `module` before a conversion, which would add errors
/// about everything that uses them.
llvm::LogicalResult verifyPools(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_CONVERSION_TIRCOMMON_POOLS_H
