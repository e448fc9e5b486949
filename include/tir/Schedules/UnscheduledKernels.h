//===- UnscheduledKernels.h - Kernels that want a schedule
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SCHEDULES_UNSCHEDULEDKERNELS_H
#define TIR_SCHEDULES_UNSCHEDULEDKERNELS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// An operation in `function` by which a kernel that has no schedule still
/// works on tensors; null where the function wants no schedule. A public
/// function wants none: it calls kernels, and bufferization takes its tensors
/// away.
mlir::Operation *findUnscheduledStore(PrimFuncOp function);

} // namespace tir

#endif // TIR_SCHEDULES_UNSCHEDULEDKERNELS_H
