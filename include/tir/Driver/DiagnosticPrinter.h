//===- DiagnosticPrinter.h - Printing diagnostics for users
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

/// A diagnostic, with its places in the form that users see.
struct PlacedDiagnostic {
  mlir::DiagnosticSeverity severity;
  /// The operation's name in the model, such as `digits.mlirbc:conv2d#3`. Empty
  /// if the diagnostic is not about an operation.
  std::string place;
  /// The position in the model's text, counted from 1. Empty and 0 if there is
  /// none.
  std::string file;
  unsigned line = 0, column = 0;
  std::string message;
  std::vector<PlacedDiagnostic> notes;
};

/// Prints diagnostics as `<place>: error: <text>`. The place is the operation's
/// place in the model if it has one, and the line of the file otherwise. If it
/// has both, the line follows as a note. Prints only the first error of a run
/// and counts the others, since these are nearly always its consequences.
/// Remarks after an error are about the others.
class DiagnosticPrinter : public mlir::ScopedDiagnosticHandler {
public:
  DiagnosticPrinter(mlir::MLIRContext &context, llvm::raw_ostream &os);

  /// Sets the text in which to show locations of this file.
  void setSource(llvm::StringRef name, llvm::StringRef text) {
    sourceName = name.str();
    sourceText = text;
  }

  /// Copies what may be shown of the text, so that it need not live any longer.
  void copyShownSource();

  /// Does not print remarks.
  void hideRemarks() { showsRemarks = false; }

  /// Sets a function to call with each diagnostic, including those that are not
  /// printed.
  void setObserver(std::function<void(const PlacedDiagnostic &)> observer) {
    this->observer = std::move(observer);
  }

  /// Prints an error about the whole file without going through the context.
  void printError(llvm::StringRef text);

  /// Prints a note about the whole model.
  void printNote(llvm::StringRef text);

  bool hasErrors() const { return numErrors != 0; }

  /// Prints how many errors were not printed.
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
  std::string shownSource;
  bool showsRemarks = true;
  unsigned numErrors = 0;
};

} // namespace tir

#endif // TIR_DRIVER_DIAGNOSTICPRINTER_H
