//===- Exportable.h - Checks that a module can be part of a program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_EXPORTABLE_H
#define TIR_TARGET_EXPORTABLE_H

#include "mlir/IR/BuiltinOps.h"

namespace tir {

/// Fails with an error if `module` (of the EmitC or the LLVM dialect) contains
/// an operation that neither C nor an object can express: a blob of another
/// dialect, or data that code must compute before main runs, which firmware
/// need not do.
mlir::LogicalResult verifyExportable(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_TARGET_EXPORTABLE_H
