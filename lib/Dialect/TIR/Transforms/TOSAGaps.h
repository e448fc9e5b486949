//===- TOSAGaps.h - Where upstream's lowering of TOSA falls short
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_TOSAGAPS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_TOSAGAPS_H

#include "mlir/IR/BuiltinOps.h"

namespace tir {

/// Rewrites what upstream's patterns of MLIR 22.1 would lower to invalid or
/// wrong code, or marks it for `closeTOSAGaps`.
void prepareTOSAGaps(mlir::ModuleOp module);

/// Mends what the patterns made of the marked operators, and expresses the
/// few operations on index as arith.
void closeTOSAGaps(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_TOSAGAPS_H
