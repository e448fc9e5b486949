//===- Recursion.h - Functions that call themselves
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_RECURSION_H
#define TIR_DIALECT_TIR_ANALYSIS_RECURSION_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Fails if a `tir.prim_func` of `module` calls itself by `tir.call_tir`,
/// directly or through others. Emits an error at the call that closes the
/// cycle, with a note at each of the other calls.
llvm::LogicalResult verifyNoRecursion(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_RECURSION_H
