//===- LoopRows.h - Rows that a loop reads and writes one by one
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_LOOPROWS_H
#define TIR_DIALECT_TIR_ANALYSIS_LOOPROWS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tir {

/// Returns whether `op` is a `tensor.extract_slice` or a `tensor.insert_slice`
/// of elements that lie side by side, at a place that follows from the counters
/// of the `scf.for` around it. On buffers, it is an address.
bool isLoopRow(mlir::Operation *op);

/// Returns whether `value` is `tensor` with rows that loops write, and nothing
/// else reads any of the tensors in between, so that all of them can be one
/// buffer.
bool isUpdateByRows(mlir::Value value, mlir::Value tensor);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_LOOPROWS_H
