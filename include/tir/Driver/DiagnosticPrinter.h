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
#include <string>

namespace tir {

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

  /// Prints an error about the whole file, past the context.
  void printError(llvm::StringRef text);

  bool hasErrors() const { return numErrors != 0; }

  /// Tells how many errors were not printed.
  void finish();

private:
  void print(mlir::Diagnostic &diagnostic);
  void printOne(mlir::Location loc, mlir::DiagnosticSeverity severity,
                llvm::StringRef text);
  void printLine(mlir::FileLineColLoc loc);

  llvm::raw_ostream &os;
  std::string sourceName;
  llvm::StringRef sourceText;
  unsigned numErrors = 0;
};

} // namespace tir

#endif // TIR_DRIVER_DIAGNOSTICPRINTER_H
