//===- DiagnosticPrinter.h - Errors as a person wants to read them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_DIAGNOSTICPRINTER_H
#define TIR_DRIVER_DIAGNOSTICPRINTER_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>
#include <vector>

namespace tir {

/// A diagnostic as a person wants to be told of it.
struct PlacedDiagnostic {
  mlir::DiagnosticSeverity severity;
  /// The operation's name in the model, such as `digits.mlirbc:conv2d#3`; empty
  /// where it is about no operation.
  std::string place;
  /// The line of the model's text, counted from 1; empty and 0 without one.
  std::string file;
  unsigned line = 0, column = 0;
  std::string message;
  std::vector<PlacedDiagnostic> notes;
};

/// Prints diagnostics as `<place>: error: <text>`, where the place is that of
/// the model's operation if it has one, else the line of the file; with both,
/// the line follows as a note. Of a run's errors the first is printed and the
/// rest counted: they are nearly always its consequences.
class DiagnosticPrinter : public mlir::ScopedDiagnosticHandler {
public:
  DiagnosticPrinter(mlir::MLIRContext &context, llvm::raw_ostream &os);

  /// Text in which locations of that file name are shown.
  void setSource(llvm::StringRef name, llvm::StringRef text) {
    sourceName = name.str();
    sourceText = text;
  }

  /// Is called with each error and warning, also those that are not printed.
  void setObserver(std::function<void(const PlacedDiagnostic &)> observer) {
    this->observer = std::move(observer);
  }

  /// Prints an error about the whole file, past the context.
  void printError(llvm::StringRef text);

  bool hasErrors() const { return numErrors != 0; }

  /// Tells how many errors were not printed.
  void finish();

private:
  PlacedDiagnostic place(mlir::Diagnostic &diagnostic) const;
  void handle(const PlacedDiagnostic &diagnostic);
  void print(const PlacedDiagnostic &diagnostic);
  void printLine(const PlacedDiagnostic &diagnostic);

  llvm::raw_ostream &os;
  std::function<void(const PlacedDiagnostic &)> observer;
  std::string sourceName;
  llvm::StringRef sourceText;
  unsigned numErrors = 0;
};

} // namespace tir

#endif // TIR_DRIVER_DIAGNOSTICPRINTER_H
