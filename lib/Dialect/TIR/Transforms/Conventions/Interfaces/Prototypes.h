//===- Prototypes.h - C prototypes of external functions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACES_PROTOTYPES_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACES_PROTOTYPES_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns the C prototypes, without semicolons, of the functions that the
/// application provides: the hooks of the devices, then the plain C functions
/// that the module calls. The model's C file contains the same prototypes.
/// Functions with a type that has no name in C99 are left out, and so are
/// functions that a header of the runtime declares.
llvm::SmallVector<std::string> collectPrototypes(mlir::ModuleOp module);

/// Adds to `interface`, which already describes what the application passes,
/// the functions that it provides (`prototypes`) and the place of the pools
/// (`workspace`).
void describeSurroundings(PrimFuncOp main, mlir::NamedAttrList &interface);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACES_PROTOTYPES_H
