//===- SumsOfProducts.h - What is fused with sums of products
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_SUMSOFPRODUCTS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_SUMSOFPRODUCTS_H

#include "mlir/IR/Operation.h"

namespace tir {

bool isReduction(mlir::Operation *op);
bool isSumOfProducts(mlir::Operation *op);

/// Returns whether kernels may compute an operation again rather than load what
/// it computed.
bool isCheapToRecompute(mlir::Operation *op);

/// Returns whether `op` computes its elements from the wider elements of a sum
/// of products, and no value on the way has narrower ones.
bool isNarrowestAfterSum(mlir::Operation *op);

/// Returns whether `op` makes the elements narrower that another operation
/// computes. A kernel of its users would need the wide ones from memory.
bool narrowsComputedElements(mlir::Operation *op);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_FUSION_SUMSOFPRODUCTS_H
