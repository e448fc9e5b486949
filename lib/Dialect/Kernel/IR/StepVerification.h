//===- StepVerification.h - Checks of inner steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_KERNEL_IR_STEPVERIFICATION_H
#define TIR_LIB_DIALECT_KERNEL_IR_STEPVERIFICATION_H

#include "mlir/IR/Operation.h"

namespace tir::kernel {

/// Checks that `reach` elements from `position` on are within a buffer of known
/// size, if the position is known. Without a position, it is 0.
llvm::LogicalResult verifyReach(mlir::Operation *op, mlir::Value buffer,
                                mlir::Value position, int64_t reach,
                                llvm::StringRef what);

/// Checks that `begin` to `end`, as far as they are known, are a part of the
/// `size` elements or columns, which `what` names.
llvm::LogicalResult verifyPart(mlir::Operation *op, mlir::Value begin,
                               mlir::Value end, int64_t size,
                               llvm::StringRef what);

} // namespace tir::kernel

#endif // TIR_LIB_DIALECT_KERNEL_IR_STEPVERIFICATION_H
