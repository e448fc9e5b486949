//===- Compilation.cpp - From a model to C, objects and reports in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir-c/Compilation.h"

#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Wrap.h"
#include "tir/Compiler/OptionParser.h"
#include "tir/Compiler/OptionTable.h"
#include "tir/Driver/CommandLine.h"
#include "tir/Driver/Compile.h"
#include "tir/Driver/OutputFolder.h"

using namespace mlir;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static const tir::OptionInfo *getOption(intptr_t index) {
  ArrayRef<tir::OptionInfo> options = tir::getCompilationOptions();
  return index >= 0 && static_cast<size_t>(index) < options.size()
             ? &options[index]
             : nullptr;
}

/// Returns null for an empty text.
static MlirStringRef wrapText(StringRef text) {
  return text.empty() ? MlirStringRef{nullptr, 0} : wrap(text);
}

intptr_t tirGetNumOptions(void) { return tir::getCompilationOptions().size(); }

MlirStringRef tirOptionGetName(intptr_t index) {
  const tir::OptionInfo *option = getOption(index);
  return wrapText(option ? option->name : StringRef());
}

TirOptionKind tirOptionGetKind(intptr_t index) {
  using Kind = tir::OptionInfo::Kind;
  const tir::OptionInfo *option = getOption(index);
  if (!option)
    return static_cast<TirOptionKind>(0);
  switch (option->kind) {
  case Kind::Flag:
    return TirOptionKindFlag;
  case Kind::Bool:
    return TirOptionKindBool;
  case Kind::Value:
    return TirOptionKindValue;
  case Kind::List:
    return TirOptionKindList;
  case Kind::CommaList:
    return TirOptionKindCommaList;
  }
  llvm_unreachable("each kind has its case");
}

MlirStringRef tirOptionGetValueName(intptr_t index) {
  const tir::OptionInfo *option = getOption(index);
  return wrapText(option ? option->valueName : StringRef());
}

MlirStringRef tirOptionGetHelp(intptr_t index) {
  const tir::OptionInfo *option = getOption(index);
  return wrapText(option ? option->help : StringRef());
}

MlirStringRef tirOptionGetValues(intptr_t index) {
  const tir::OptionInfo *option = getOption(index);
  return wrapText(option ? option->values : StringRef());
}

//===----------------------------------------------------------------------===//
// Compilations
//===----------------------------------------------------------------------===//

namespace {
struct CompilationResult {
  bool isSuccess = false, isCancelled = false;
  std::string text;
  tir::OutputFiles files;
};

/// A diagnostic in C's terms, with memory for its notes.
class DiagnosticView {
public:
  explicit DiagnosticView(const tir::PlacedDiagnostic &diagnostic) {
    for (const tir::PlacedDiagnostic &note : diagnostic.notes)
      notes.push_back(view(note));
    top = view(diagnostic);
    top.numNotes = notes.size();
    top.notes = notes.data();
  }

  const TirDiagnostic *get() const { return &top; }

private:
  static MlirDiagnosticSeverity severity(DiagnosticSeverity severity) {
    switch (severity) {
    case DiagnosticSeverity::Note:
      return MlirDiagnosticNote;
    case DiagnosticSeverity::Warning:
      return MlirDiagnosticWarning;
    case DiagnosticSeverity::Error:
      return MlirDiagnosticError;
    case DiagnosticSeverity::Remark:
      return MlirDiagnosticRemark;
    }
    llvm_unreachable("each severity has its case");
  }

  static TirDiagnostic view(const tir::PlacedDiagnostic &diagnostic) {
    return {severity(diagnostic.severity),
            wrapText(diagnostic.place),
            wrapText(diagnostic.file),
            diagnostic.line,
            diagnostic.column,
            wrap(StringRef(diagnostic.message)),
            0,
            nullptr};
  }

  std::vector<TirDiagnostic> notes;
  TirDiagnostic top;
};
} // namespace

DEFINE_C_API_PTR_METHODS(TirCompilation, CompilationResult)

static tir::CompilationCallbacks
makeCallbacks(const TirCompilationCallbacks &callbacks, bool &isCancelled) {
  tir::CompilationCallbacks result;
  void *userData = callbacks.userData;
  if (callbacks.diagnostic)
    result.diagnostic = [callbacks,
                         userData](const tir::PlacedDiagnostic &diagnostic) {
      callbacks.diagnostic(DiagnosticView(diagnostic).get(), userData);
    };
  if (callbacks.phase)
    result.progress = [callbacks, userData](StringRef phase, double seconds) {
      callbacks.phase(wrap(phase), seconds, userData);
    };
  if (callbacks.isCancelled)
    result.isCancelled = [callbacks, userData, &isCancelled] {
      return isCancelled = callbacks.isCancelled(userData);
    };
  return result;
}

/// Reports an invalid argument as the command does.
static void reportArgument(StringRef why, llvm::raw_ostream &text,
                           const TirCompilationCallbacks &callbacks) {
  text << "tirc: error: " << why << '\n';
  tir::PlacedDiagnostic diagnostic;
  diagnostic.severity = DiagnosticSeverity::Error;
  diagnostic.message = why.str();
  if (callbacks.diagnostic)
    callbacks.diagnostic(DiagnosticView(diagnostic).get(), callbacks.userData);
}

TirCompilation tirCompile(intptr_t numArguments, const MlirStringRef *arguments,
                          MlirStringRef source, MlirStringRef sourceName,
                          TirCompilationCallbacks callbacks) {
  auto result = std::make_unique<CompilationResult>();
  llvm::raw_string_ostream text(result->text);
  std::vector<std::string> strings;
  strings.reserve(numArguments);
  for (intptr_t i = 0; i < numArguments; ++i)
    strings.push_back(unwrap(arguments[i]).str());
  std::vector<const char *> pointers;
  pointers.reserve(strings.size());
  for (const std::string &string : strings)
    pointers.push_back(string.c_str());

  llvm::Expected<tir::CompilationOptions> options =
      tir::parseCompilationOptions(pointers);
  if (!options) {
    reportArgument(llvm::toString(options.takeError()), text, callbacks);
    return wrap(result.release());
  }
  if (source.data) {
    options->source = unwrap(source);
    options->input = unwrap(sourceName).str();
  } else if (options->input.empty()) {
    reportArgument("no model; expected its contents or the name of its file",
                   text, callbacks);
    return wrap(result.release());
  }
  tir::CompilationCallbacks own = makeCallbacks(callbacks, result->isCancelled);
  if (!options->outputDirectory.empty()) {
    result->isSuccess = tir::compile(*options, own, text, llvm::outs()) ==
                        tir::Outcome::Success;
  } else if (FailureOr<tir::OutputFiles> files =
                 tir::compileToMemory(*options, own, text);
             succeeded(files)) {
    result->isSuccess = true;
    result->files = std::move(*files);
  }
  return wrap(result.release());
}

void tirCompilationDestroy(TirCompilation compilation) {
  delete unwrap(compilation);
}

bool tirCompilationIsSuccess(TirCompilation compilation) {
  return unwrap(compilation)->isSuccess;
}

bool tirCompilationIsCancelled(TirCompilation compilation) {
  return unwrap(compilation)->isCancelled;
}

MlirStringRef tirCompilationGetText(TirCompilation compilation) {
  return wrap(StringRef(unwrap(compilation)->text));
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static const tir::OutputFiles::File *getFile(TirCompilation compilation,
                                             intptr_t index) {
  auto files = unwrap(compilation)->files.getFiles();
  return index >= 0 && static_cast<size_t>(index) < files.size() ? &files[index]
                                                                 : nullptr;
}

intptr_t tirCompilationGetNumFiles(TirCompilation compilation) {
  return unwrap(compilation)->files.getFiles().size();
}

MlirStringRef tirCompilationGetFileName(TirCompilation compilation,
                                        intptr_t index) {
  const tir::OutputFiles::File *file = getFile(compilation, index);
  return file ? wrap(StringRef(file->name)) : MlirStringRef{nullptr, 0};
}

MlirStringRef tirCompilationGetFileContents(TirCompilation compilation,
                                            intptr_t index) {
  const tir::OutputFiles::File *file = getFile(compilation, index);
  return file ? wrap(StringRef(file->contents)) : MlirStringRef{nullptr, 0};
}

MlirLogicalResult tirCompilationWriteFiles(TirCompilation compilation,
                                           MlirStringRef directory, bool force,
                                           void (*error)(MlirStringRef, void *),
                                           void *userData) {
  tir::OutputFolder folder(unwrap(directory), force);
  llvm::Error problem = folder.write(unwrap(compilation)->files);
  if (!problem)
    return mlirLogicalResultSuccess();
  std::string why = llvm::toString(std::move(problem));
  if (error)
    error(wrap(StringRef(why)), userData);
  return mlirLogicalResultFailure();
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

int tirRunCommand(int numArguments, const char *const *arguments) {
  int exitCode =
      tir::runCommand({arguments + 1, arguments + numArguments}, llvm::outs(),
                      llvm::errs(), llvm::errs().is_displayed());
  llvm::outs().flush();
  return exitCode;
}

MlirStringRef tirGetVersion(void) { return wrap(tir::getVersion()); }
