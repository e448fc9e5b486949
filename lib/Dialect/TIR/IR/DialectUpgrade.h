//===- DialectUpgrade.h - Bytecode of older versions
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
mlir::LogicalResult upgradeFromVersion5(mlir::Operation *root);

/// Merge what were attributes of their own in version 5: in the list of an
/// argument or a result, and in the list of a function.
void mergeFormerPort(mlir::NamedAttrList &attributes,
                     mlir::MLIRContext *context);
void mergeFormerFunction(mlir::NamedAttrList &attributes,
                         mlir::MLIRContext *context);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_DIALECTUPGRADE_H
