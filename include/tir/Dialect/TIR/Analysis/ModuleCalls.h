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

/// Returns the contexts that `call` passes, in the order of its operands.
llvm::SmallVector<mlir::Value> getContexts(mlir::Operation *call);

/// Returns the device that `context` belongs to: that of a
/// `tir.get_device_context`, or of an argument that replaced one
/// (`tir.device`). Returns null if it is not known.
DeviceOp getDevice(mlir::Value context);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_MODULECALLS_H
