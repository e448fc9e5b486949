//===- StructuredOps.h - What a structured operation computes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_STRUCTUREDOPS_H
#define TIR_DIALECT_TIR_ANALYSIS_STRUCTUREDOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tir {

/// The kind of an operation, as far as its access maps and its body determine
/// it. Everything else is `Unknown`.
enum class KernelKind {
  Unknown,
  /// Sums of products over a window and over input channels.
  Convolution,
  /// Sums of products over a window, separately for each channel.
  DepthwiseConvolution,
  /// Sums of products of two matrices, or of batches of matrices. A fully
  /// connected layer is one; in TOSA it is a convolution with a window of 1x1.
  Matmul,
  /// A reduction over a window, such as a maximum.
  Pooling,
  /// Any other reduction.
  Reduction,
  /// A maximum, a sum that depends on it, and elements that depend on both, in
  /// one kernel.
  Softmax,
  /// Each element is computed from the elements at its position in the
  /// operands. An operand may be broadcast.
  Elementwise,
  /// Elements at positions that are computed from other elements, as in a table
  /// or a gather.
  Lookup,
  /// Elements in another order, or constants, without a computation.
  DataMovement
};

/// Returns the name of a kind, such as `depthwise_convolution`.
llvm::StringRef stringifyKernelKind(KernelKind kind);

/// An operand of the products that an operation adds up, or the operand that it
/// reduces.
struct Factor {
  mlir::OpOperand *operand;
  /// The number that is subtracted from each element first: 0 if nothing is
  /// subtracted, std::nullopt if the number is not constant.
  std::optional<int64_t> zeroPoint;
};

/// The computation of one structured operation.
struct StructuredOpDescription {
  KernelKind kind = KernelKind::Unknown;
  /// The dimensions of a convolution or a pooling.
  mlir::linalg::ConvolutionDimensions convolution;
  /// The dimensions of a matmul.
  mlir::linalg::ContractionDimensions contraction;
  /// The operands that are multiplied, or the only input of a reduction whose
  /// body is one operation. Empty for all other operations.
  llvm::SmallVector<Factor, 2> factors;
  /// The number of products that one run adds up.
  int64_t multiplications = 0;
};

StructuredOpDescription describeStructuredOp(mlir::linalg::LinalgOp op);

/// Returns the number that `value` is cast from, by casts that preserve the
/// number or round it to the nearest one of another type.
mlir::Value stripNumberCasts(mlir::Value value);

/// Returns the operation in the body of a reduction that combines an element
/// with the accumulator, such as a sum or a maximum. Returns null for any other
/// body.
mlir::Operation *getCombiner(mlir::linalg::LinalgOp op);

/// Returns whether `op` reduces elements to their maximum, or to their sum.
bool isMaximum(mlir::linalg::LinalgOp op);
bool isSum(mlir::linalg::LinalgOp op);

/// Returns the operand of a structured operation if `value`, in its body, is an
/// element of this operand or cast from one. Returns null for other values.
mlir::OpOperand *getElementOperand(mlir::Value value);

/// Returns the constant integer that `value`, in the body of a structured
/// operation, is equal to, or std::nullopt if it is not known.
std::optional<int64_t> getConstantNumber(mlir::Value value);

/// Returns whether the position that `extract`, in the body of a structured
/// operation, reads depends on elements of the operation's operands.
bool dependsOnElements(mlir::tensor::ExtractOp extract);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_STRUCTUREDOPS_H
