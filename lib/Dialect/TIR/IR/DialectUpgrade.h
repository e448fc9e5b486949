//===- DialectUpgrade.h - Bytecode of version 1
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_IR_DIALECTUPGRADE_H
#define TIR_LIB_DIALECT_TIR_IR_DIALECTUPGRADE_H

#include "mlir/IR/Operation.h"

namespace tir {

/// Turn the operations of a file of an older version of the dialect, which have
/// not been verified, into the current form.
mlir::LogicalResult upgradeFromVersion1(mlir::Operation *root);
mlir::LogicalResult upgradeFromVersion2(mlir::Operation *root);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_DIALECTUPGRADE_H
