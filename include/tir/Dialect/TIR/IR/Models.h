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
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace tir {

/// The functions that stand for models, in the module's order: each carries
/// `tir.model`, `tir.plan` or `tir.interface`. Up to the phase `abi` that is a
/// model's main function, afterwards the function that the application calls.
llvm::SmallVector<mlir::FunctionOpInterface> getModels(mlir::ModuleOp module);

/// The one model of the module; null where it has none. `purpose` says what
/// needs just one, such as "a C header describes one model", and `remedy` what
/// to do: both are part of the error where there are several.
mlir::FailureOr<mlir::FunctionOpInterface> getOnlyModel(mlir::ModuleOp module,
                                                        llvm::StringRef purpose,
                                                        llvm::StringRef remedy);

/// The model of that name; an error where there is none, which lists those
/// that there are.
mlir::FailureOr<mlir::FunctionOpInterface> findModel(mlir::ModuleOp module,
                                                     llvm::StringRef name);

/// The description (`tir.model`, `tir.plan` or `tir.interface`) that `model`
/// carries; null where it does not, or is null itself.
mlir::DictionaryAttr getModelAttribute(mlir::Operation *model,
                                       llvm::StringRef name);

/// The name in `tir.model`, `default` where there is none.
llvm::StringRef getModelName(mlir::Operation *model);

/// Makes `to` the function that stands for the model in place of `from`.
void moveModel(mlir::Operation *from, mlir::Operation *to);

/// Checks that one of the attributes above, or `tir.models`, stands where it
/// belongs.
mlir::LogicalResult verifyModelAttribute(mlir::Operation *op,
                                         mlir::NamedAttribute attribute);

/// The names of the models that the symbols of a module belong to, which begin
/// the names that these symbols get in C.
///
/// In a module of one model everything belongs to that model. In one of several
/// a symbol belongs to the model that its name in C begins with, else to the
/// first one that uses it, else to the first one. What a module makes of
/// `tir.models` belongs to the registry.
class ModelNames {
public:
  explicit ModelNames(mlir::ModuleOp module);

  /// The name of the model that `op`, or the symbol around it, belongs to.
  llvm::StringRef lookup(mlir::Operation *op) const;

  /// The name of the first model.
  llvm::StringRef getFirst() const { return first; }

private:
  llvm::StringRef first;
  /// Where there are several, the name of the model of each symbol that one of
  /// them uses.
  llvm::DenseMap<mlir::StringAttr, llvm::StringRef> models;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_MODELS_H
