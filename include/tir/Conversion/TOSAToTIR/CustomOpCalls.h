//===- CustomOpCalls.h - How custom operators are called --------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TOSATOTIR_CUSTOMOPCALLS_H
#define TIR_CONVERSION_TOSATOTIR_CUSTOMOPCALLS_H

#include "mlir/IR/PatternMatch.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace tir {

/// A value of `--custom-op`: the call that a custom operator becomes.
struct CustomOpCall {
  /// The operation of the call.
  enum class Form { Extern, CPacked, Packed };

  /// The name of the operator, which may have its domain and '.' before it.
  llvm::StringRef op;
  /// The C function, or the name in the registry.
  llvm::StringRef function;
  /// The device whose context is passed, and its kind. Empty for a function
  /// that needs none.
  llvm::StringRef device, kind;
  /// What the device is configured with.
  llvm::StringRef program;
  llvm::SmallVector<Hook> hooks;
  Form form = Form::Extern;
  /// Whether the size in bytes follows each buffer.
  bool sizes = false;
  /// Whether the bytes of the operator's attributes are passed.
  bool attributes = false;
  /// The operands that the function writes, too. The first results of the
  /// operator are their contents after the call.
  llvm::SmallVector<unsigned> updates;
  /// The operand whose memory the first new result may be, element by element.
  std::optional<unsigned> inPlace;
  /// The bytes of memory that the function uses while it runs.
  int64_t scratch = 0;
  /// The smallest alignment of constants that are passed.
  int64_t alignment = 16;

  bool isOf(llvm::StringRef domain, llvm::StringRef name) const {
    return op == name || op == (domain + "." + name).str();
  }
};

/// Parses OPERATOR:FUNCTION[:DEVICE][:PROPERTY...]. The strings refer to
/// `text`.
llvm::Expected<CustomOpCall> parseCustomOpCall(llvm::StringRef text);

/// Adds a pattern that turns each `tosa.custom` that one of `calls` names into
/// a call (see `tir-convert-custom-ops`). `symbols` is of the module.
void populateCustomOpPatterns(mlir::RewritePatternSet &patterns,
                              llvm::ArrayRef<CustomOpCall> calls,
                              mlir::SymbolTable &symbols);

} // namespace tir

#endif // TIR_CONVERSION_TOSATOTIR_CUSTOMOPCALLS_H
