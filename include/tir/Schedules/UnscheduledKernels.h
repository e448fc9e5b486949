//===- UnscheduledKernels.h - Kernels that need a schedule
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

/// Returns an operation that shows that `function` works on tensors and needs a
/// schedule but has none, or null if it needs none. A public function needs
/// none: it calls kernels, and bufferization replaces its tensors.
mlir::Operation *findUnscheduledStore(PrimFuncOp function);

} // namespace tir

#endif // TIR_SCHEDULES_UNSCHEDULEDKERNELS_H
