//===- CallVerification.h - A call against what it calls
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

/// An error at `call`, with a note at the callee.
mlir::InFlightDiagnostic emitCallError(mlir::Operation *call, PrimFuncOp callee,
                                       const llvm::Twine &message);

/// Checks number, types and regions of the arguments, the context and the
/// effects against the callee.
llvm::LogicalResult verifyCallArguments(BufferCallOpInterface call,
                                        PrimFuncOp callee,
                                        mlir::SymbolTableCollection &symbols);

/// Checks that what is passed as two arguments, one of which the callee writes,
/// shares no memory, or that the callee allows it at that distance.
llvm::LogicalResult verifyOverlaps(BufferCallOpInterface call,
                                   PrimFuncOp callee);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_CALLVERIFICATION_H
