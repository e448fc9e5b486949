//===- LoopNames.h - What loops over tensors are called
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_LOOPNAMES_H
#define TIR_DIALECT_TIR_ANALYSIS_LOOPNAMES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tir {

/// Returns the name of each loop of `op` in the C. The loops of convolutions,
/// poolings and matmuls are named after their dimensions: `n`, `h`, `w`, `c` of
/// the result, `kh`, `kw`, `ic` of the window and the input channels; `i`, `j`
/// and `k` of a matmul. Other loops are `i`, `j`, `k`, … over a result and `r`,
/// `s`, `t`, … if they reduce.
llvm::SmallVector<llvm::StringRef> getLoopNames(mlir::linalg::LinalgOp op);

/// Returns the names of the loops over the elements of `tensor`: the names of
/// the operation that computes the elements, for the dimensions that are
/// preserved on the way.
llvm::SmallVector<llvm::StringRef> getDimensionNames(mlir::Value tensor);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_LOOPNAMES_H
