//===- EntryPoints.h - The functions that the application calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ENTRYPOINTS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ENTRYPOINTS_H

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns the main function of each model: the public functions except each
/// `init`; those in the registry only if there are no others. Reports an error
/// if there is none, or if one of several has no model name of its own.
/// `interface` names the interface in the error, such as "C interface".
mlir::FailureOr<llvm::SmallVector<PrimFuncOp>>
findMains(mlir::ModuleOp module, llvm::StringRef interface);

/// Returns the function that initialises the devices for a model,
/// `tvmgen_<model>_init`, or null.
PrimFuncOp findInit(mlir::ModuleOp module, llvm::StringRef model);

/// The struct of the model's variables, where argument `index` of `main` is the
/// handle of one; else null.
StructOp getState(PrimFuncOp main, unsigned index);

/// Which arguments of main are what.
struct Roles {
  llvm::SmallVector<unsigned> inputs, outputs, pools, contexts;
  /// The model's variables.
  std::optional<unsigned> state;
};

/// Arguments that are only read are inputs, those with `tir.pool` pools of the
/// application, contexts of devices contexts, the handle of a struct the state,
/// all others outputs. An error where one is no buffer that `interface` can
/// name.
mlir::LogicalResult findRoles(PrimFuncOp main, llvm::StringRef interface,
                              Roles &roles);

/// Returns the `tir.alignment` of the pool that is argument `index`, or 1 if it
/// has none.
int64_t getPoolAlignment(PrimFuncOp main, unsigned index);

/// Lets callers of a packed function also pass the pools in `plan` that the
/// model itself provides, as TVM's executor does (`tir.extra_args`). `plan` may
/// be null.
void allowInternalPools(PrimFuncOp entry, mlir::DictionaryAttr plan);

/// Renames `function` to `name`, with a suffix if another symbol has that name.
void setSymbolName(PrimFuncOp function, llvm::StringRef name);

/// A function of the same arguments that calls `main`, behind it.
PrimFuncOp createCaller(PrimFuncOp main, llvm::StringRef name);

/// Appends to `main` the context of each device of the module that it does not
/// take already, so that it takes all, in the order of the devices.
void completeContexts(mlir::ModuleOp module, PrimFuncOp main);

/// Makes `function` the packed function that the outside calls `name`, and
/// finds in the registry.
void makePackedEntry(PrimFuncOp function, llvm::StringRef name);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ENTRYPOINTS_H
