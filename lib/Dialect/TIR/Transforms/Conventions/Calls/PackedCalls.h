//===- PackedCalls.h - Functions that pack a call's arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_PACKEDCALLS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_PACKEDCALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Creates a private function for a call with packed arguments, which contains
/// their slots, and calls it in place of the call. The slots of several calls
/// then do not add up, and a call can be moved apart from its neighbours. Equal
/// calls share a function.
class PackedCallFunctions {
public:
  PackedCallFunctions(mlir::ModuleOp module, OnError onError)
      : symbols(module), module(module), models(module), onError(onError) {}

  /// Creates the body from the function's arguments and returns the code. It
  /// must pass the callee's code to the given function, which reports it.
  using Body = llvm::function_ref<mlir::Value(
      mlir::OpBuilder &, mlir::Location, mlir::ValueRange,
      llvm::function_ref<void(mlir::Value)>)>;

  /// Replaces `call` by a call of a function of `arguments`, which `body`
  /// creates unless an equal call already has one. If `isFromOutside`, that
  /// function reports where a code came from (`tir.report_error`).
  void replace(BufferCallOpInterface call, mlir::ValueRange arguments,
               bool isFromOutside, Body body);

private:
  mlir::func::FuncOp create(BufferCallOpInterface call,
                            mlir::TypeRange arguments, llvm::StringRef op,
                            mlir::StringAttr device, Body body);

  mlir::SymbolTable symbols;
  mlir::ModuleOp module;
  ModelNames models;
  OnError onError;
  /// The functions by callee, types of arguments and results, operator and
  /// device.
  llvm::DenseMap<mlir::Attribute, mlir::func::FuncOp> functions;
};

/// Emits an error and fails if an operand cannot be a packed argument, or the
/// caller cannot return a code.
llvm::LogicalResult verifyPackedCall(BufferCallOpInterface call);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_PACKEDCALLS_H
