//===- ValueNotes.h - Notes that say where an operand comes from
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_VALUENOTES_H
#define TIR_DIALECT_TIR_IR_VALUENOTES_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Value.h"

namespace tir {

/// Adds a note at the place where `value` is made or passed in, which says that
/// `what`, such as "the buffer", comes from there.
inline void noteOrigin(mlir::InFlightDiagnostic &diag, mlir::Value value,
                       llvm::StringRef what) {
  diag.attachNote(value.getLoc()) << what << " comes from here";
}

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_VALUENOTES_H
