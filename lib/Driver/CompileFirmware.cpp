//===- CompileFirmware.cpp - From the files of several models to one program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/CompileFirmware.h"

#include "Session.h"
#include "Summary.h"
#include "tir/ABI/Names.h"
#include "tir/Compiler/Compilation.h"
#include "tir/Compiler/Firmware.h"
#include "tir/Compiler/OptionParser.h"
#include "tir/Compiler/Statements.h"
#include "tir/Driver/FirmwareFile.h"
#include "tir/Driver/ModelFile.h"
#include "tir/Driver/OutputFolder.h"
#include "tir/Pipelines/Phase.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tir;

namespace {
class FirmwareRun : private Session {
public:
  FirmwareRun(const FirmwareArguments &arguments,
              const CompilationCallbacks &callbacks, bool summarize,
              llvm::raw_ostream &errors)
      : Session(errors), arguments(arguments), callbacks(callbacks),
        summarize(summarize), errors(errors) {
    printer.setObserver(callbacks.diagnostic);
    if (!summarize)
      printer.hideRemarks();
  }

  Outcome run() {
    if (succeeded(finish(runAll())))
      return Outcome::Success;
    return isWrongUsage ? Outcome::WrongUsage : Outcome::Failure;
  }

private:
  LogicalResult readPlan();
  SmallVector<std::string> findNames(StringRef file, size_t count);
  LogicalResult nameModels();
  LogicalResult checkGivenFiles();
  FailureOr<CompilationOptions> readOptions(size_t model);
  FailureOr<FirmwarePart> compileModel(CompilationOptions options);
  LogicalResult fitPools(Firmware &firmware, std::vector<FirmwarePart> &parts);
  LogicalResult write(const CompilationOptions &options, Firmware &firmware,
                      const OutputFiles &files);
  LogicalResult state(const CompilationOptions &options, OutputFiles &files);
  LogicalResult runAll();
  PhaseHooks makeHooks() const {
    PhaseHooks hooks;
    hooks.progress = callbacks.progress;
    return hooks;
  }

  const FirmwareArguments &arguments;
  const CompilationCallbacks &callbacks;
  bool summarize;
  llvm::raw_ostream &errors;
  bool isWrongUsage = false;
  std::string planText;
  FirmwarePlan plan;
  /// The names of the models, in the order of their files, and these. A model
  /// may have several names.
  std::vector<std::string> names, files;
  /// What was read, for --sbom.
  std::vector<StatedInput> inputs;
  std::vector<StatedPackage> packages;
};
} // namespace

LogicalResult FirmwareRun::readPlan() {
  auto buffer = llvm::MemoryBuffer::getFile(arguments.plan, /*IsText=*/true);
  if (!buffer)
    return error() << "--firmware=" << arguments.plan
                   << ": cannot be read: " << buffer.getError().message()
                   << "; expected a file in TOML (docs/Firmware.md)";
  planText = (*buffer)->getBuffer().str();
  std::string name = llvm::sys::path::filename(arguments.plan).str();
  printer.setSource(name, planText);
  FailureOr<FirmwarePlan> read = readFirmwarePlan(context, name, planText);
  if (failed(read))
    return failure();
  plan = std::move(*read);
  return success();
}

/// Checks that each file of the plan is on the command line.
LogicalResult FirmwareRun::checkGivenFiles() {
  for (const FirmwareModel &model : plan.models) {
    auto isGiven = [&](StringRef path) {
      return model.file && llvm::sys::path::filename(path) ==
                               llvm::sys::path::filename(model.file->text);
    };
    if (!model.file || llvm::any_of(arguments.models, isGiven))
      continue;
    InFlightDiagnostic diag =
        emitError(getLocation(context, plan, model.file->at))
        << "the file '" << model.file->text << "' of the model '"
        << model.name.text
        << "' is not given; expected it on the command line, as in tirc "
        << model.file->text << " ... --firmware=" << plan.file;
    return diag;
  }
  return success();
}

/// Returns the names that the plan gives to a file that is given `count` times:
/// one each time, or all at once.
SmallVector<std::string> FirmwareRun::findNames(StringRef file, size_t count) {
  SmallVector<std::string> found;
  for (const FirmwareModel &model : plan.models)
    if (model.file && llvm::sys::path::filename(model.file->text) == file &&
        !llvm::is_contained(names, model.name.text))
      found.push_back(model.name.text);
  if (found.empty())
    found.push_back(modelNameOfFile(file));
  if (count > 1)
    found.resize(1);
  return found;
}

/// Finds the name of each model: the plan's for its file, or the file's name.
LogicalResult FirmwareRun::nameModels() {
  auto fileOf = [](StringRef path) { return llvm::sys::path::filename(path); };
  for (const std::string &path : arguments.models) {
    size_t count = llvm::count_if(arguments.models, [&](StringRef other) {
      return fileOf(other) == fileOf(path);
    });
    for (const std::string &name : findNames(fileOf(path), count)) {
      for (const std::string &other : names)
        if (StringRef(other).equals_insensitive(name))
          return error()
                 << "two models have the name '" << name
                 << "'; expected another one for '" << path
                 << "': give a model of the plan its file ([models.NAME] with "
                    "file = \"...\")";
      if (mangleModelName(name) == mangleModelName(plan.name.text))
        return error() << "the program has the name '" << plan.name.text
                       << "' of the model '" << path
                       << "'; expected another one: give the plan a name";
      names.push_back(name);
      files.push_back(path);
    }
  }
  return success();
}

/// Returns the options of a model, with those that are its own.
FailureOr<CompilationOptions> FirmwareRun::readOptions(size_t model) {
  StringRef file = llvm::sys::path::filename(files[model]);
  std::vector<const char *> all;
  for (const std::string &option : arguments.options)
    all.push_back(option.c_str());
  std::vector<std::string> own;
  for (StringRef given : arguments.modelOptions)
    if (auto [name, option] = given.split(':');
        name == names[model] || name == file)
      own.push_back(option.str());
  for (const std::string &option : own)
    all.push_back(option.c_str());
  all.push_back(files[model].c_str());
  llvm::Expected<CompilationOptions> parsed = parseCompilationOptions(all);
  if (!parsed)
    return error() << llvm::toString(parsed.takeError());
  if (!parsed->modelName.empty())
    return error() << "--model-name=" << parsed->modelName
                   << ": models of a program have the names of the plan; "
                      "expected [models."
                   << parsed->modelName << "] with file = \"" << file << "\"";
  parsed->modelName = names[model];
  CompilationOptions options = completeOptions(*parsed);
  if (failed(setFirmwareOptions(plan, options, context)) ||
      failed(checkOptions(options, [&] { return error(); })))
    return failure();
  return options;
}

/// Runs the phases of one model up to its plan.
FailureOr<FirmwarePart> FirmwareRun::compileModel(CompilationOptions options) {
  FirmwarePart part;
  part.name = options.modelName;
  part.options = std::move(options);
  Compilation compilation(part.options, context, makeHooks());
  FailureOr<ModelFile> file =
      readModelFile(context, part.options.input, part.options.source);
  if (failed(compilation.prepare()) || failed(file))
    return failure();
  printer.setSource(file->name, file->getText());
  addStatedInput(
      getStatedModel(part.options, file->name, hashOf(file->getText())),
      inputs);
  addStatedPackages(part.options, packages);
  part.module = parseModel(context, *file, /*isModel=*/true, printer);
  if (!part.module ||
      failed(compilation.runPhases(*part.module, file->name, "plan")))
    return failure();
  FailureOr<std::optional<CheckResult>> check =
      compilation.checkPlanned(*part.module);
  if (failed(check))
    return failure();
  part.check = std::move(*check);
  part.selfTest = compilation.getSelfTest();
  part.hash = hashOf(file->getText());
  printer.setSource(plan.file, planText);
  return part;
}

/// Compiles models again, with less of a pool that is too small for all of
/// them, as long as they have another one.
LogicalResult FirmwareRun::fitPools(Firmware &firmware,
                                    std::vector<FirmwarePart> &parts) {
  for (;;) {
    FailureOr<std::optional<FirmwareSpill>> spill = firmware.findSpill(parts);
    if (failed(spill))
      return failure();
    if (!*spill)
      return success();
    // Those of the model were shown.
    printer.hideRemarks();
    FirmwarePart &part = parts[(*spill)->model];
    shrinkPool(part.options, **spill);
    FailureOr<FirmwarePart> again = compileModel(part.options);
    if (failed(again))
      return failure();
    part = std::move(*again);
  }
}

LogicalResult FirmwareRun::write(const CompilationOptions &options,
                                 Firmware &firmware, const OutputFiles &files) {
  OutputFolder folder(getOutputFolder(options), options.force);
  if (llvm::Error problem = folder.write(files))
    return error() << llvm::toString(std::move(problem));
  if (summarize)
    printLines(getOutputFolder(options), files, firmware.getSummary(), errors);
  return success();
}

/// Adds the statements of `--sbom`.
LogicalResult FirmwareRun::state(const CompilationOptions &options,
                                 OutputFiles &files) {
  if (!options.sbom.spdx && !options.sbom.provenance)
    return success();
  StatedBuild build;
  build.stem = fileStem(plan.name.text);
  // The options that the models have in common.
  std::vector<const char *> common;
  for (const std::string &option : arguments.options)
    common.push_back(option.c_str());
  common.push_back(arguments.models.front().c_str());
  llvm::Expected<CompilationOptions> parsed = parseCompilationOptions(common);
  if (!parsed)
    return error() << llvm::toString(parsed.takeError());
  build.options = getStatedOptions(completeOptions(*parsed));
  build.options.insert(build.options.begin(),
                       "--firmware=" +
                           llvm::sys::path::filename(arguments.plan).str());
  for (const std::string &own : arguments.modelOptions)
    build.options.push_back("--model-option=" + own);
  build.inputs = inputs;
  build.packages = packages;
  build.inputs.push_back({llvm::sys::path::filename(arguments.plan).str(),
                          hashOf(planText), /*isModel=*/false});
  llvm::Error problem = addStatedFiles(options, build.inputs);
  if (!problem)
    problem = addStatements(options, build, files);
  if (problem)
    return error() << llvm::toString(std::move(problem));
  return success();
}

LogicalResult FirmwareRun::runAll() {
  isWrongUsage = true;
  if (arguments.models.empty())
    return error() << "--firmware=" << arguments.plan
                   << ": no model is given; expected some, as in tirc a.tflite "
                      "b.onnx --firmware=plan.toml -o DIR";
  if (failed(readPlan()) || failed(checkGivenFiles()) || failed(nameModels()))
    return isWrongUsage = false, failure();
  for (StringRef given : arguments.modelOptions) {
    StringRef name = given.split(':').first;
    auto isFile = [&](StringRef path) {
      return llvm::sys::path::filename(path) == name;
    };
    if (!llvm::is_contained(names, name) &&
        llvm::none_of(arguments.models, isFile))
      return error() << "--model-option=" << given << ": there is no model '"
                     << name << "'; expected one of " << llvm::join(names, ", ")
                     << ", as in --model-option=" << names.front()
                     << ":--rows=off";
  }
  // What is wrong with the rules does not depend on the models.
  if (failed(FirmwareRules::make(plan, names, context)))
    return isWrongUsage = false, failure();
  std::vector<FirmwarePart> parts;
  std::vector<CompilationOptions> options;
  for (size_t model = 0; model < names.size(); ++model) {
    FailureOr<CompilationOptions> own = readOptions(model);
    if (failed(own))
      return failure();
    options.push_back(std::move(*own));
  }
  OutputFolder folder(getOutputFolder(options.front()), options.front().force);
  if (llvm::Error problem = folder.check())
    return error() << llvm::toString(std::move(problem));
  isWrongUsage = false;
  for (const CompilationOptions &own : options) {
    FailureOr<FirmwarePart> part = compileModel(own);
    if (failed(part))
      return failure();
    parts.push_back(std::move(*part));
  }
  Firmware firmware(plan, options.front(), context, makeHooks());
  if (failed(fitPools(firmware, parts)))
    return failure();
  FailureOr<OutputFiles> files = firmware.compile(std::move(parts));
  if (failed(files) || failed(state(options.front(), *files)))
    return failure();
  return write(options.front(), firmware, *files);
}

Outcome tir::compileFirmware(const FirmwareArguments &arguments,
                             const CompilationCallbacks &callbacks,
                             bool summarize, llvm::raw_ostream &errors) {
  return FirmwareRun(arguments, callbacks, summarize, errors).run();
}
