//===- OutlinedFunction.h - Operations on buffers become a function
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_OUTLINEDFUNCTION_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_OUTLINEDFUNCTION_H

#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/SetVector.h"

namespace tir {

/// The values that a function needs if it takes the place of operations.
struct OutlinedValues {
  /// Values that the function receives as arguments.
  llvm::SetVector<mlir::Value> arguments;
  /// Operations outside that the function repeats in its body, in order.
  llvm::SetVector<mlir::Operation *> inside;
};

/// Collects what `ops`, and the regions in them, use of values that are defined
/// outside. An operation for which `goesInside` holds is repeated in the
/// function; the results of all others become arguments.
OutlinedValues
collectOutlinedValues(llvm::ArrayRef<mlir::Operation *> ops,
                      llvm::function_ref<bool(mlir::Operation *)> goesInside);

/// Replaces the last of `ops` by a `tir.call_tir` of `function` on `operands`,
/// and erases `ops` and the operations in `inside` that nothing else uses.
void replaceByCall(llvm::ArrayRef<mlir::Operation *> ops,
                   const OutlinedValues &values, PrimFuncOp function,
                   mlir::ValueRange operands);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_OUTLINEDFUNCTION_H
