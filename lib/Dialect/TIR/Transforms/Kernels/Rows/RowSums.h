//===- RowSums.h - Operations that add up rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_ROWSUMS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_ROWSUMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include "tir/Dialect/TIR/IR/TIR.h"
#include <optional>

namespace tir {

/// How an operation combines all rows of an argument of the kernel.
struct RowSum {
  /// The loop over the rows.
  unsigned loop;
  /// The value that the rows are added to.
  mlir::TypedAttr start;
};

/// Returns how an operation combines the rows of its only input, or
/// std::nullopt if it does something else.
std::optional<RowSum> findRowSum(mlir::linalg::LinalgOp op);

/// Makes one sum of each sum of sums of integers in a kernel.
void joinSums(PrimFuncOp kernel);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_ROWSUMS_H
