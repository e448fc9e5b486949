//===- ScheduleChoices.h - The schedules that kernels could get
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_SCHEDULECHOICES_H
#define TIR_LIB_SCHEDULES_SCHEDULECHOICES_H

#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Schedules/Passes.h"
#include "tir/TargetInfo/TargetOptions.h"

namespace tir {

class ScheduleProvider;

/// A schedule that a kernel could get.
struct ScheduleCandidate {
  ScheduleAttrInterface schedule;
  /// The estimated cycles of one call.
  uint64_t cycles;
  /// Set if the search estimates it.
  ScheduleMemory memory = {};
};

/// A kernel and the schedules that it could get.
struct ScheduleChoices {
  PrimFuncOp kernel;
  llvm::ArrayRef<mlir::Operation *> calls;
  /// From the fewest cycles to the most. The last one is `#kernel.elementwise`,
  /// which needs no memory of its own.
  llvm::SmallVector<ScheduleCandidate> candidates;
};

/// What the schedules of kernels are chosen for.
struct ScheduleSearch {
  ScheduleSearch(mlir::MLIRContext *context, ScheduleChoice choice,
                 const TargetOptions &target, bool estimatesMemory,
                 bool limitsFlash = false);

  /// Returns the schedules that a kernel with these calls could get. Unless
  /// the choice is `elementwise`, shortens the kernel's sums first.
  ScheduleChoices findCandidates(PrimFuncOp kernel,
                                 llvm::ArrayRef<mlir::Operation *> calls) const;

  ScheduleChoice choice;
  ScheduleAttrInterface elementwise;
  TargetOptions target;
  bool estimatesMemory, limitsFlash;
  llvm::SmallVector<const ScheduleProvider *> providers;
};

/// Returns the bytes of a tensor, or 0 if its shape is not static.
uint64_t getBytes(mlir::ShapedType type, const mlir::DataLayout &layout);

/// Returns the tensor whose memory `tensor` will use: the destination of the
/// operation that computed it, or the tensor that it is a view of.
mlir::Value getOrigin(mlir::Value tensor);

/// Removes the candidates whose memory, at one of the calls, makes the tensors
/// that live at the same time larger than `limit` bytes. Inputs, outputs and
/// constants do not count. `byRows` has what lives at calls that run by rows.
void fitRAM(llvm::MutableArrayRef<ScheduleChoices> kernels, uint64_t limit,
            const llvm::DenseMap<mlir::Operation *, uint64_t> &byRows);

/// Removes candidates from the front until the module takes at most `limit`
/// bytes of flash, by estimate, or as few as possible. The others cost few
/// cycles for the bytes that they save.
void fitFlash(mlir::ModuleOp module,
              llvm::MutableArrayRef<ScheduleChoices> kernels, uint64_t limit);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_SCHEDULECHOICES_H
