//===- TextVerifier.h - Verification of C string literals
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_IR_TEXTVERIFIER_H
#define TIR_LIB_DIALECT_TIR_IR_TEXTVERIFIER_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Emits an error and fails if `text` cannot be a string literal in C99.
mlir::LogicalResult verifyText(mlir::Operation *op, llvm::StringRef text);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_TEXTVERIFIER_H
