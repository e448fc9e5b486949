//===- NarrowFloats.h - f16 and bf16 by way of f32
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TIRCOMMON_NARROWFLOATS_H
#define TIR_CONVERSION_TIRCOMMON_NARROWFLOATS_H

#include "mlir/IR/Operation.h"

namespace tir {

/// Rewrites arith and math on f16 and bf16 below `root` as operations on f32,
/// each rounded back, which gives the same result. The only operations on f16
/// and bf16 that remain are `extf` and `truncf`, constants, `select`,
/// `bitcast`, loads and stores.
mlir::LogicalResult emulateNarrowFloats(mlir::Operation *root);

} // namespace tir

#endif // TIR_CONVERSION_TIRCOMMON_NARROWFLOATS_H
