//===- Compilation.h - From a model's file to the files that are written
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_COMPILATION_H
#define TIR_DRIVER_COMPILATION_H

#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Driver/DiagnosticPrinter.h"
#include "tir/Driver/OutputFiles.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// What can be written. An archive holds the C, or the object if that is asked
/// for as well. HTML is the report for a person to look at.
enum class EmitKind { C, Object, Shared, LLVMIR, MLIR, Example, HTML, Archive };

/// Names as in `--emit=`, and back.
llvm::StringRef stringifyEmitKind(EmitKind kind);
bool parseEmitKind(llvm::StringRef name, EmitKind &kind);

/// The version of tirc.
llvm::StringRef getVersion();

/// What tirc's command line says, field by field; the defaults are the same.
/// How the parts of a program call each other.
struct ConventionOptions {
  InterfaceAPI interfaceAPI = InterfaceAPI::C;
  bool unpackedAPI = true;
  KernelCalls kernelCalls = KernelCalls::Default;
  Workspace workspace = Workspace::Internal;
  /// Nothing for the default: `last-error` where there is a runtime, with
  /// packed or a system library, else `code`.
  std::optional<OnError> onError;
  bool runtimeChecks = true;
  bool tvmCompat = false;
  /// Whether the model's unit holds the program's function registry.
  bool systemLib = false;

  OnError getOnError() const {
    bool hasRuntime = interfaceAPI == InterfaceAPI::Packed || systemLib;
    return onError.value_or(hasRuntime ? OnError::LastError : OnError::Code);
  }
};

struct CompilationOptions {
  /// File to read, `-` for standard input.
  std::string input;
  /// The model itself, where it is in no file; `input` is its name then. Must
  /// outlive the compilation.
  std::optional<llvm::StringRef> source;
  /// Folder to write to, `-` for standard output where only IR is written; with
  /// EmitKind::Archive the file.
  std::string outputDirectory;
  /// Replace files that tirc did not write, and write to the root folder.
  bool force = false;

  /// Empty for the default: the name of the file of `input`, as a part of C
  /// names; `default`, as TVM has it, for an archive, with `tvmCompat`, and
  /// where the input is no file.
  std::string modelName;
  std::string entry;
  std::vector<std::string> inputShapes;
  std::vector<std::string> ioQuant;

  std::vector<EmitKind> emit = {EmitKind::C};
  TargetOptions target;
  /// `auto` or `elementwise`.
  std::string schedule = "auto";
  /// `packed` or `separate`.
  std::string plan = "packed";

  ConventionOptions conventions;

  /// Shared libraries with MLIR's plugin entry points: what a vendor adds.
  std::vector<std::string> dialectPlugins, passPlugins;
  /// `PHASE:PIPELINE`: passes, in MLIR's textual form, that run on the module
  /// before that phase; those of one phase in the order they stand here.
  std::vector<std::string> passesBefore;

  /// Names of phases; empty for the whole way.
  std::string compileTo, compileFrom;
  /// Folder for a file a phase; empty for none. Written as phases end, also
  /// where a later one fails.
  std::string dumpDirectory;

  /// Called when a phase, or the writing of files, has ended.
  std::function<void(llvm::StringRef phase, double seconds)> progress;
  /// Called with each error and warning, also those that are not printed.
  std::function<void(const PlacedDiagnostic &)> diagnostic;
  /// Asked before each pass; after a true the compilation fails, and says
  /// nothing.
  std::function<bool()> isCancelled;
};

/// The names of the phases in their order, `package` at the end.
llvm::SmallVector<llvm::StringRef> getPhaseNames();

/// How a run ended: `WrongUsage` where the options themselves, whatever the
/// model, are the mistake.
enum class Outcome { Success, Failure, WrongUsage };

/// Compiles one model. Errors go to `errors`, one each with place and remedy;
/// then nothing has been written but dumps. IR for standard output goes to
/// `output`.
Outcome compile(const CompilationOptions &options, llvm::raw_ostream &errors,
                llvm::raw_ostream &output);

/// The same without `outputDirectory`: the files are handed over rather than
/// written, an archive under the name `tvmgen_<model>.tar`.
mlir::FailureOr<OutputFiles> compileToMemory(const CompilationOptions &options,
                                             llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_DRIVER_COMPILATION_H
