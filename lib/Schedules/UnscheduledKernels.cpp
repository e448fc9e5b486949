//===- UnscheduledKernels.cpp - Kernels that need a schedule
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/UnscheduledKernels.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
using namespace tir;

Operation *tir::findUnscheduledStore(PrimFuncOp function) {
  Operation *found = nullptr;
  if (function.isPrivate() && !function.getScheduleAttr())
    function.walk([&](bufferization::MaterializeInDestinationOp store) {
      found = store;
      return WalkResult::interrupt();
    });
  return found;
}
