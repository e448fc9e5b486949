//===- Compile.cpp - From a model's file to the files that are written
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/Compile.h"

#include "Session.h"
#include "Summary.h"
#include "mlir/IR/Action.h"
#include "mlir/Pass/PassManager.h"
#include "tir/ABI/Names.h"
#include "tir/Compiler/Compilation.h"
#include "tir/Compiler/Statements.h"
#include "tir/Compiler/Variants.h"
#include "tir/Driver/ModelFile.h"
#include "tir/Driver/OutputFolder.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;

namespace {
/// Reads one model, compiles it, and writes or keeps the files.
class Run : private Session {
public:
  Run(const CompilationOptions &given, const CompilationCallbacks &callbacks,
      llvm::raw_ostream &errors, llvm::raw_ostream &output)
      : Session(errors), options(given), callbacks(callbacks), errors(errors),
        output(output), folder(getOutputFolder(options), options.force),
        compilation(options, context, makeHooks()) {
    printer.setObserver(callbacks.diagnostic);
    if (!options.summarize)
      printer.hideRemarks();
    if (callbacks.isCancelled)
      letCancel();
  }

  Outcome run() {
    if (succeeded(finish(runAll())))
      return Outcome::Success;
    return isWrongUsage ? Outcome::WrongUsage : Outcome::Failure;
  }

  /// Compiles without writing files.
  FailureOr<OutputFiles> runInMemory() {
    inMemory = true;
    if (run() != Outcome::Success)
      return failure();
    return std::move(files);
  }

private:
  PhaseHooks makeHooks();
  void letCancel();
  LogicalResult checkUsage();
  LogicalResult read(OwningOpRef<ModuleOp> &module);
  void chooseSlideState();
  void releaseModelText();
  LogicalResult dump(StringRef phase, StringRef suffix, ModuleOp module);
  FailureOr<OutputFiles> compileAgain(const CompilationOptions &others);
  void noteWhatFits();
  LogicalResult writeIR(ModuleOp module);
  LogicalResult commit();
  LogicalResult state();
  void warnOfPortableC();
  void summarize();
  LogicalResult runAll();

  CompilationOptions options;
  const CompilationCallbacks &callbacks;
  llvm::raw_ostream &errors, &output;
  OutputFolder folder;
  OutputFiles files;
  bool inMemory = false, wasCancelled = false, isWrongUsage = false;
  Compilation compilation;
  /// The name of the model's file, and the hash of what was read.
  std::string source;
  Identity::Hash modelHash = {};
  /// The model as it was read, until it is released; belongs to `sources`.
  StringRef modelText;
  /// The model as it was read, for the archive.
  std::string original;
  /// The text whose lines the printer shows.
  std::shared_ptr<llvm::SourceMgr> sources;
};
} // namespace

PhaseHooks Run::makeHooks() {
  PhaseHooks hooks;
  hooks.progress = callbacks.progress;
  if (!options.dumpDirectory.empty())
    hooks.dump = [this](StringRef phase, StringRef suffix, ModuleOp module) {
      return dump(phase, suffix, module);
    };
  hooks.wasCancelled = [this] { return wasCancelled; };
  return hooks;
}

/// Makes the compilation cancellable: a running pass cannot be stopped, but
/// passes that have not begun are skipped.
void Run::letCancel() {
  context.registerActionHandler(
      [this](function_ref<void()> execute, const tracing::Action &action) {
        if (isa<PassExecutionAction>(action)) {
          wasCancelled = wasCancelled || callbacks.isCancelled();
          if (wasCancelled)
            return;
        }
        execute();
      });
}

/// Returns whether there are options that only front ends take.
static bool hasFrontEndOptions(const CompilationOptions &options) {
  return !options.inputs.empty() || !options.outputs.empty() ||
         !options.trees.empty() || !options.npu.empty();
}

LogicalResult Run::checkUsage() {
  // A model without its front end is not MLIR that the options do not fit.
  if (hasFrontEndOptions(options) && !options.source && options.input != "-" &&
      failed(readModelFile(context, options.input, std::nullopt)))
    return failure();
  if (failed(checkOptions(options, [&] { return error(); })))
    return failure();
  if (!isToStandardOutput(options) && !inMemory && writesFiles(options))
    if (llvm::Error problem = folder.check())
      return error() << llvm::toString(std::move(problem));
  return compilation.prepare();
}

/// Returns whether the model is compiled again with other options.
static bool readsModelAgain(const CompilationOptions &options) {
  return options.explainMemory || options.ram != 0 || !options.pools.empty() ||
         llvm::is_contained(options.emit, EmitKind::HTML);
}

/// Frees the text of the model, which is as large as its weights.
void Run::releaseModelText() {
  printer.copyShownSource();
  modelText = "";
  sources.reset();
}

LogicalResult Run::read(OwningOpRef<ModuleOp> &module) {
  FailureOr<ModelFile> file =
      readModelFile(context, options.input, options.source);
  if (failed(file))
    return failure();
  source = file->name;
  sources = file->sources;
  modelText = file->getText();
  printer.setSource(file->name, modelText);
  modelHash = hashOf(modelText);
  compilation.setModelHash(modelHash);
  module = parseModel(context, *file, options.compileFrom.empty(), printer);
  if (module && isArchive(options))
    original = printModule(*module);
  if (!readsModelAgain(options))
    releaseModelText();
  return success(static_cast<bool>(module));
}

LogicalResult Run::dump(StringRef phase, StringRef suffix, ModuleOp module) {
  OutputFiles dumps;
  dumps.add(
      llvm::formatv("{0,0+2}-{1}{2}.mlir", phaseNumber(phase), phase, suffix)
          .str(),
      printModule(module));
  OutputFolder target(options.dumpDirectory, options.force);
  if (llvm::Error problem = target.write(dumps))
    return error() << "--dump-phases: " << llvm::toString(std::move(problem));
  return success();
}

/// Compiles the same model with other options, in silence.
FailureOr<OutputFiles> Run::compileAgain(const CompilationOptions &others) {
  CompilationOptions again = others;
  again.source = modelText;
  again.sbom = {};
  CompilationCallbacks silent;
  silent.isCancelled = callbacks.isCancelled;
  return compileToMemory(again, silent, llvm::nulls());
}

/// Lets the limit of RAM say how much the window of `--slide` keeps.
void Run::chooseSlideState() {
  if (!options.slide.empty() && options.ram != 0 && options.slideState == 0)
    options.slideState =
        findSlideState(options, [&](const CompilationOptions &others) {
          return compileAgain(others);
        });
}

/// After the plan has failed because of a limit, names the options with which
/// the model fits.
void Run::noteWhatFits() {
  std::vector<std::string> fitting = compilation.findFittingOptions(
      [&](const CompilationOptions &others) { return compileAgain(others); });
  if (!fitting.empty())
    printer.printNote("the model fits with " +
                      llvm::join(fitting, ", or with "));
}

LogicalResult Run::writeIR(ModuleOp module) {
  if (isToStandardOutput(options)) {
    output << printModule(module);
    return success();
  }
  files.add((compilation.getStem() + ".mlir").str(), printModule(module));
  if (failed(commit()))
    return failure();
  summarize();
  return success();
}

LogicalResult Run::runAll() {
  isWrongUsage = failed(checkUsage());
  OwningOpRef<ModuleOp> module;
  if (isWrongUsage ||
      failed(compilation.timed("read", [&] { return read(module); })))
    return failure();
  chooseSlideState();
  if (failed(compilation.runPhases(*module, source))) {
    noteWhatFits();
    return failure();
  }
  if (endsAtPhase(options) || isToStandardOutput(options))
    return writeIR(*module);
  FailureOr<OutputFiles> made = compilation.package(
      *module, std::move(original),
      [&](const CompilationOptions &others) { return compileAgain(others); });
  if (failed(made))
    return failure();
  files = std::move(*made);
  if (failed(state()))
    return failure();
  // The module's constants do not live longer than this compilation.
  if (inMemory)
    files.complete();
  if (failed(commit()))
    return failure();
  if (options.explainMemory)
    output << explainMemory(compilation.getReport());
  warnOfPortableC();
  summarize();
  return success();
}

/// Adds the statements of `--sbom`.
LogicalResult Run::state() {
  if (!options.sbom.spdx && !options.sbom.provenance)
    return success();
  StatedBuild build;
  build.stem = compilation.getStem().str();
  build.options = getStatedOptions(options);
  build.options.insert(build.options.begin(),
                       "--model-name=" + options.modelName);
  build.inputs.push_back(getStatedModel(options, source, modelHash));
  addStatedPackages(options, build.packages);
  llvm::Error problem = addStatedFiles(options, build.inputs);
  if (!problem)
    problem = addStatements(options, build, files);
  if (problem)
    return error() << llvm::toString(std::move(problem));
  return success();
}

/// Warns of C that is slower than it could be, once there is such C.
void Run::warnOfPortableC() {
  if (isPortableByChance(options))
    emitWarning(FileLineColLoc::get(&context, "tirc", 0, 0))
        << "no --target is given, so that the C is for no processor in "
           "particular, and slower than it could be; give --target=NAME, such "
           "as cortex-m4, esp32s3 or host, or --target=portable if that is "
           "what you want";
}

/// Prints a summary, if one is wanted.
void Run::summarize() {
  if (options.summarize && !inMemory && writesFiles(options))
    printSummary(getOutputFolder(options), files, compilation.getReport(),
                 errors);
}

LogicalResult Run::commit() {
  if (inMemory || !writesFiles(options))
    return success();
  if (llvm::Error problem = folder.write(files))
    return error() << llvm::toString(std::move(problem));
  return success();
}

Outcome tir::compile(const CompilationOptions &options,
                     const CompilationCallbacks &callbacks,
                     llvm::raw_ostream &errors, llvm::raw_ostream &output) {
  CompilationOptions complete = completeOptions(options);
  return Run(complete, callbacks, errors, output).run();
}

FailureOr<OutputFiles>
tir::compileToMemory(const CompilationOptions &options,
                     const CompilationCallbacks &callbacks,
                     llvm::raw_ostream &errors) {
  CompilationOptions complete = completeOptions(options);
  // An archive takes the name of its file from this option.
  complete.outputDirectory =
      isArchive(complete) ? fileStem(complete.modelName) + ".tar" : ".";
  // Nothing is written, so that the working folder may be the root.
  complete.force = true;
  return Run(complete, callbacks, errors, llvm::nulls()).runInMemory();
}
