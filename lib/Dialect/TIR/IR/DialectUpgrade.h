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

/// Turns the operations of a file of version 1 of the dialect, which have not
/// been verified, into the form of version 2.
mlir::LogicalResult upgradeFromVersion1(mlir::Operation *root);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_DIALECTUPGRADE_H
