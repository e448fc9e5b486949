//===- MergeModels.h - One module for several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_MERGEMODELS_H
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_MERGEMODELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tir {

/// Moves the contents of all modules, which have one model each, into one.
/// Declarations, devices and pools that are equal become one. Of other symbols
/// with one name, the first keeps it; `restoreNames` gives it back to the
/// others once the phase `abi` has named them after their models.
mlir::OwningOpRef<mlir::ModuleOp>
mergeModels(llvm::MutableArrayRef<mlir::OwningOpRef<mlir::ModuleOp>> modules);

/// Removes what `mergeModels` added to the names of symbols.
void restoreNames(mlir::ModuleOp module);

/// Keeps one of constants that are equal. Returns the bytes of the others.
uint64_t shareConstants(mlir::ModuleOp module);

/// Renames one symbol and its uses.
void renameSymbol(mlir::ModuleOp module, mlir::Operation *symbol,
                  llvm::StringRef name);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_MERGEMODELS_H
