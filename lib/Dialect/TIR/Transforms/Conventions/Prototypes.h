//===- Prototypes.h - The C of functions from outside
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PROTOTYPES_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PROTOTYPES_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// The C prototypes, without a semicolon, of what the application provides: the
/// hooks of the devices, then the plain C functions that the module calls. They
/// are those that the model's C file has. Left out are functions with a type
/// that C99 has no name for, and what a header of the runtime declares.
llvm::SmallVector<std::string> collectPrototypes(mlir::ModuleOp module);

/// Adds to `interface`, which says already what the application passes, what it
/// provides (`prototypes`) and where the pools are (`workspace`).
void describeSurroundings(mlir::ModuleOp module,
                          mlir::NamedAttrList &interface);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PROTOTYPES_H
