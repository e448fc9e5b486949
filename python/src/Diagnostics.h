//===- Diagnostics.h - MLIR's diagnostics for Python
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PYTHON_DIAGNOSTICS_H
#define TIR_PYTHON_DIAGNOSTICS_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <nanobind/nanobind.h>
#include <string>
#include <vector>

namespace tir::python {

/// The first name and the first line in a location.
struct Place {
  explicit Place(MlirLocation location) { read(location); }

  std::string name, file;
  bool hasName = false, hasFile = false;
  intptr_t line = 0, column = 0;

private:
  void read(MlirLocation location);
};

/// A diagnostic of MLIR: (severity, message, place, file, line, column, notes),
/// as in Compilation.diagnostics.
struct Diagnostic {
  explicit Diagnostic(MlirDiagnostic from);

  nanobind::tuple toPython() const;

  MlirDiagnosticSeverity severity;
  std::string message;
  Place place;
  std::vector<Diagnostic> notes;
};

/// Makes the context append its diagnostics to the list.
void collectDiagnostics(MlirContext context, std::vector<Diagnostic> &list);

/// Returns the diagnostics as Python has them, and empties the list.
nanobind::list take(std::vector<Diagnostic> &diagnostics);

/// Converts a string, which may contain any bytes; None if it is not there.
nanobind::object decode(const std::string &string, bool isThere = true);

} // namespace tir::python

#endif // TIR_PYTHON_DIAGNOSTICS_H
