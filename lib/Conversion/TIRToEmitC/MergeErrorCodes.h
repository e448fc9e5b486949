//===- MergeErrorCodes.h - One variable for the code of a chain of steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOEMITC_MERGEERRORCODES_H
#define TIR_LIB_CONVERSION_TIRTOEMITC_MERGEERRORCODES_H

#include "mlir/Dialect/EmitC/IR/EmitC.h"

namespace tir {

/// Rewrites `if (code == 0) { next = step(); } else { next = code; }`, which
/// tir-lower-try creates for each step, to `if (code == 0) code = step();`.
void mergeErrorCodes(mlir::Operation *root);

/// Returns true if the variable is used only by loads and assignments, so that
/// nothing has its address.
bool isLocalVariable(mlir::Value variable);

/// Returns true if `variable` still has at `op` the value that it had at
/// `from`: nothing on the way between them assigns it. The way may lead into
/// branches, but not into loops, which could run the assignment again.
bool isUnchanged(mlir::Value variable, mlir::Operation *from,
                 mlir::Operation *op);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOEMITC_MERGEERRORCODES_H
