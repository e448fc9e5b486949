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

/// What kind of computation an operation is. Only what its access maps and its
/// body state counts; everything else is `Unknown`.
enum class KernelKind {
  Unknown,
  /// Sums of products over a window and over input channels.
  Convolution,
  /// Sums of products over a window, each channel by itself.
  DepthwiseConvolution,
  /// Sums of products of two matrices, or of batches of them. A fully connected
  /// layer is one; TOSA states it as a convolution with a window of 1x1.
  Matmul,
  /// A reduction over a window, such as a maximum.
  Pooling,
  /// Any other reduction.
  Reduction,
  /// Each element from the elements at its place in the operands, where an
  /// operand may be broadcast.
  Elementwise,
  /// Elements at places that other elements state: a table, a gather.
  Lookup,
  /// Elements in another order, or constants: nothing is computed.
  DataMovement
};

/// On a kernel function: the name of its kind, for when its body is loops.
inline constexpr llvm::StringLiteral kKindAttrName = "tir.kind";

/// The name of a kind, such as `depthwise_convolution`.
llvm::StringRef stringifyKernelKind(KernelKind kind);

/// One operand of the products that an operation adds up, or what it reduces.
struct Factor {
  mlir::OpOperand *operand;
  /// What is subtracted from each element first; nothing where that is not a
  /// constant. 0 where nothing is subtracted.
  std::optional<int64_t> zeroPoint;
};

/// What one structured operation computes.
struct StructuredOpDescription {
  KernelKind kind = KernelKind::Unknown;
  /// Of convolutions and poolings.
  mlir::linalg::ConvolutionDimensions convolution;
  /// Of matmuls.
  mlir::linalg::ContractionDimensions contraction;
  /// What is multiplied, or the only input of a reduction whose body is one
  /// operation; empty for all else.
  llvm::SmallVector<Factor, 2> factors;
  /// How many products one run adds up.
  int64_t multiplications = 0;
};

StructuredOpDescription describeStructuredOp(mlir::linalg::LinalgOp op);

/// The number that casts turn into `value`, each into the same number of
/// another type or into the nearest one.
mlir::Value stripNumberCasts(mlir::Value value);

/// Whether the place that `extract`, in the body of a structured operation,
/// reads follows from elements of that operation's operands.
bool dependsOnElements(mlir::tensor::ExtractOp extract);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_STRUCTUREDOPS_H
