//===- HighLevelOps.h - What must be lowered before a back end's conversion
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TIRCOMMON_HIGHLEVELOPS_H
#define TIR_CONVERSION_TIRCOMMON_HIGHLEVELOPS_H

#include "mlir/Transforms/DialectConversion.h"

namespace tir {

/// Fails if `op` is a tir operation whose calling convention is still open (a
/// function, a call, a device's context), with an error at `op` that names the
/// pass to run first.
mlir::LogicalResult checkLowLevel(mlir::Operation *op);

/// Adds patterns that report the same error for each such operation that a
/// conversion meets, rather than only that it failed to legalize.
void populateHighLevelOpErrorPatterns(mlir::RewritePatternSet &patterns);

} // namespace tir

#endif // TIR_CONVERSION_TIRCOMMON_HIGHLEVELOPS_H
