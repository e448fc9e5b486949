//===- RowGroup.h - Calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_ROWGROUP_H
#define TIR_DIALECT_TIR_ANALYSIS_ROWGROUP_H

#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Plan/RowPipeline.h"

namespace tir {

/// Returns whether a buffer is an input whose rows the application hands over
/// one by one (`fed` in `kernel.argument`).
bool isFedInput(mlir::Value buffer);

/// A call, and the function that computes a row of what it computes. Their
/// arguments are the same, except that the function gets windows
/// (`window` in `kernel.argument`).
struct RowCall {
  CallTIROp call;
  PrimFuncOp rowKernel;
};

/// Calls that can run in turns, each time for a row. The kernels of `problem`
/// are the calls, and its tensors are `tensors`.
struct RowGroup {
  struct Tensor {
    mlir::Value value;
    mlir::Type elementType;
    int64_t rowElements;
    /// What is in rows outside of the tensor, or, if kernels add to the tensor,
    /// in the tensor at first; null if nothing needs to be known.
    mlir::TypedAttr padding = nullptr;
  };

  llvm::SmallVector<RowCall> calls;
  RowProblem problem;
  RowPipeline pipeline;
  llvm::SmallVector<Tensor> tensors;
  /// For each call, the argument that it writes and those that it reads through
  /// windows, in the order of the kernel's windows.
  llvm::SmallVector<unsigned> outputs;
  llvm::SmallVector<llvm::SmallVector<unsigned>> windows;
};

/// Returns the group of these calls, or std::nullopt if they cannot run in
/// turns. `getTensor` returns what identifies the tensor that a call gets or
/// writes as argument `index`, or null if it has no rows to refer to. `isWhole`
/// says whether all rows of a tensor must be in memory. So are the rows of a
/// tensor that none of the calls makes, unless the application hands them over
/// one by one. `reason`, if given, becomes why the last call cannot, as the end
/// of a sentence about that call.
std::optional<RowGroup> makeRowGroup(
    llvm::ArrayRef<RowCall> calls,
    llvm::function_ref<mlir::Value(CallTIROp call, unsigned index)> getTensor,
    llvm::function_ref<bool(mlir::Value tensor)> isWhole,
    llvm::StringRef *reason = nullptr);

/// A call that reads rows of a tensor, and the argument that gets them.
struct RowReader {
  RowCall call;
  unsigned argument;

  PrimFuncOp getRowKernel() const { return call.rowKernel; }
};

/// Returns the call that could move the rows of a tensor's ring itself, as far
/// as the pipeline says, or std::nullopt.
std::optional<RowReader> findMover(const RowGroup &group, unsigned tensor);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_ROWGROUP_H
