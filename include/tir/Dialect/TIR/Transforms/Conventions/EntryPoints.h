//===- EntryPoints.h - The functions that the application calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ENTRYPOINTS_H
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ENTRYPOINTS_H

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"

namespace tir {

/// The attribute of a function that runs before the first step of a run.
inline constexpr llvm::StringLiteral kBeforeStepsAttrName = "before_steps";

/// The attribute of a function that runs before each step of a run. In the run
/// as a whole, it runs once.
inline constexpr llvm::StringLiteral kBeforeEachStepAttrName =
    "before_each_step";

/// The attribute of a function that runs at the end of a run, and after each
/// step if the model runs in steps.
inline constexpr llvm::StringLiteral kAfterEachStepAttrName = "after_each_step";

/// Returns the main function of each model: the public functions except each
/// `init`; those in the registry only if there are no others. Reports an error
/// if there is none, or if one of several has no model name of its own.
/// `interface` names the interface in the error, such as "C interface".
mlir::FailureOr<llvm::SmallVector<PrimFuncOp>>
findMains(mlir::ModuleOp module, llvm::StringRef interface);

/// Returns the function that initialises the devices for a model,
/// `tvmgen_<model>_init`, or null.
PrimFuncOp findInit(mlir::ModuleOp module, llvm::StringRef model);

/// Returns the struct of the model's variables if argument `index` of `main` is
/// its handle, else null.
StructOp getState(PrimFuncOp main, unsigned index);

/// The roles of the arguments of main.
struct Roles {
  llvm::SmallVector<unsigned> inputs, outputs, pools, contexts;
  /// The model's variables.
  std::optional<unsigned> state;
};

/// Determines the role of each argument. Arguments that are only read are
/// inputs, as are those with `overwritten` of `tir.port`; those with `tir.pool`
/// are pools of the application, contexts of devices are contexts, and the
/// handle of a struct is the state. All others are outputs. Reports an error
/// for an argument that is not a buffer that `interface` can name.
mlir::LogicalResult findRoles(PrimFuncOp main, llvm::StringRef interface,
                              Roles &roles);

/// Reports an error if inputs and outputs of a model lie in pools, so that
/// `caller` ("a registry") cannot pass them.
mlir::LogicalResult verifyArgumentsArePassed(mlir::Operation *model,
                                             llvm::StringRef caller);

/// Returns the `tir.alignment` of argument `index`, or 1 if it has none.
int64_t getArgAlignment(PrimFuncOp main, unsigned index);

/// Returns the type of an argument as callers know it: as `type` in memory, but
/// with unsigned elements if `attributes`, which may be null, say so
/// (`#tir.encoding`).
mlir::MemRefType getPassedType(mlir::MemRefType type,
                               mlir::DictionaryAttr attributes);

/// Returns whether some pool of the model's plan is static memory.
bool hasInternalPools(mlir::FunctionOpInterface model);

/// Lets callers of a packed function also pass the pools in `plan` that the
/// model itself provides, as TVM's executor does (`#tir.entry`). `plan` may
/// be null.
void allowInternalPools(PrimFuncOp entry, PlanAttr plan);

/// Renames `function` to `name`, with a suffix if another symbol has that name.
void setSymbolName(PrimFuncOp function, llvm::StringRef name);

/// Creates a function with the same arguments that calls `main`. It comes after
/// `main`.
PrimFuncOp createCaller(PrimFuncOp main, llvm::StringRef name);

/// Returns the attributes of an argument for the context of a device.
mlir::DictionaryAttr getContextAttributes(DeviceOp device);

/// Adds arguments to `main` for the contexts of those devices of the module
/// that it does not take yet, and puts all contexts in the order of the
/// devices.
void completeContexts(mlir::ModuleOp module, PrimFuncOp main);

/// Makes `function` a packed function that is called `name` in C and in the
/// registry.
void makePackedEntry(PrimFuncOp function, llvm::StringRef name);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ENTRYPOINTS_H
