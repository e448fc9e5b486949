//===- RowAttributes.h - Attributes of kernels that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_IR_ROWATTRIBUTES_H
#define TIR_LIB_DIALECT_TIR_IR_ROWATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace tir {

/// Checks `tir.rows`, `tir.ring` and `tir.turns`, which passes would ignore on
/// other operations, or believe.
mlir::LogicalResult verifyRowAttribute(mlir::Operation *op,
                                       mlir::NamedAttribute attribute);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_ROWATTRIBUTES_H
