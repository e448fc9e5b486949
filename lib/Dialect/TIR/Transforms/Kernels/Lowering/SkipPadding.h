//===- SkipPadding.h - Padding that changes no accumulator
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERING_SKIPPADDING_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERING_SKIPPADDING_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tir {

/// Returns whether an iteration that reads `padding` through `operand` leaves
/// each accumulator unchanged, so that the loops can skip it. TOSA 1.0 leaves
/// such elements out of convolutions and poolings (2.2 CONV2D, MAX_POOL2D), and
/// upstream's lowering pads with a value that changes nothing.
bool canSkipPadding(mlir::linalg::LinalgOp op, mlir::OpOperand &operand,
                    mlir::Attribute padding);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERING_SKIPPADDING_H
