//===- SplitMeans.h - Means of a window as sums ----------------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SPLITMEANS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SPLITMEANS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tir::slide {

/// Replaces each `tosa.avg_pool2d` of integers that has one result for all of a
/// channel by sums of 32 bits and one rescale, which is the same to the bit:
/// sums can be made in parts.
void splitMeans(mlir::func::FuncOp entry);

} // namespace tir::slide

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SPLITMEANS_H
