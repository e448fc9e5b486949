//===- OpaqueCode.h - Codes that analyses know nothing about
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_OPAQUECODE_H
#define TIR_DIALECT_TIR_IR_OPAQUECODE_H

#include "tir/Dialect/TIR/IR/TIR.h"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIROpaqueCodeOps.h.inc"

namespace tir {

/// Returns true if the function around `op` can return from the middle at `op`,
/// with a code other than 0: at a check, or at a call that can fail.
bool mayLeave(mlir::Operation *op);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_OPAQUECODE_H
