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

/// Finds the functions of a module that its calls run, by whichever of the
/// four calls.
class ModuleCalls {
public:
  explicit ModuleCalls(mlir::ModuleOp module);

  /// The function with a body that `call` runs, found by its symbol or by the
  /// name that it is registered under. Null where it is from outside the
  /// module, or `call` is no call.
  mlir::FunctionOpInterface getCallee(mlir::Operation *call);

  /// Whether `call` runs a function from outside the module.
  bool isOutside(mlir::Operation *call) {
    return mlir::isa<BufferCallOpInterface>(call) && !getCallee(call);
  }

private:
  mlir::SymbolTable symbols;
  llvm::StringMap<PrimFuncOp> registered;
};

/// The contexts that `call` passes on, in the order of its operands.
llvm::SmallVector<mlir::Value> getContexts(mlir::Operation *call);

/// The device that `context` is of: that of `tir.get_device_context`, or of an
/// argument that such a one became (`tir.device`). Null where nothing says it.
DeviceOp getDevice(mlir::Value context);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_MODULECALLS_H
