//===- EffectVerification.h - Verification of declared effects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_IR_EFFECTVERIFICATION_H
#define TIR_LIB_DIALECT_TIR_IR_EFFECTVERIFICATION_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Checks that the body of `function` writes neither constant data nor an
/// argument that is declared `read`, and that it does not read an argument that
/// is declared `write` before it has written it. The verifier of a `tir` call
/// checks what the call writes (`verifyWritable`).
mlir::LogicalResult verifyEffects(PrimFuncOp function,
                                  mlir::SymbolTableCollection &symbols);

/// Checks that no operation writes the memory behind `constant`, the address of
/// constant data in a function that is not a `tir.prim_func`.
mlir::LogicalResult verifyUnwritten(mlir::Value constant,
                                    mlir::SymbolTableCollection &symbols);

/// Checks that the memory that `call` passes as argument `index`, which
/// `callee` writes, may be written: it is neither constant data nor an argument
/// of the enclosing function that is declared `read`.
mlir::LogicalResult verifyWritable(BufferCallOpInterface call,
                                   PrimFuncOp callee, unsigned index,
                                   mlir::SymbolTableCollection &symbols);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_EFFECTVERIFICATION_H
