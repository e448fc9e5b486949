//===- DeadOps.h - Operations that nothing needs any more
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_DEADOPS_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_DEADOPS_H

#include "mlir/IR/Block.h"

namespace tir {

/// Erases the operations of a block that have no effects and no users, from the
/// last one on. Does not look into their regions.
void eraseDeadOps(mlir::Block &block);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_DEADOPS_H
