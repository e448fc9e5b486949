//===- MergedGlobals.h - Constants and buffers as parts of others
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_MERGEDGLOBALS_H
#define TIR_LIB_CHECK_MERGEDGLOBALS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Lets the constants that only `main` reads be parts of one global, and the
/// buffers of plain loops, which only `main` uses, parts of another one.
/// Readers become views of these.
void mergeGlobals(mlir::ModuleOp module, PrimFuncOp main);

} // namespace tir

#endif // TIR_LIB_CHECK_MERGEDGLOBALS_H
