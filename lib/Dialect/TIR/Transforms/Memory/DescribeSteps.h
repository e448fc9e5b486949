//===- DescribeSteps.h - Description of the steps of a plan
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

/// Returns an entry for each step (`steps` of `tir.plan`) and for each loop
/// (`loops`), as the pass `tir-plan-memory` documents them. Call these before
/// allocations are replaced: the buffers of a step are not known afterwards.
mlir::ArrayAttr describeSteps(mlir::MLIRContext *context,
                              const BufferLifetimes &lifetimes,
                              const mlir::DataLayout &layout);
mlir::ArrayAttr describeLoops(mlir::MLIRContext *context,
                              const BufferLifetimes &lifetimes);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_DESCRIBESTEPS_H
