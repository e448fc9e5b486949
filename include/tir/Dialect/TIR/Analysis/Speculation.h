//===- Speculation.h - Running an operation where it was not reached
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_SPECULATION_H
#define TIR_DIALECT_TIR_ANALYSIS_SPECULATION_H

#include "mlir/IR/Operation.h"

namespace tir {

/// Whether `op` does no harm where the program would not have reached it: it
/// has no effects, ends, and does not trap. Upstream's `isPure` counts integer
/// remainders, `arith.floordivsi` and `math.ipowi` among the operations that
/// never trap; this function asks for their divisor as upstream does for
/// `arith.divsi`.
bool canSpeculate(mlir::Operation *op);

/// Drops what `op` promises only of the operands that it sees where it stands:
/// `nsw` and `nuw`. Elsewhere a sum may overflow, which C, unlike MLIR, leaves
/// undefined even where nobody reads the sum.
void dropLocalPromises(mlir::Operation *op);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_SPECULATION_H
