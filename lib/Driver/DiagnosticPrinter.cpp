//===- DiagnosticPrinter.cpp - Printing diagnostics for users
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/DiagnosticPrinter.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "tir/Support/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace tir;

DiagnosticPrinter::DiagnosticPrinter(MLIRContext &context,
                                     llvm::raw_ostream &os)
    : ScopedDiagnosticHandler(&context), os(os) {
  // The operation in generic form can be as long as the weights it contains.
  context.printOpOnDiagnostic(false);
  setHandler([this](Diagnostic &diagnostic) { handle(place(diagnostic)); });
}

/// Returns the diagnostic with the place in the model that users know.
PlacedDiagnostic DiagnosticPrinter::place(Diagnostic &diagnostic) const {
  PlacedDiagnostic result;
  result.severity = diagnostic.getSeverity();
  result.message = diagnostic.str();
  Location loc = diagnostic.getLocation();
  if (auto name = loc->findInstanceOf<NameLoc>()) {
    StringRef text = name.getName().strref();
    bool isPlaceInFile = sourceName.empty() || text.starts_with(sourceName);
    // TFLite's converters join the names of all operators that were fused into
    // one.
    result.place =
        isPlaceInFile
            ? text.str()
            : (sourceName + ": '" + text.split(';').first + "'").str();
  }
  if (auto line = loc->findInstanceOf<FileLineColLoc>()) {
    result.file = line.getFilename().str();
    result.line = line.getLine();
    result.column = line.getColumn();
  }
  for (Diagnostic &note : diagnostic.getNotes())
    result.notes.push_back(place(note));
  return result;
}

void DiagnosticPrinter::handle(const PlacedDiagnostic &diagnostic) {
  bool isRemark = diagnostic.severity == DiagnosticSeverity::Remark;
  if (isRemark && hasErrors())
    return;
  if (observer)
    observer(diagnostic);
  if (isRemark && !showsRemarks)
    return;
  if (diagnostic.severity == DiagnosticSeverity::Error && numErrors++ > 0)
    return;
  print(diagnostic);
  for (const PlacedDiagnostic &note : diagnostic.notes)
    print(note);
}

/// Prints `error: `, in colour where the stream can show it.
static llvm::raw_ostream &printKind(DiagnosticSeverity severity,
                                    llvm::raw_ostream &os) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return llvm::WithColor::error(os);
  case DiagnosticSeverity::Warning:
    return llvm::WithColor::warning(os);
  case DiagnosticSeverity::Note:
    return llvm::WithColor::note(os);
  case DiagnosticSeverity::Remark:
    return llvm::WithColor::remark(os);
  }
  llvm_unreachable("each severity has its case");
}

void DiagnosticPrinter::print(const PlacedDiagnostic &diagnostic) {
  if (!diagnostic.place.empty())
    os << makeVisible(diagnostic.place) << ": ";
  else if (diagnostic.line)
    os << diagnostic.file << ':' << diagnostic.line << ':' << diagnostic.column
       << ": ";
  // A location without a line is the whole file.
  else if (!diagnostic.file.empty())
    os << diagnostic.file << ": ";
  else
    os << (sourceName.empty() ? "tirc" : sourceName) << ": ";
  printKind(diagnostic.severity, os) << makeVisible(diagnostic.message) << '\n';
  if (!diagnostic.line || diagnostic.file != sourceName)
    return;
  if (!diagnostic.place.empty())
    os << sourceName << ':' << diagnostic.line << ':' << diagnostic.column
       << ": note: the operation is here\n";
  printLine(diagnostic);
}

// A line of weights helps nobody.
static constexpr size_t kWidest = 160;

void DiagnosticPrinter::copyShownSource() {
  shownSource.clear();
  for (StringRef rest = sourceText; !rest.empty();) {
    auto [line, next] = rest.split('\n');
    // One more character tells that the line goes on.
    shownSource += line.take_front(kWidest + 1);
    shownSource += '\n';
    rest = next;
  }
  sourceText = shownSource;
}

void DiagnosticPrinter::printLine(const PlacedDiagnostic &diagnostic) {
  StringRef rest = sourceText;
  for (unsigned i = 1; i < diagnostic.line; ++i)
    rest = rest.split('\n').second;
  StringRef line = rest.split('\n').first;
  // Bytecode has no lines.
  std::string untabbed = line.take_front(kWidest).str();
  llvm::replace(untabbed, '\t', ' ');
  if (line.empty() || makeVisible(untabbed) != untabbed)
    return;
  os << "  " << line.take_front(kWidest) << (line.size() > kWidest ? "..." : "")
     << '\n';
  if (diagnostic.column == 0 || diagnostic.column > kWidest)
    return;
  // Keep tabs, so that the caret is in the right column.
  os << "  ";
  for (char c : line.take_front(diagnostic.column - 1))
    os << (c == '\t' ? '\t' : ' ');
  os << "^\n";
}

void DiagnosticPrinter::printError(StringRef text) {
  PlacedDiagnostic diagnostic;
  diagnostic.severity = DiagnosticSeverity::Error;
  diagnostic.message = text.str();
  handle(diagnostic);
}

void DiagnosticPrinter::printNote(StringRef text) {
  PlacedDiagnostic diagnostic;
  diagnostic.severity = DiagnosticSeverity::Note;
  diagnostic.message = text.str();
  handle(diagnostic);
}

void DiagnosticPrinter::finish() {
  if (numErrors > 1)
    os << "tirc: note: " << numErrors - 1 << " more "
       << (numErrors == 2 ? "error" : "errors")
       << " not shown: correct the first one and run again\n";
}
