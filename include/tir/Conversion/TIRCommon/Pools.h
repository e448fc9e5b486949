//===- Pools.h - The arrays that pools become
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

/// A pool as an array. With contents, it has the type of their elements, so
/// that they mean the same on a target of another byte order; otherwise it is
/// an array of bytes.
struct PoolStorage {
  mlir::Type elementType;
  int64_t count;
  /// The contents, of rank 1; null for zeros.
  mlir::DenseElementsAttr contents;
};

/// Returns the array that `pool` becomes, or std::nullopt if C99 has no such
/// array.
std::optional<PoolStorage> findPoolStorage(PoolOp pool);

/// The same, but fails with an error that says why.
mlir::FailureOr<PoolStorage> getPoolStorage(PoolOp pool);

/// Checks all pools of `module`. To be called before a conversion, which would
/// otherwise add errors about everything that uses the pools.
llvm::LogicalResult verifyPools(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_CONVERSION_TIRCOMMON_POOLS_H
