//===- Models.h - The models of a module
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_MODELS_H
#define TIR_DIALECT_TIR_IR_MODELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "llvm/ADT/DenseMap.h"

namespace tir {

/// Returns the functions that represent models, in the module's order: each has
/// `tir.model` or `tir.interface`. Before the phase `abi`, these
/// are the main functions; afterwards, the functions that the application
/// calls.
llvm::SmallVector<mlir::FunctionOpInterface> getModels(mlir::ModuleOp module);

/// Returns the only model of the module, or null if it has none. Reports an
/// error if it has several; the error contains `purpose`, the reason why only
/// one is allowed ("a C header describes one model"), and `remedy`, what to do.
mlir::FailureOr<mlir::FunctionOpInterface> getOnlyModel(mlir::ModuleOp module,
                                                        llvm::StringRef purpose,
                                                        llvm::StringRef remedy);

/// Returns the model called `name`. Reports an error that lists the module's
/// models if there is no such model.
mlir::FailureOr<mlir::FunctionOpInterface> findModel(mlir::ModuleOp module,
                                                     llvm::StringRef name);

/// Return `tir.model` with a name, the plan in it, and `tir.interface` of
/// `model`, or null if it is null or does not have them.
ModelAttr getModelInfo(mlir::Operation *model);
PlanAttr getPlan(mlir::Operation *model);
mlir::DictionaryAttr getInterface(mlir::Operation *model);

/// Returns the name in `tir.model`, or `default` if there is none.
llvm::StringRef getModelName(mlir::Operation *model);

/// Returns the pools for buffers of `plan`, which may be null, without the
/// memory of inputs.
llvm::SmallVector<PlannedPoolAttr> getPlannedPools(PlanAttr plan);

/// Returns the pools for constants that the application passes, according to
/// `plan`, which may be null.
llvm::ArrayRef<PlannedPoolAttr> getPlannedConstantPools(PlanAttr plan);

/// Returns the inputs and outputs in pools according to `plan`, which may be
/// null.
llvm::ArrayRef<PlannedArgumentAttr> getPlannedArguments(PlanAttr plan);

/// Moves the attributes of a model from the function `from` to `to`.
void moveModel(mlir::Operation *from, mlir::Operation *to);

/// Verifies that one of the attributes above, is on an
/// operation that may have it, and that it has the form that its readers
/// expect.
mlir::LogicalResult verifyModelAttribute(mlir::Operation *op,
                                         mlir::NamedAttribute attribute);

/// Maps the symbols of a module to the names of their models. The name of a
/// symbol in C begins with the name of its model.
///
/// If a module has one model, every symbol belongs to it. If it has several, a
/// symbol belongs to the model whose prefix its name in C has, else to the
/// first model that uses it, else to the first model. The symbols of a module
/// with a `registry` in `tir.model` belong to it.
class ModelNames {
public:
  explicit ModelNames(mlir::ModuleOp module);

  /// Returns the name of the model of `op`, or of the symbol around it.
  llvm::StringRef lookup(mlir::Operation *op) const;

  /// Returns the name of the first model.
  llvm::StringRef getFirst() const { return first; }

private:
  llvm::StringRef first;
  /// If there are several models, the name of the model of each symbol that one
  /// of them uses.
  llvm::DenseMap<mlir::StringAttr, llvm::StringRef> models;
};

/// Returns whether the models belong into the program's system library
/// (`system_lib` of `tir.interface`).
bool isInSystemLibrary(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_MODELS_H
