//===- DiagnosticPrinter.cpp - Errors as a person wants to read them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/DiagnosticPrinter.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

DiagnosticPrinter::DiagnosticPrinter(MLIRContext &context,
                                     llvm::raw_ostream &os)
    : ScopedDiagnosticHandler(&context), os(os) {
  // The operation in generic form can be as long as the weights it holds.
  context.printOpOnDiagnostic(false);
  setHandler([this](Diagnostic &diagnostic) { print(diagnostic); });
}

void DiagnosticPrinter::print(Diagnostic &diagnostic) {
  DiagnosticSeverity severity = diagnostic.getSeverity();
  if (severity == DiagnosticSeverity::Error && numErrors++ > 0)
    return;
  if (severity == DiagnosticSeverity::Remark)
    return;
  printOne(diagnostic.getLocation(), severity, diagnostic.str());
  for (Diagnostic &note : diagnostic.getNotes())
    printOne(note.getLocation(), DiagnosticSeverity::Note, note.str());
}

void DiagnosticPrinter::printOne(Location loc, DiagnosticSeverity severity,
                                 StringRef text) {
  StringRef kind = severity == DiagnosticSeverity::Error     ? "error"
                   : severity == DiagnosticSeverity::Warning ? "warning"
                                                             : "note";
  auto place = loc->findInstanceOf<NameLoc>();
  auto line = loc->findInstanceOf<FileLineColLoc>();
  // The whole file is no line of it.
  StringRef whole = sourceName.empty() ? StringRef("tirc") : sourceName;
  if (line && line.getLine() == 0) {
    whole = line.getFilename();
    line = {};
  }
  bool isPlaceInFile =
      place &&
      (sourceName.empty() || place.getName().strref().starts_with(sourceName));
  if (place && !isPlaceInFile)
    // TFLite's converters string together all that was fused into one.
    os << sourceName << ": '" << place.getName().strref().split(';').first
       << "': ";
  else if (place)
    os << place.getName().strref() << ": ";
  else if (line)
    os << line.getFilename().strref() << ':' << line.getLine() << ':'
       << line.getColumn() << ": ";
  else
    os << whole << ": ";
  os << kind << ": " << text << '\n';
  if (!line || line.getFilename() != sourceName)
    return;
  if (place)
    os << sourceName << ':' << line.getLine() << ':' << line.getColumn()
       << ": note: it stands here\n";
  printLine(line);
}

void DiagnosticPrinter::printLine(FileLineColLoc loc) {
  StringRef rest = sourceText;
  for (unsigned i = 1; i < loc.getLine(); ++i)
    rest = rest.split('\n').second;
  StringRef line = rest.split('\n').first;
  // Bytecode has no lines; a line of weights helps nobody.
  constexpr size_t kWidest = 160;
  if (line.empty() || !llvm::all_of(line.take_front(kWidest), [](char c) {
        return llvm::isPrint(c) || c == '\t' || (c & 0x80);
      }))
    return;
  os << "  " << line.take_front(kWidest) << (line.size() > kWidest ? "..." : "")
     << '\n';
  if (loc.getColumn() == 0 || loc.getColumn() > kWidest)
    return;
  // The caret stands below a tab as wide as the tab.
  os << "  ";
  for (char c : line.take_front(loc.getColumn() - 1))
    os << (c == '\t' ? '\t' : ' ');
  os << "^\n";
}

void DiagnosticPrinter::printError(StringRef text) {
  ++numErrors;
  os << (sourceName.empty() ? "tirc" : sourceName) << ": error: " << text
     << '\n';
}

void DiagnosticPrinter::finish() {
  if (numErrors > 1)
    os << "tirc: note: " << numErrors - 1 << " more "
       << (numErrors == 2 ? "error" : "errors")
       << " not shown: correct the first one and run again\n";
}
