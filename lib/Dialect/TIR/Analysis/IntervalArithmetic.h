//===- IntervalArithmetic.h - Operations on intervals
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_ANALYSIS_INTERVALARITHMETIC_H
#define TIR_LIB_DIALECT_TIR_ANALYSIS_INTERVALARITHMETIC_H

#include "Interval.h"

#include "mlir/IR/Operation.h"

namespace tir {

/// Returns the number that a value is, if it is a constant and not too large.
std::optional<Interval> getConstantInterval(mlir::Value value);

/// Returns the numbers that the single result of an operation may be if its
/// operands are in the given intervals. A condition is 0 or 1.
Interval evaluateInterval(mlir::Operation *op,
                          llvm::ArrayRef<Interval> operands);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_ANALYSIS_INTERVALARITHMETIC_H
