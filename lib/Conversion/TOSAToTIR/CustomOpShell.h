//===- CustomOpShell.h - The function that calls for an operator
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TOSATOTIR_CUSTOMOPSHELL_H
#define TIR_LIB_CONVERSION_TOSATOTIR_CUSTOMOPSHELL_H

#include "tir/Conversion/TOSAToTIR/CustomOpCalls.h"

namespace tir {

/// An argument of the called function.
struct CustomOpArgument {
  std::string name;
  /// A number or a text, or null for a buffer.
  mlir::TypedAttr constant;
  /// The buffer and what the function does with it; the index is into the
  /// shell's buffers.
  mlir::MemRefType type;
  Effect effect = Effect::Read;
  unsigned buffer = 0;
};

/// A function of the module that calls the function of an operator with all
/// its arguments. The main function calls it with tensors, each of which it
/// passes once: a tensor may be several arguments of the function.
struct CustomOpShell {
  const CustomOpCall &call;
  mlir::Location loc;
  mlir::SymbolTable &symbols;

  /// Buffers that are only read come first.
  llvm::SmallVector<std::pair<mlir::MemRefType, Effect>> buffers;
  llvm::SmallVector<CustomOpArgument> arguments;

  /// Declares the device and the function, and defines the shell. On an error,
  /// emits it and fails: another operator calls the function with other types.
  llvm::FailureOr<PrimFuncOp> build();
};

} // namespace tir

#endif // TIR_LIB_CONVERSION_TOSATOTIR_CUSTOMOPSHELL_H
