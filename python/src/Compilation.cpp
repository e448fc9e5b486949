//===- Compilation.cpp - Compilations for Python
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"

#include "tir-c/Compilation.h"
#include <chrono>
#include <exception>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace tir::python;
using Clock = std::chrono::steady_clock;

namespace {

/// A copy of a diagnostic, since the C API's diagnostic is valid only during
/// the callback.
struct Diagnostic {
  explicit Diagnostic(const TirDiagnostic &from);

  nb::tuple toPython() const;

  MlirDiagnosticSeverity severity;
  bool hasPlace, hasFile;
  std::string place, file, message;
  unsigned line, column;
  std::vector<Diagnostic> notes;
};

/// The state that callbacks receive. They run in the thread that compiles,
/// without the GIL.
struct Listener {
  std::vector<Diagnostic> diagnostics;
  nb::object progress;
  /// The exception that `progress` or a signal handler raised.
  std::exception_ptr raised;
  Clock::time_point asked = Clock::now();
};

/// A compilation that has ended, with its diagnostics.
class Compilation {
public:
  Compilation(TirCompilation compilation, std::vector<Diagnostic> diagnostics)
      : compilation(compilation), diagnostics(std::move(diagnostics)) {}
  Compilation(const Compilation &) = delete;
  ~Compilation() { tirCompilationDestroy(compilation); }

  bool isSuccess() const { return tirCompilationIsSuccess(compilation); }
  nb::object getText() const {
    return text(tirCompilationGetText(compilation));
  }
  nb::list getDiagnostics() const;
  nb::dict getFiles() const;
  void write(nb::bytes directory, bool force) const;

private:
  TirCompilation compilation;
  std::vector<Diagnostic> diagnostics;
};

} // namespace

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static std::string copy(MlirStringRef text) {
  return text.data ? std::string(text.data, text.length) : std::string();
}

Diagnostic::Diagnostic(const TirDiagnostic &from)
    : severity(from.severity), hasPlace(from.place.data),
      hasFile(from.file.data), place(copy(from.place)), file(copy(from.file)),
      message(copy(from.message)), line(from.line), column(from.column) {
  for (intptr_t i = 0; i < from.numNotes; ++i)
    notes.emplace_back(from.notes[i]);
}

static const char *severityName(MlirDiagnosticSeverity severity) {
  switch (severity) {
  case MlirDiagnosticError:
    return "error";
  case MlirDiagnosticWarning:
    return "warning";
  case MlirDiagnosticNote:
    return "note";
  case MlirDiagnosticRemark:
    return "remark";
  }
  return "error";
}

static nb::object text(const std::string &string, bool isThere = true) {
  return isThere ? tir::python::text(
                       mlirStringRefCreate(string.data(), string.size()))
                 : nb::none();
}

nb::tuple Diagnostic::toPython() const {
  nb::list pythonNotes;
  for (const Diagnostic &note : notes)
    pythonNotes.append(note.toPython());
  return nb::make_tuple(severityName(severity), ::text(message),
                        ::text(place, hasPlace), ::text(file, hasFile), line,
                        column, nb::tuple(pythonNotes));
}

//===----------------------------------------------------------------------===//
// Callbacks
//===----------------------------------------------------------------------===//

static void onDiagnostic(const TirDiagnostic *diagnostic, void *userData) {
  static_cast<Listener *>(userData)->diagnostics.emplace_back(*diagnostic);
}

static void onPhase(MlirStringRef name, double seconds, void *userData) {
  auto *listener = static_cast<Listener *>(userData);
  if (listener->raised)
    return;
  nb::gil_scoped_acquire acquire;
  try {
    listener->progress(text(name), seconds);
  } catch (...) {
    listener->raised = std::current_exception();
  }
}

static bool isCancelled(void *userData) {
  // Another thread may hold the GIL for milliseconds, and there are many
  // passes.
  constexpr std::chrono::milliseconds patience(20);
  auto *listener = static_cast<Listener *>(userData);
  if (listener->raised)
    return true;
  if (Clock::now() - listener->asked < patience)
    return false;
  nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0)
    listener->raised = std::make_exception_ptr(nb::python_error());
  listener->asked = Clock::now();
  return bool(listener->raised);
}

//===----------------------------------------------------------------------===//
// Compilations
//===----------------------------------------------------------------------===//

static std::unique_ptr<Compilation>
compile(const std::vector<nb::bytes> &arguments, nb::object source,
        nb::bytes sourceName, nb::object progress) {
  std::vector<MlirStringRef> views;
  for (const nb::bytes &argument : arguments)
    views.push_back(view(argument));
  MlirStringRef model = {nullptr, 0};
  if (!source.is_none())
    model = view(nb::cast<nb::bytes>(source));

  Listener listener;
  listener.progress = std::move(progress);
  TirCompilationCallbacks callbacks = {};
  callbacks.diagnostic = onDiagnostic;
  if (!listener.progress.is_none())
    callbacks.phase = onPhase;
  callbacks.isCancelled = isCancelled;
  callbacks.userData = &listener;
  std::unique_ptr<Compilation> result;
  {
    nb::gil_scoped_release release;
    TirCompilation compilation =
        tirCompile(intptr_t(views.size()), views.data(), model,
                   view(sourceName), callbacks);
    result = std::make_unique<Compilation>(compilation,
                                           std::move(listener.diagnostics));
  }
  if (listener.raised)
    std::rethrow_exception(listener.raised);
  return result;
}

nb::list Compilation::getDiagnostics() const {
  nb::list result;
  for (const Diagnostic &diagnostic : diagnostics)
    result.append(diagnostic.toPython());
  return result;
}

nb::dict Compilation::getFiles() const {
  nb::dict result;
  for (intptr_t i = 0, e = tirCompilationGetNumFiles(compilation); i < e; ++i)
    result[text(tirCompilationGetFileName(compilation, i))] =
        bytes(tirCompilationGetFileContents(compilation, i));
  return result;
}

void Compilation::write(nb::bytes directory, bool force) const {
  std::string problem;
  MlirLogicalResult written;
  {
    nb::gil_scoped_release release;
    written = tirCompilationWriteFiles(compilation, view(directory), force,
                                       appendTo, &problem);
  }
  if (mlirLogicalResultIsFailure(written)) {
    PyErr_SetObject(PyExc_OSError, ::text(problem).ptr());
    throw nb::python_error();
  }
}

void tir::python::bindCompilation(nb::module_ &module) {
  nb::class_<Compilation>(module, "Compilation")
      .def_prop_ro("is_success", &Compilation::isSuccess)
      .def_prop_ro("text", &Compilation::getText,
                   nb::sig("def text(self) -> str"))
      .def_prop_ro("diagnostics", &Compilation::getDiagnostics)
      .def_prop_ro("files", &Compilation::getFiles)
      .def("write", &Compilation::write, nb::arg("directory"),
           nb::arg("force") = false);
  module.def("compile", compile, nb::arg("arguments"), nb::arg("source").none(),
             nb::arg("source_name"), nb::arg("progress").none());
}
