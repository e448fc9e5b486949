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

/// The name of each loop of `op` in the C. Loops of convolutions, poolings and
/// matmuls are named after what they run over: `n`, `h`, `w`, `c` over the
/// result, `kh`, `kw`, `ic` over the window and the input channels; `i`, `j`
/// and `k` of a matmul. Other loops are `i`, `j`, `k`, … over a result and `r`,
/// `s`, `t`, … where they reduce.
llvm::SmallVector<llvm::StringRef> getLoopNames(mlir::linalg::LinalgOp op);

/// The names of the loops over the elements of `tensor`: those of the operation
/// that its elements come from, as far as they keep their dimensions.
llvm::SmallVector<llvm::StringRef> getDimensionNames(mlir::Value tensor);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_LOOPNAMES_H
