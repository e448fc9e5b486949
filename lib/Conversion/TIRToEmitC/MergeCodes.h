//===- MergeCodes.h - One variable for the code of a chain of steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOEMITC_MERGECODES_H
#define TIR_LIB_CONVERSION_TIRTOEMITC_MERGECODES_H

#include "mlir/Dialect/EmitC/IR/EmitC.h"

namespace tir {

/// Turns `if (code == 0) { next = step(); } else { next = code; }`, which
/// tir-lower-try makes of each step, into `if (code == 0) code = step();`.
void mergeCodes(mlir::Operation *root);

/// Nothing but loads and assignments: nobody has the variable's address.
bool isLocalVariable(mlir::Value variable);

/// Whether `variable` still has at `op` the value that it had at `from`:
/// nothing on the way from one to the other assigns it. The way may lead into
/// branches, not into loops, which could come by again.
bool isUnchanged(mlir::Value variable, mlir::Operation *from,
                 mlir::Operation *op);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOEMITC_MERGECODES_H
