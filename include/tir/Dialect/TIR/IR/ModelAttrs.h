//===- ModelAttrs.h - Attributes that describe a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_MODELATTRS_H
#define TIR_DIALECT_TIR_IR_MODELATTRS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRModelAttrs.h.inc"

namespace tir {

/// The parameters of a `#tir.plan`, to make one or to change some of them.
struct PlanParts {
  PlanParts() = default;
  explicit PlanParts(PlanAttr plan);

  PlanAttr get(mlir::MLIRContext *context) const;

  llvm::SmallVector<PlannedArgumentAttr> arguments;
  llvm::SmallVector<PlannedBufferAttr> buffers;
  llvm::SmallVector<PlannedPoolAttr> constantPools;
  std::optional<int64_t> inputsOutputsLiveBytes;
  llvm::SmallVector<PlannedLoopAttr> loops;
  std::optional<int64_t> lowerBound;
  llvm::SmallVector<PlannedPoolAttr> pools;
  ProfileAttr profile;
  llvm::SmallVector<PlannedStepAttr> steps;
  mlir::StringAttr strategy, workspace;
};

/// The parameters of a `#tir.model`.
struct ModelParts {
  ModelParts() = default;
  /// Takes the parameters of `model`, which may be null.
  explicit ModelParts(ModelAttr model);

  /// Returns the attribute, or null if nothing is known.
  ModelAttr get(mlir::MLIRContext *context) const;

  mlir::StringAttr name;
  bool packsConstants = false;
  PlanAttr plan;
  mlir::ArrayAttr registry;
  mlir::StringAttr source;
};

/// Returns what `tir.model` of a function or a module says, also if it is there
/// as text. The operation may be null.
ModelParts getModelParts(mlir::Operation *op);
void updateModel(mlir::Operation *op,
                 llvm::function_ref<void(ModelParts &)> change);

/// Gives a model another plan.
void setPlan(mlir::Operation *model, const PlanParts &plan);

/// The parameters of a `#tir.entry`.
struct EntryParts {
  int64_t extraArgs = 0;
  bool forLoaders = false, isLoaded = false;
  mlir::StringAttr registryName;
  bool trustsCaller = false;
};

/// Returns how callers reach a function.
EntryParts getEntry(mlir::Operation *function);

/// Changes how callers reach a function.
void updateEntry(mlir::Operation *function,
                 llvm::function_ref<void(EntryParts &)> change);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_MODELATTRS_H
