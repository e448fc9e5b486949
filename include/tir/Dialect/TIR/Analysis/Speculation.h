//===- Speculation.h - Running operations speculatively
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

/// Returns true if `op` may run where the program would not have run it: it has
/// no effects, terminates, and does not trap. Upstream's `isPure` treats
/// integer remainders, `arith.floordivsi` and `math.ipowi` as operations that
/// never trap; this function checks their divisors as upstream does for
/// `arith.divsi`.
bool canSpeculate(mlir::Operation *op);

/// Drops the promises of `op` that only hold for the operands in its current
/// place: `nsw` and `nuw`. In another place a sum may overflow, which is
/// undefined in C even if nothing reads the sum, unlike in MLIR.
void dropLocalPromises(mlir::Operation *op);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_SPECULATION_H
