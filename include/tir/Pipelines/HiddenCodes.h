//===- HiddenCodes.h - Codes that other analyses do not see
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_HIDDENCODES_H
#define TIR_PIPELINES_HIDDENCODES_H

#include "mlir/IR/Operation.h"

namespace tir {

/// Puts a `tir.opaque_code` before each return of a function in `root` that can
/// leave early, and after each call of such a function, unless there is one
/// already. Returns true if it added any.
bool hideCodes(mlir::Operation *root, bool isTemporary);

/// Removes each temporary `tir.opaque_code` in `root`.
void showCodes(mlir::Operation *root);

} // namespace tir

#endif // TIR_PIPELINES_HIDDENCODES_H
