//===- CallVerification.h - Verification of calls against callees
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_IR_CALLVERIFICATION_H
#define TIR_LIB_DIALECT_TIR_IR_CALLVERIFICATION_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Emits an error at `call`, with a note at the callee.
mlir::InFlightDiagnostic emitCallError(mlir::Operation *call, PrimFuncOp callee,
                                       const llvm::Twine &message);

/// Checks the number, types and regions of the arguments, the context and the
/// effects against the callee.
llvm::LogicalResult verifyCallArguments(BufferCallOpInterface call,
                                        PrimFuncOp callee,
                                        mlir::SymbolTableCollection &symbols);

/// Checks that two arguments, one of which the callee writes, share no memory,
/// unless the callee allows it at their distance.
llvm::LogicalResult verifyOverlaps(BufferCallOpInterface call,
                                   PrimFuncOp callee);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_CALLVERIFICATION_H
