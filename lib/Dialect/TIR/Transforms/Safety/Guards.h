//===- Guards.h - Functions that set and compare guards around memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_SAFETY_GUARDS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_SAFETY_GUARDS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Creates a private function in front of `main` whose arguments are buffers
/// with the types of `guards`, which have one dimension of the same extent.
PrimFuncOp createGuardFunction(llvm::StringRef name, PrimFuncOp main,
                               mlir::ValueRange guards, Effect effect,
                               mlir::SymbolTable &symbols);

/// Creates a loop over the elements of a guard.
mlir::scf::ForOp createGuardLoop(mlir::OpBuilder &builder, mlir::Location loc,
                                 int64_t elements, mlir::ValueRange initial);

/// What an element of a guard is, by its place.
using GuardElementFn = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::Value place)>;

/// Lets a function return `code` if one of its guards has another element.
void fillGuardCheck(PrimFuncOp function, int32_t code,
                    const llvm::Twine &message, GuardElementFn getElement);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_SAFETY_GUARDS_H
