//===- DescribeSteps.h - Description of the steps of a plan
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_DESCRIBESTEPS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_DESCRIBESTEPS_H

#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"

namespace tir {

/// Returns an entry for each step (`steps` of `#tir.plan`) and for each loop
/// (`loops`), as the pass `tir-plan-memory` documents them. Call these before
/// allocations are replaced: the buffers of a step are not known afterwards.
llvm::SmallVector<PlannedStepAttr>
describeSteps(const BufferLifetimes &lifetimes, const mlir::DataLayout &layout);
llvm::SmallVector<PlannedLoopAttr>
describeLoops(mlir::MLIRContext *context, const BufferLifetimes &lifetimes);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_DESCRIBESTEPS_H
