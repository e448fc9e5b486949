//===- PackedCalls.h - Functions that hold a call's packed arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PACKEDCALLS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PACKEDCALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Makes a private function for a call with packed arguments, which holds
/// their slots, and calls it in place of the call: slots of one call then do
/// not add up with those of another, and a call can be moved apart from its
/// neighbours. Equal calls share a function.
class PackedCallFunctions {
public:
  PackedCallFunctions(mlir::ModuleOp module, OnError onError)
      : symbols(module), module(module), models(module), onError(onError) {}

  /// Writes the body over the function's arguments and returns the code. It
  /// calls the function that it is given on the callee's code, to tell of it.
  using Body = llvm::function_ref<mlir::Value(
      mlir::OpBuilder &, mlir::Location, mlir::ValueRange,
      llvm::function_ref<void(mlir::Value)>)>;

  /// Replaces `call` by one of a function over `arguments`, made by `body`
  /// unless there is one already. Where `isFromOutside`, that function tells
  /// where a code arose (`tir.report_error`).
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
  /// By callee, types of arguments and results, operator and device.
  llvm::DenseMap<mlir::Attribute, mlir::func::FuncOp> functions;
};

/// An error where an operand cannot be a packed argument.
llvm::LogicalResult verifyPackedCall(BufferCallOpInterface call);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PACKEDCALLS_H
