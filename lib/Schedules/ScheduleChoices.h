//===- ScheduleChoices.h - Schedules within limits of memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_SCHEDULECHOICES_H
#define TIR_LIB_SCHEDULES_SCHEDULECHOICES_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// A schedule that a kernel could get.
struct ScheduleCandidate {
  ScheduleAttrInterface schedule;
  /// The estimated cycles of one call.
  uint64_t cycles;
  /// Set where memory is limited.
  ScheduleMemory memory = {};
};

/// A kernel and the schedules that it could get.
struct ScheduleChoices {
  PrimFuncOp kernel;
  llvm::ArrayRef<mlir::Operation *> calls;
  /// From the fewest cycles to the most. The last one is `#tir.elementwise`,
  /// which needs no memory of its own.
  llvm::SmallVector<ScheduleCandidate> candidates;
};

/// Removes the candidates whose memory, at one of the calls, makes the tensors
/// that live at the same time larger than `limit` bytes. Inputs, outputs and
/// constants do not count.
void fitRAM(llvm::MutableArrayRef<ScheduleChoices> kernels, uint64_t limit);

/// Removes candidates from the front until the module takes at most `limit`
/// bytes of flash, by estimate, or as few as possible. The others cost few
/// cycles for the bytes that they save.
void fitFlash(mlir::ModuleOp module,
              llvm::MutableArrayRef<ScheduleChoices> kernels, uint64_t limit);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_SCHEDULECHOICES_H
