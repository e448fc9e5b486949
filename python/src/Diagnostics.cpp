//===- Diagnostics.cpp - MLIR's diagnostics for Python
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "Bindings.h"
#include "mlir-c/BuiltinAttributes.h"
#include <algorithm>

namespace nb = nanobind;
using namespace tir::python;

static void append(MlirStringRef text, void *string) { appendTo(text, string); }

Diagnostic::Diagnostic(MlirDiagnostic from)
    : severity(mlirDiagnosticGetSeverity(from)),
      place(mlirDiagnosticGetLocation(from)) {
  mlirDiagnosticPrint(from, append, &message);
  for (intptr_t i = 0, e = mlirDiagnosticGetNumNotes(from); i < e; ++i) {
    notes.emplace_back(mlirDiagnosticGetNote(from, i));
    // The generic form of the operation can be as long as its weights.
    if (notes.back().message.rfind("see current operation", 0) == 0)
      notes.pop_back();
  }
}

void Place::read(MlirLocation location) {
  if (mlirLocationIsAName(location)) {
    if (!hasName) {
      MlirStringRef text = mlirIdentifierStr(mlirLocationNameGetName(location));
      // TFLite's converters join the names of all operators that were fused
      // into one.
      name.assign(text.data, text.length);
      name.resize(std::min(name.size(), name.find(';')));
      hasName = true;
    }
    read(mlirLocationNameGetChildLoc(location));
  } else if (mlirLocationIsAFileLineColRange(location)) {
    if (hasFile)
      return;
    MlirStringRef text =
        mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
    file.assign(text.data, text.length);
    line = mlirLocationFileLineColRangeGetStartLine(location);
    column = mlirLocationFileLineColRangeGetStartColumn(location);
    hasFile = true;
  } else if (mlirLocationIsACallSite(location)) {
    read(mlirLocationCallSiteGetCallee(location));
    read(mlirLocationCallSiteGetCaller(location));
  } else if (mlirLocationIsAFused(location)) {
    std::vector<MlirLocation> parts(mlirLocationFusedGetNumLocations(location));
    mlirLocationFusedGetLocations(location, parts.data());
    for (MlirLocation part : parts)
      read(part);
  }
}

nb::object tir::python::decode(const std::string &string, bool isThere) {
  return isThere ? text(mlirStringRefCreate(string.data(), string.size()))
                 : nb::none();
}

nb::tuple Diagnostic::toPython() const {
  static const char *const names[] = {"error", "warning", "note", "remark"};
  nb::list pythonNotes;
  for (const Diagnostic &note : notes)
    pythonNotes.append(note.toPython());
  return nb::make_tuple(names[severity], decode(message),
                        decode(place.name, place.hasName),
                        decode(place.file, place.hasFile), place.line,
                        place.column, nb::tuple(pythonNotes));
}

static MlirLogicalResult keep(MlirDiagnostic diagnostic, void *diagnostics) {
  static_cast<std::vector<Diagnostic> *>(diagnostics)->emplace_back(diagnostic);
  return mlirLogicalResultSuccess();
}

void tir::python::collectDiagnostics(MlirContext context,
                                     std::vector<Diagnostic> &list) {
  mlirContextAttachDiagnosticHandler(context, keep, &list, nullptr);
}

nb::list tir::python::take(std::vector<Diagnostic> &diagnostics) {
  nb::list result;
  for (const Diagnostic &diagnostic : diagnostics)
    result.append(diagnostic.toPython());
  diagnostics.clear();
  return result;
}
