//===- ModuleCalls.h - Which calls stay in the module
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_MODULECALLS_H
#define TIR_DIALECT_TIR_ANALYSIS_MODULECALLS_H

#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/StringMap.h"

namespace tir {

/// Finds the functions of a module that its calls run, for `func.call` and all
/// four calls of the dialect.
class ModuleCalls {
public:
  explicit ModuleCalls(mlir::ModuleOp module);

  /// Returns the function with a body that `call` runs, found by its symbol or
  /// by its name in the registry. Returns null if the function is external, or
  /// `call` is not a call.
  mlir::FunctionOpInterface getCallee(mlir::Operation *call);

  /// Returns true if `call` runs an external function.
  bool isOutside(mlir::Operation *call) {
    return mlir::isa<BufferCallOpInterface>(call) && !getCallee(call);
  }

private:
  mlir::SymbolTable symbols;
  llvm::StringMap<PrimFuncOp> registered;
};

/// The calls of the functions of a module by their symbols (`func.call` and
/// `tir.call_tir`), for passes that change a function and all of its calls.
class DirectCalls {
public:
  explicit DirectCalls(mlir::ModuleOp module);

  /// Returns true if nothing but such calls refers to `function`.
  bool areAllUses(mlir::StringAttr function) const {
    return isComplete && !referred.contains(function);
  }

  /// Returns the calls of `function` in the order of the module, or none if
  /// they are not all of its uses.
  llvm::ArrayRef<mlir::Operation *> lookup(mlir::StringAttr function) const;

private:
  /// Whether all uses of symbols are known.
  bool isComplete = false;
  llvm::DenseMap<mlir::StringAttr, llvm::SmallVector<mlir::Operation *>> calls;
  llvm::DenseSet<mlir::StringAttr> referred;
};

/// Returns the contexts that `call` passes, in the order of its operands.
llvm::SmallVector<mlir::Value> getContexts(mlir::Operation *call);

/// Returns the device that `context` belongs to: the device of a
/// `tir.get_device_context`, or of an argument that replaced one
/// (`tir.device`). Returns null if it is unknown.
DeviceOp getDevice(mlir::Value context);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_MODULECALLS_H
