//===- PhaseContract.h - What must hold after a phase
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

/// Where values of tensor type are allowed after a phase.
enum class Tensors { Everywhere, InKernels, Nowhere };

/// What a model has after a phase.
enum class ModelPart { Name, Plan, Interface };

/// Why an operation is still there after a phase, and what to do about it.
struct LeftoverCause {
  /// Selects the operations that this cause explains; null for all.
  OperationPredicate explains;
  llvm::StringLiteral text;
};

/// What a phase guarantees to the next one.
struct PhaseContract {
  static constexpr llvm::StringLiteral kDefaultCause =
      "a pass of the phase left it; run tirc with --dump-phases=DIR and look "
      "at the file of the phase before";

  /// The operations that the module may contain.
  OperationPredicate admits;
  /// The operations that public functions may contain if they only call
  /// kernels. Null if these functions have no rule of their own.
  OperationPredicate admitsInEntry = nullptr;
  /// The name of the operation that each public function must be, each of them
  /// a model. Empty if there may be other public functions.
  llvm::StringLiteral entry = "";
  Tensors tensors = Tensors::Nowhere;
  /// The dialects that attributes and types may come from, besides builtin.
  /// Empty if they may come from any dialect.
  llvm::ArrayRef<llvm::StringLiteral> attributeDialects = {};
  /// What each model carries. Empty if there may be no model.
  llvm::ArrayRef<ModelPart> modelParts = {};
  /// Causes that are specific to this phase. The first one that explains an
  /// operation is reported. The causes common to all phases come after these.
  llvm::ArrayRef<LeftoverCause> causes = {};
  /// The cause that is reported if no other explains an operation.
  llvm::StringLiteral otherwise = kDefaultCause;
  /// Checks what is specific to the phase; null if there is nothing to check.
  mlir::LogicalResult (*check)(mlir::ModuleOp module) = nullptr;
};

/// Checks that the module satisfies the contract of `phase`, and reports each
/// violation on the operation that it concerns.
mlir::LogicalResult verifyPhaseContract(mlir::ModuleOp module,
                                        llvm::StringRef phase,
                                        const PhaseContract &contract);

} // namespace tir

#endif // TIR_PIPELINES_PHASECONTRACT_H
