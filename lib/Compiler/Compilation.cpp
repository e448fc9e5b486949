//===- Compilation.cpp - The phases of a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/Compilation.h"

#include "NotByRows.h"
#include "Plugins.h"
#include "SelfTestInputs.h"
#include "tir/ABI/Names.h"
#include "tir/Compiler/MakePhaseOptions.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Compiler/Strategy.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include <mutex>

using namespace mlir;
using namespace tir;

std::string tir::printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, OpPrintingFlags().enableDebugInfo());
  os << '\n';
  return text;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Returns why a phase does not run, as part of a sentence, or an empty string
/// if it runs.
std::string Compilation::whyPhaseIsLeftOut(StringRef phase) const {
  const std::string &from = options.compileFrom, &to = options.compileTo;
  bool isBackEnd = phaseNumber(phase) > phaseNumber(getLastCommonPhase().name);
  if (phaseNumber(phase) <= phaseNumber(from))
    return "--compile-from=" + from + " starts after it";
  if (!from.empty() && !llvm::is_contained(getPhasesUpTo(*lookupPhase(phase)),
                                           lookupPhase(from)))
    return "--compile-from=" + from + " does not lead to it";
  if (!to.empty() && to != "package") {
    if (phaseNumber(phase) > phaseNumber(to))
      return "--compile-to=" + to + " ends before it";
    if (isBackEnd && phase != to)
      return "--compile-to=" + to + " does not lead to it";
    return "";
  }
  auto needs = phase == "emitc" ? needsEmitC : needsLLVM;
  if (isBackEnd &&
      (isToStandardOutput(options) || llvm::none_of(options.emit, needs)))
    return "no requested output needs it; expected --emit=" +
           std::string(phase == "emitc" ? "c" : "obj, shared, llvm-ir or html");
  return "";
}

LogicalResult Compilation::prepare() {
  auto emitError = [&] { return emitOptionError(context); };
  if (options.check == CheckChoice::Emulator)
    if (std::string why = whyNotEmulated(options.target, options.checkCompiler);
        !why.empty())
      return emitError() << "--check=emulator: " << why;
  // Plugins modify the registries of the process.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  DialectRegistry registry;
  if (failed(loadPlugins(options, registry, emitError)) ||
      failed(parsePassesBefore(options.passesBefore, context,
                               runner.passesBefore)))
    return failure();
  context.appendDialectRegistry(registry);
  runner.verifiesAll =
      !options.dialectPlugins.empty() || !options.passPlugins.empty();
  for (const PassesBefore &before : runner.passesBefore)
    if (std::string why = whyPhaseIsLeftOut(before.phase); !why.empty())
      return emitError() << "--passes-before=" << before.text << ": the phase '"
                         << before.phase << "' does not run, because " << why;
  return success();
}

//===----------------------------------------------------------------------===//
// The start
//===----------------------------------------------------------------------===//

/// Brings a module on buffers that tirc did not make to the form that the phase
/// `buffers` produces.
LogicalResult Compilation::adoptBuffers(ModuleOp module, StringRef source) {
  return timed("adopt buffers", [&]() -> LogicalResult {
    AdoptBuffersOptions adopt;
    setAdoptBuffersOptions(adopt, options, source);
    PassManager pm(&context);
    buildAdoptBuffersPipeline(pm, adopt);
    if (failed(runner.run(pm, module)))
      return failure();
    return runner.dump("buffers", "", module);
  });
}

LogicalResult Compilation::checkModelOfPhase(ModuleOp module) {
  FailureOr<FunctionOpInterface> model =
      getOnlyModel(module, "tirc compiles one model",
                   "choose one with --entry, or compile each by itself");
  if (failed(model))
    return failure();
  if (getModelInfo(*model)) {
    stem = fileStem(getModelName(*model));
    return success();
  }
  return module.emitError()
         << "no function of the module has tir.model = #tir.model<name = "
            "\"...\">, so that no phase of tirc wrote it; expected with "
            "--compile-from="
         << options.compileFrom
         << " a file that --compile-to or --dump-phases wrote, or a model "
            "without --compile-from";
}

/// Checks that a module that comes from a later phase than `plan` has the
/// hooks that only that phase can insert.
LogicalResult Compilation::checkProfile(ModuleOp module) const {
  if (!options.profile ||
      phaseNumber(options.compileFrom) < phaseNumber("plan"))
    return success();
  for (FunctionOpInterface model : getModels(module)) {
    PlanAttr plan = getPlan(model);
    if (plan && plan.getProfile())
      continue;
    return emitOptionError(context)
           << "--profile: the model has no hooks around its kernels, which the "
              "phase 'plan' inserts, but --compile-from="
           << options.compileFrom
           << " starts after it; expected a file that was written with "
              "--profile, or an earlier phase to start from";
  }
  return success();
}

/// Checks that the module is what the first phase to run expects.
LogicalResult Compilation::checkStart(ModuleOp module, StringRef source) {
  if (options.compileFrom.empty())
    return success();
  if (options.compileFrom == "buffers" && getModels(module).empty() &&
      failed(adoptBuffers(module, source)))
    return failure();
  return success(succeeded(checkModelOfPhase(module)) &&
                 succeeded(checkProfile(module)));
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

/// Runs the phases up to `last`, whose options the strategy chooses.
LogicalResult Compilation::runStrategy(ModuleOp module, StringRef last) {
  if (options.check != CheckChoice::Off || !options.selfTest.empty())
    unscheduled = module.clone();
  Strategy strategy(runner);
  if (options.pareto && failed(timed("pareto", [&] {
        curve = strategy.findCurve(module);
        return failure(runner.wasCancelled());
      })))
    return failure();
  LogicalResult result =
      strategy.run(module, last,
                   /*showsPhases=*/!options.dumpDirectory.empty() ||
                       !options.compileTo.empty());
  limit = strategy.getLimit();
  return result;
}

/// Checks the kernels of a module after the phase `loops`.
LogicalResult Compilation::runCheck(ModuleOp module) {
  if (options.check == CheckChoice::Off)
    return success();
  bool needsProof = options.check == CheckChoice::Proof;
  if (!unscheduled) {
    check.emplace().whyNot = "the file comes from the phase '" +
                             options.compileFrom +
                             "', after schedules were chosen";
    return success(!needsProof || succeeded(verifyProofs(module, *check)));
  }
  return timed("check", [&]() -> LogicalResult {
    Emulation emulation = makeEmulation();
    FailureOr<CheckResult> checked = checkKernels(
        *unscheduled, module,
        options.check == CheckChoice::Emulator ? &emulation : nullptr);
    if (failed(checked))
      return failure();
    check = std::move(*checked);
    return success(!needsProof || succeeded(verifyProofs(module, *check)));
  });
}

/// Finds out what a self-test expects.
LogicalResult Compilation::runSelfTest() {
  if (!unscheduled || options.selfTest.empty())
    return success();
  return timed("self-test", [&]() -> LogicalResult {
    FailureOr<SelfTest> made = makeSelfTest(*unscheduled, options);
    if (failed(made))
      return failure();
    selfTest = std::move(*made);
    return success();
  });
}

FailureOr<std::optional<CheckResult>>
Compilation::checkPlanned(ModuleOp module) {
  if (!unscheduled)
    return std::optional<CheckResult>();
  if (options.check != CheckChoice::Off) {
    OwningOpRef<ModuleOp> copy = module.clone();
    if (failed(runner.runPhaseQuietly("loops", *copy)) ||
        failed(runCheck(*copy)))
      return failure();
  }
  if (failed(runSelfTest()))
    return failure();
  unscheduled = nullptr;
  return check;
}

/// Does what needs the module before it has calling conventions.
LogicalResult Compilation::prepareForABI(ModuleOp module) {
  notByRows = findNotByRows(module);
  if (failed(runCheck(module)) || failed(runSelfTest()))
    return failure();
  unscheduled = nullptr;
  return compilesForLoaders(options) ? makeForLoaders(module) : success();
}

LogicalResult Compilation::runPhases(ModuleOp module, StringRef source,
                                     StringRef last) {
  setPhaseOptions(runner.options, options, source);
  if (failed(checkStart(module, source)))
    return failure();
  // If no last phase is given, the back ends run as the files require.
  const Phase *end = lookupPhase(last.empty() ? options.compileTo : last);
  if (!end)
    end = &getLastCommonPhase();
  unsigned done = phaseNumber(options.compileFrom);
  for (const Phase *phase : getPhasesUpTo(*end)) {
    if (phaseNumber(phase->name) <= done)
      continue;
    if (phase->name == "abi" && failed(prepareForABI(module)))
      return failure();
    if (phase->name == "schedule") {
      done = std::min(phaseNumber("plan"), phaseNumber(end->name));
      if (failed(runStrategy(module, getPhaseNames()[done - 1])))
        return failure();
    } else if (failed(runner.runPhase(phase->name, module))) {
      return failure();
    }
    // After a back end, the module does not describe the model any more.
    if (phaseNumber(phase->name) <= phaseNumber(getLastCommonPhase().name) &&
        failed(checkModelOfPhase(module)))
      return failure();
  }
  return success();
}

std::vector<std::string>
Compilation::findFittingOptions(CompileFn compileAgain) const {
  bool hasLimit = options.ram != 0 || !options.pools.empty();
  if (runner.getFailedPhase() != "plan" || !hasLimit || runner.wasCancelled())
    return {};
  return tir::findFittingOptions(options, compileAgain);
}

//===----------------------------------------------------------------------===//
// Code that loaders load
//===----------------------------------------------------------------------===//

/// Runs a phase on the module for loaders, after other code went through it: in
/// silence, unless it fails.
LogicalResult Compilation::runPhaseForLoaders(StringRef name) {
  ScopedDiagnosticHandler silence(&context, [](Diagnostic &diagnostic) {
    return success(diagnostic.getSeverity() != DiagnosticSeverity::Error);
  });
  return runner.runPhaseQuietly(name, *loadedModule);
}

/// Keeps a copy of the module with the conventions for loaders.
LogicalResult Compilation::makeForLoaders(ModuleOp module) {
  loadedModule = module.clone();
  setLoadedConventions(runner.options.abi, options);
  LogicalResult result =
      timed("abi for loaders", [&] { return runPhaseForLoaders("abi"); });
  setConventions(runner.options.abi, options);
  return result;
}

/// Says in the interface where the workspace of the library comes from.
void Compilation::describeLoaded(ModuleOp module) {
  auto read = [](ModuleOp from) {
    return getInterface(getModels(from).front());
  };
  DictionaryAttr interface = read(module);
  Attribute workspace = read(*loadedModule).get("workspace");
  if (workspace == interface.get("workspace"))
    return;
  NamedAttrList fields(interface);
  fields.set("library_workspace", workspace);
  getModels(module).front()->setAttr(kInterfaceAttrName,
                                     fields.getDictionary(&context));
}
