//===- LineTables.h - Which layer the code of an object is of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_LINETABLES_H
#define TIR_LIB_TARGET_LLVM_LINETABLES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"

namespace tir {

/// Adds line tables to `translated`, the LLVM IR of `module`. The function of a
/// kernel has its name in C, and its layer in the model as its file; all of its
/// code is line 1 there. The code itself stays the same.
void addLineTables(mlir::ModuleOp module, llvm::Module &translated);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_LINETABLES_H
