//===- DescribeSteps.h - What a plan tells of each step
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_DESCRIBESTEPS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_DESCRIBESTEPS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"

namespace tir {

/// The row of `tir.plan`'s `steps` for each step, and of its `loops` for each
/// loop, as the pass `tir-plan-memory` documents them. To be called before
/// allocations are replaced: afterwards nothing tells what a step works on.
mlir::ArrayAttr describeSteps(mlir::MLIRContext *context,
                              const BufferLifetimes &lifetimes,
                              const mlir::DataLayout &layout);
mlir::ArrayAttr describeLoops(mlir::MLIRContext *context,
                              const BufferLifetimes &lifetimes);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_DESCRIBESTEPS_H
