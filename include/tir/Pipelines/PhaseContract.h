//===- PhaseContract.h - What holds after a phase
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_PHASECONTRACT_H
#define TIR_PIPELINES_PHASECONTRACT_H

#include "mlir/IR/BuiltinOps.h"

namespace tir {

/// Whether an operation belongs to a set of operations.
using OperationPredicate = bool (*)(mlir::Operation *);

/// Where values of tensor type may stand after a phase.
enum class Tensors { Everywhere, InKernels, Nowhere };

/// Why an operation is still there after a phase, and what to do about it.
struct LeftoverCause {
  /// The operations that this explains; null for all.
  OperationPredicate explains;
  llvm::StringLiteral text;
};

/// What a phase promises to the next one.
struct PhaseContract {
  static constexpr llvm::StringLiteral kDefaultCause =
      "a pass of the phase left it; run tirc with --dump-phases=DIR and look "
      "at the file of the phase before";

  /// The operations that the module may hold.
  OperationPredicate admits;
  /// The operations that its public functions may hold, where they only call
  /// kernels; null where they may hold what the others do.
  OperationPredicate admitsInEntry = nullptr;
  /// The operation that each public function is, and each of them a model;
  /// empty where there may be other public functions.
  llvm::StringLiteral entry = "";
  Tensors tensors = Tensors::Nowhere;
  /// The dialects that attributes and types may come from, besides builtin;
  /// empty where they may come from any.
  llvm::ArrayRef<llvm::StringLiteral> attributeDialects = {};
  /// The attributes that each model carries; empty where there may be no model.
  llvm::ArrayRef<llvm::StringLiteral> modelAttributes = {};
  /// The causes of this phase; the first one that explains an operation is
  /// reported, and those of every phase come behind them.
  llvm::ArrayRef<LeftoverCause> causes = {};
  /// The cause where none of them explains an operation.
  llvm::StringLiteral otherwise = kDefaultCause;
  /// Checks what is particular to the phase; null where nothing is.
  mlir::LogicalResult (*check)(mlir::ModuleOp module) = nullptr;
};

/// Checks that the module is what `phase` promises, and reports each finding on
/// the operation it is about.
mlir::LogicalResult verifyPhaseContract(mlir::ModuleOp module,
                                        llvm::StringRef phase,
                                        const PhaseContract &contract);

} // namespace tir

#endif // TIR_PIPELINES_PHASECONTRACT_H
