//===- ByteAccesses.h - Which bytes an operation accesses -------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_ANALYSIS_BYTEACCESSES_H
#define TIR_LIB_DIALECT_TIR_ANALYSIS_BYTEACCESSES_H

#include "LinearForms.h"

#include "mlir/IR/BuiltinTypes.h"

namespace tir {

/// An access of the bytes `first` to `first + bytes` of a buffer.
struct ByteAccess {
  mlir::Value buffer;
  bool isRead = false, isWrite = false;
  LinearForm first;
  /// Negative if it may be any byte of a buffer of unknown size.
  int64_t bytes = -1;
  /// Whether all of these bytes are accessed, and not only some of them.
  bool isExact = false;
  /// The indices of an access of one element, and the type that they index.
  llvm::SmallVector<LinearForm, 4> indices;
  mlir::MemRefType indexed;
};

/// Appends what the operation accesses, without the operations in its regions.
/// Fails if it may access memory that none of its operands is.
llvm::LogicalResult
collectByteAccesses(mlir::Operation *op, LinearForms &forms,
                    llvm::SmallVectorImpl<ByteAccess> &accesses);

/// Returns the bytes of a buffer with a static shape, or -1.
int64_t getBufferBytes(mlir::Type type);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_ANALYSIS_BYTEACCESSES_H
