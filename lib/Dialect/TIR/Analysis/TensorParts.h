//===- TensorParts.h - Ranges of the indices of tensors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_ANALYSIS_TENSORPARTS_H
#define TIR_LIB_DIALECT_TIR_ANALYSIS_TENSORPARTS_H

#include "tir/Dialect/TIR/Analysis/ReadPositions.h"

namespace tir {

/// Returns the values of an index, or std::nullopt if they are not known.
std::optional<IndexRange> evaluate(mlir::AffineExpr expr,
                                   llvm::ArrayRef<IndexRange> loops);

inline llvm::ArrayRef<int64_t> getShape(mlir::Value tensor) {
  return llvm::cast<mlir::ShapedType>(tensor.getType()).getShape();
}

TensorPart getWhole(mlir::Value tensor);

/// Returns the range of the positions of some indices.
IndexRange collapse(llvm::ArrayRef<IndexRange> part,
                    llvm::ArrayRef<int64_t> shape);

/// Returns the part of a reshape's operand that has the elements of `part`.
TensorPart reshape(mlir::Operation *op, const TensorPart &part);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_ANALYSIS_TENSORPARTS_H
