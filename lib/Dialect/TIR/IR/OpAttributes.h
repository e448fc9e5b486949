//===- OpAttributes.h - The discardable attributes of operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_IR_OPATTRIBUTES_H
#define TIR_LIB_DIALECT_TIR_IR_OPATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace tir {

/// Returns true if operations may carry the attribute.
bool isOpAttribute(llvm::StringRef name);

/// Reports an attribute whose name no pass reads, one that its operation cannot
/// have, and one whose value is of another kind.
mlir::LogicalResult verifyOpAttribute(mlir::Operation *op,
                                      mlir::NamedAttribute attribute);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_OPATTRIBUTES_H
