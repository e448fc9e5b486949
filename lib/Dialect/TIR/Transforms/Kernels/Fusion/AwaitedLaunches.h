//===- AwaitedLaunches.h - What operations wait for -------------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_AWAITEDLAUNCHES_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_AWAITEDLAUNCHES_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tir {

/// The operations of a block that begin work on asynchronous devices, and which
/// of them each operation of the block needs.
class AwaitedLaunches {
public:
  explicit AwaitedLaunches(mlir::Block &block);

  /// Returns whether `op` could be computed while a device works whose results
  /// `consumer` needs.
  bool isEarlier(mlir::Operation *op, mlir::Operation *consumer) const;

private:
  using Launches = llvm::SmallPtrSet<mlir::Operation *, 2>;

  llvm::DenseMap<mlir::Operation *, Launches> awaited;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_AWAITEDLAUNCHES_H
