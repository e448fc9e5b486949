//===- FoldInt8Sums.h - Short forms of functions of quantised elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_FOLDINT8SUMS_H
#define TIR_LIB_SCHEDULES_FOLDINT8SUMS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tir {

/// Replaces the operations of a kernel that compute an int8 element from one or
/// two other int8 elements with TOSA's rescales, such as a residual addition,
/// by a sum of two products (`AffineSum`) where both are equal for all
/// elements.
void foldInt8Sums(mlir::FunctionOpInterface kernel);

/// The same with a form that is fixed but for its numbers (`FixedSum`). Returns
/// the constants in the bodies that have the numbers: two factors, or one for
/// one element, and an offset for each sum.
llvm::SmallVector<mlir::Value> fixInt8Sums(mlir::FunctionOpInterface kernel);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_FOLDINT8SUMS_H
