//===- PlainLoops.h - Kernels without schedules
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_PLAINLOOPS_H
#define TIR_LIB_CHECK_PLAINLOOPS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tir {

/// Returns why the model cannot run in this process, as the end of a sentence,
/// or an empty string. `kernels` is a module before the phase `schedule`.
std::string findObstacle(mlir::ModuleOp kernels);

/// Which inputs of a model may be positions in a tensor, which must have an
/// element there.
enum class PositionInputs {
  None,
  /// Integers of 32 bits and more.
  Integers,
  /// Floats, too, as the model makes such integers of floats.
  All
};

PositionInputs findPositionInputs(mlir::ModuleOp kernels);

/// Returns how many turns the innermost loops take in a run of the model.
uint64_t countTurns(mlir::ModuleOp kernels);

/// Returns a copy of `kernels` as loops of upstream's conversion, after the
/// phase `loops`, with each tensor in memory of its own.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
makePlainLoops(mlir::ModuleOp kernels);

} // namespace tir

#endif // TIR_LIB_CHECK_PLAINLOOPS_H
