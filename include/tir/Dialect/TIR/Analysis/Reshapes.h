//===- Reshapes.h - Reshapes, and the indices of what they reshape
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_RESHAPES_H
#define TIR_DIALECT_TIR_ANALYSIS_RESHAPES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tir {

/// Returns whether the operation expands or collapses the shape of a tensor.
bool isReshape(mlir::Operation *op);

/// Returns the tensor of which `tensor` is a reshape, or null if it is not one.
mlir::Value getReshaped(mlir::Value tensor);

/// Returns whether a reshape only adds or drops dimensions of extent 1.
bool isUnitReshape(mlir::Operation *op);

/// Returns the indices of an element of the collapsed tensor from
/// `indices`, its indices in the expanded tensor, whose type is `expanded`.
/// `groups` has the dimensions of `expanded` that each collapsed one stands
/// for.
llvm::SmallVector<mlir::AffineExpr>
collapseIndices(llvm::ArrayRef<mlir::AffineExpr> indices,
                mlir::RankedTensorType expanded,
                llvm::ArrayRef<mlir::ReassociationIndices> groups);

/// Returns the indices of an element of the expanded tensor from `indices`, the
/// indices of the same element of the collapsed tensor.
llvm::SmallVector<mlir::AffineExpr>
expandIndices(llvm::ArrayRef<mlir::AffineExpr> indices,
              mlir::RankedTensorType expanded,
              llvm::ArrayRef<mlir::ReassociationIndices> groups);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_RESHAPES_H
