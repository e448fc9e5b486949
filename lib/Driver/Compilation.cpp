//===- Compilation.cpp - From a model's file to the files that are written
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/Compilation.h"

#include "Archive.h"
#include "Limits.h"
#include "Options.h"
#include "Package.h"
#include "Plugins.h"
#include "Products.h"
#include "Session.h"
#include "Summary.h"
#include "Variants.h"
#include "mlir/IR/Action.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Driver/ModelFile.h"
#include "tir/Pipelines/Phase.h"
#include "tir/Pipelines/SymbolLookupInstrumentation.h"
#include "tir/Target/Report/Report.h"
#include "tir/Target/StaticMemory.h"
#include "llvm/Support/FormatVariadic.h"
#include <chrono>
#include <mutex>

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

namespace {
class Stopwatch {
public:
  double getSeconds() const {
    std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - begin;
    return seconds.count();
  }

private:
  std::chrono::steady_clock::time_point begin =
      std::chrono::steady_clock::now();
};

class Compilation : private Session {
public:
  Compilation(const CompilationOptions &options, llvm::raw_ostream &errors,
              llvm::raw_ostream &output)
      : Session(errors), options(options), errors(errors), output(output),
        files(getOutputFolder(options), options.force) {
    printer.setObserver(options.diagnostic);
    if (options.isCancelled)
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
  /// A copy of the module after the phase `plan`.
  struct Trial {
    OwningOpRef<ModuleOp> module;
    /// The bytes of its pools.
    int64_t bytes = 0;

    /// Returns the bytes that a limit compares, with the variables.
    uint64_t getNeeded();
    /// What the phases said.
    std::vector<Diagnostic> diagnostics;
    /// How long each phase took.
    SmallVector<std::pair<StringRef, double>> seconds;
  };

  void letCancel();
  LogicalResult run(PassManager &pm, ModuleOp module);
  LogicalResult runAll();
  LogicalResult checkOutput();
  LogicalResult preparePlugins();
  std::string whyPhaseIsLeftOut(StringRef phase);
  LogicalResult adoptBuffers(ModuleOp module);
  LogicalResult checkModelOfPhase(ModuleOp module);
  LogicalResult checkProfile(ModuleOp module);
  LogicalResult runPasses(const Phase &phase, ModuleOp module);
  LogicalResult runPhase(StringRef name, ModuleOp module);
  std::optional<Trial> tryPlan(ModuleOp module);
  std::optional<Trial> chooseRowsThatSave(ModuleOp module);
  std::optional<Trial> chooseSchedulesThatFit(ModuleOp module);
  std::optional<Trial> chooseSchedules(ModuleOp module);
  uint64_t countBookkeeping(ModuleOp module);
  std::optional<uint64_t> findFewestBytes(ModuleOp module);
  bool keepsTrials() const;
  void noteWhatFits();
  LogicalResult runPassesBefore(StringRef phase, ModuleOp module);
  void setPhaseOptions();
  void setConventions(ABIOptions &abi);
  void setLoadedConventions(ABIOptions &abi) const;
  bool compilesForLoaders() const;
  LogicalResult runLoadedPhase(StringRef name, ModuleOp module);
  LogicalResult makeForLoaders(ModuleOp module);
  void describeLoaded(ModuleOp module);
  LogicalResult packageLLVM(ModuleOp module, MadeCode &made);
  void releaseModelText();

  /// Sets the options that describe a model that did not come from a phase.
  template <typename Options>
  void setModel(ModelOptions<Options> &model) const {
    model.source = source;
    model.modelName = options.modelName;
    model.entry = options.entry;
    model.ioQuant = options.ioQuant;
    model.rename = options.renamings;
  }

  LogicalResult dump(StringRef phase, StringRef suffix, ModuleOp module);
  LogicalResult writeModule(ModuleOp module);
  LogicalResult package(ModuleOp module);
  LogicalResult commit();
  void summarize(StringRef report);

  bool toStandardOutput() const { return isToStandardOutput(options); }

  void reportProgress(StringRef name, double seconds) const {
    if (options.progress)
      options.progress(name, seconds);
  }

  /// Runs `step` and reports how long it took.
  template <typename Step>
  LogicalResult timed(StringRef name, Step step) {
    Stopwatch watch;
    LogicalResult result = step();
    if (succeeded(result))
      reportProgress(name, watch.getSeconds());
    return result;
  }

  const CompilationOptions &options;
  llvm::raw_ostream &errors, &output;
  OutputFiles files;
  bool inMemory = false, wasCancelled = false, isWrongUsage = false;
  std::vector<PassesBefore> passesBefore;
  PhaseOptions phaseOptions;
  /// The module with the conventions for loaders, if other code is written,
  /// too.
  OwningOpRef<ModuleOp> loadedModule;
  std::string source, stem;
  /// What the limit of RAM did, once the schedules are chosen.
  std::optional<RAMLimit> limit;
  /// The model as it was read, until it is released; belongs to `sources`.
  StringRef modelText;
  /// The model as it was read, for the archive.
  std::string original;
  /// The text whose lines the printer shows.
  std::shared_ptr<llvm::SourceMgr> sources;
};
} // namespace

/// Makes the compilation cancellable: a running pass cannot be stopped, but
/// passes that have not begun are skipped.
void Compilation::letCancel() {
  context.registerActionHandler(
      [this](function_ref<void()> execute, const tracing::Action &action) {
        if (isa<PassExecutionAction>(action)) {
          wasCancelled = wasCancelled || options.isCancelled();
          if (wasCancelled)
            return;
        }
        execute();
      });
}

LogicalResult Compilation::run(PassManager &pm, ModuleOp module) {
  LogicalResult result = pm.run(module);
  return wasCancelled ? failure() : result;
}

LogicalResult Compilation::checkOutput() {
  if (failed(checkOptions(options, [&] { return error(); })))
    return failure();
  if (!toStandardOutput() && !inMemory && writesFiles(options))
    if (llvm::Error problem = files.checkDirectory())
      return error() << llvm::toString(std::move(problem));
  return success();
}

/// Returns why a phase does not run, as part of a sentence, or an empty string
/// if it runs.
std::string Compilation::whyPhaseIsLeftOut(StringRef phase) {
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
  if (isBackEnd && (toStandardOutput() || llvm::none_of(options.emit, needs)))
    return "no requested output needs it; expected --emit=" +
           std::string(phase == "emitc" ? "c" : "obj, shared, llvm-ir or html");
  return "";
}

LogicalResult Compilation::preparePlugins() {
  // Plugins modify the registries of the process.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  DialectRegistry registry;
  auto emitError = [&] { return error(); };
  if (failed(loadPlugins(options, registry, emitError)) ||
      failed(parsePassesBefore(options, context, passesBefore, emitError)))
    return failure();
  context.appendDialectRegistry(registry);
  for (auto [passes, given] :
       llvm::zip_equal(passesBefore, options.passesBefore))
    if (std::string why = whyPhaseIsLeftOut(passes.phase); !why.empty())
      return error() << "--passes-before=" << given << ": the phase '"
                     << passes.phase << "' does not run, because " << why;
  return success();
}

/// Returns whether the model is compiled again with other options.
static bool readsModelAgain(const CompilationOptions &options) {
  return options.explainMemory || options.ram != 0 || !options.pools.empty() ||
         llvm::is_contained(options.emit, EmitKind::HTML);
}

/// Frees the text of the model, which is as large as its weights.
void Compilation::releaseModelText() {
  printer.copyShownSource();
  modelText = "";
  sources.reset();
}

void Compilation::setPhaseOptions() {
  setModel(phaseOptions.import);
  phaseOptions.import.inputShape = options.inputShapes;

  KernelsOptions &kernels = phaseOptions.kernels;
  kernels.keepConstantChannels = options.keepConstantChannels;
  kernels.keepUnreadChannels = options.keepUnreadChannels;

  ScheduleOptions &schedule = phaseOptions.schedule;
  schedule.schedule = options.schedule;
  schedule.rows = options.rows;
  schedule.feedRows = options.feedRows;
  schedule.overwriteInputs =
      options.overwriteInputs || options.io == IOMemory::Pool;
  schedule.flash = options.flash;
  setMachine(schedule, options.target);

  phaseOptions.plan.strategy = options.plan;
  if (options.workspaceAlignment != 0)
    phaseOptions.plan.alignment = options.workspaceAlignment;
  uint64_t constantsAlignment =
      std::max<uint64_t>(options.constantsAlignment, 1);
  phaseOptions.plan.constantsAlignment = constantsAlignment;
  phaseOptions.plan.overlap = options.overlap;
  phaseOptions.plan.ram = options.ram;
  phaseOptions.plan.minRAM = options.rows == RowsChoice::MinRAM;
  phaseOptions.plan.pools = options.pools;
  phaseOptions.plan.io = options.io;
  phaseOptions.plan.overwriteInputs = options.overwriteInputs;
  phaseOptions.plan.profile = options.profile;

  setConventions(phaseOptions.abi);

  phaseOptions.emitc.pointerBits = 8 * getPointerSize(options.target);
  setTarget(phaseOptions.llvm, options.target);
}

void Compilation::setConventions(ABIOptions &abi) {
  const ConventionOptions &given = options.conventions;
  abi.interfaceAPI = given.interfaceAPI;
  abi.unpackedAPI = given.unpackedAPI;
  abi.kernelCalls = given.kernelCalls;
  abi.workspace = given.getWorkspace();
  if (given.stackLimit != 0)
    abi.stackLimit = given.stackLimit;
  abi.onError = given.getOnError();
  abi.runtimeChecks = given.runtimeChecks;
  abi.tvmCompat = given.tvmCompat;
  // Generators of projects unpack archives, and call it as TVM's.
  abi.exposeMain = given.tvmCompat || isArchive(options);
  abi.systemLib = given.systemLib;
  abi.steps = given.steps;
  abi.guard = given.guard;
  abi.constantsSection = options.constantsSection;
  abi.workspaceSection = options.workspaceSection;
  abi.constantsAlignment = std::max<uint64_t>(options.constantsAlignment, 1);
  LoadedCode loaded = getLoadedCode(options);
  if (loaded == LoadedCode::Only)
    setLoadedConventions(abi);
  // Code that is linked beside it has none of what loaders look for. A file of
  // one phase has everything, as it is not known what becomes of it.
  else if (loaded == LoadedCode::BesideOther)
    abi.loaders = !compilesForLoaders();
}

/// Sets what differs in code that loaders load: threads may call it, and its
/// runtime is found when it is loaded.
void Compilation::setLoadedConventions(ABIOptions &abi) const {
  abi.loaders = true;
  abi.workspace = options.libraryWorkspace;
  // The section that TVM's firmware has.
  if (abi.workspace != Workspace::Internal)
    abi.workspaceSection = std::string();
}

/// Returns whether code for loaders has conventions of its own, beside other
/// code.
bool Compilation::compilesForLoaders() const {
  return getLoadedCode(options) == LoadedCode::BesideOther &&
         options.compileTo.empty() &&
         phaseNumber(options.compileFrom) < phaseNumber("abi");
}

/// Runs a phase on a module for loaders, after other code went through it: in
/// silence, unless it fails.
LogicalResult Compilation::runLoadedPhase(StringRef name, ModuleOp module) {
  ScopedDiagnosticHandler silence(&context, [](Diagnostic &diagnostic) {
    return success(diagnostic.getSeverity() != DiagnosticSeverity::Error);
  });
  for (PassesBefore &before : passesBefore)
    if (before.phase == name && failed(run(*before.passes, module)))
      return failure();
  return runPasses(*lookupPhase(name), module);
}

/// Keeps a copy of the module with the conventions for loaders.
LogicalResult Compilation::makeForLoaders(ModuleOp module) {
  loadedModule = module.clone();
  setLoadedConventions(phaseOptions.abi);
  LogicalResult result = timed(
      "abi for loaders", [&] { return runLoadedPhase("abi", *loadedModule); });
  setConventions(phaseOptions.abi);
  return result;
}

/// Says in the interface where the workspace of the library comes from.
void Compilation::describeLoaded(ModuleOp module) {
  auto read = [](ModuleOp from) {
    return getModelAttribute(getModels(from).front(), kInterfaceAttrName);
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

/// Adds what comes from the dialect of LLVM. Code that is linked, and not
/// loaded, is what the report measures.
LogicalResult Compilation::packageLLVM(ModuleOp module, MadeCode &made) {
  SmallVector<EmitKind> kinds(options.emit.begin(), options.emit.end());
  SmallVector<EmitKind> loaded;
  if (loadedModule) {
    llvm::copy_if(kinds, std::back_inserter(loaded),
                  [&](EmitKind kind) { return isForLoaders(options, kind); });
    llvm::erase_if(kinds,
                   [&](EmitKind kind) { return isForLoaders(options, kind); });
  }
  // The page contains sizes of code.
  bool measures = loadedModule || measuresCode(options);
  OwningOpRef<ModuleOp> clone = module.clone();
  if ((options.compileFrom != "llvm" && failed(runPhase("llvm", *clone))) ||
      failed(timed("package object", [&] {
        return addLLVMProducts(*clone, options, kinds, measures, stem, files,
                               made);
      })))
    return failure();
  if (!loadedModule)
    return success();
  return timed("package library", [&] {
    return success(
        succeeded(runLoadedPhase("llvm", *loadedModule)) &&
        succeeded(addLLVMProducts(*loadedModule, options, loaded,
                                  /*measures=*/false, stem, files, made)));
  });
}

LogicalResult Compilation::runPassesBefore(StringRef phase, ModuleOp module) {
  bool any = false;
  for (auto [passes, given] :
       llvm::zip_equal(passesBefore, options.passesBefore)) {
    if (passes.phase != phase)
      continue;
    any = true;
    PassManager &pm = *passes.passes;
    LogicalResult result =
        timed("before " + phase.str(), [&] { return run(pm, module); });
    if (succeeded(result))
      continue;
    if (!printer.hasErrors() && !wasCancelled)
      error() << "--passes-before=" << given
              << ": one of its passes failed and did not say why; run them "
                 "alone with tir-opt on the file of the phase before "
                 "(--dump-phases=DIR)";
    return failure();
  }
  // The name sorts before that of the phase's own file.
  return any ? dump(phase, ".before", module) : success();
}

LogicalResult Compilation::runPasses(const Phase &phase, ModuleOp module) {
  PassManager pm(&context);
  // The verifiers of some operations look at the whole module, so that checks
  // after each pass would take quadratic time.
  pm.enableVerifier(false);
  pm.addInstrumentation(std::make_unique<SymbolLookupInstrumentation>());
  addPhase(pm, phase, phaseOptions);
  return success(succeeded(run(pm, module)) && succeeded(verify(module)));
}

LogicalResult Compilation::runPhase(StringRef name, ModuleOp module) {
  if (failed(runPassesBefore(name, module)))
    return failure();
  return timed(name, [&]() -> LogicalResult {
    if (failed(runPasses(*lookupPhase(name), module)))
      return failure();
    return dump(name, "", module);
  });
}

/// Runs the phases from `schedule` to `plan` on a copy, in silence. Returns
/// std::nullopt if a phase fails.
std::optional<Compilation::Trial> Compilation::tryPlan(ModuleOp module) {
  Trial trial;
  trial.module = module.clone();
  ScopedDiagnosticHandler silence(&context, [&](Diagnostic &diagnostic) {
    trial.diagnostics.push_back(std::move(diagnostic));
    return success();
  });
  for (const Phase *phase : getPhasesUpTo(*lookupPhase("plan"))) {
    if (phaseNumber(phase->name) < phaseNumber("schedule"))
      continue;
    Stopwatch watch;
    for (PassesBefore &before : passesBefore)
      if (before.phase == phase->name &&
          failed(run(*before.passes, *trial.module)))
        return std::nullopt;
    if (failed(runPasses(*phase, *trial.module)))
      return std::nullopt;
    trial.seconds.emplace_back(phase->name, watch.getSeconds());
  }
  for (auto main : trial.module->getOps<PrimFuncOp>())
    if (auto plan = getModelAttribute(main, kPlanAttrName))
      for (const PlannedPool &pool : getPlannedPools(plan))
        trial.bytes += pool.bytes;
  return trial;
}

/// Returns the bytes of the largest tensor between two calls, which is in
/// memory as a whole if no call runs by rows.
static int64_t getLargestTensorBytes(ModuleOp module) {
  int64_t most = 0;
  for (auto main : module.getOps<PrimFuncOp>())
    if (!main.isPrivate() && !main.isExternal())
      for (auto call : main.getOps<CallTIROp>())
        for (Value result : call->getResults()) {
          auto type = dyn_cast<RankedTensorType>(result.getType());
          if (type && type.hasStaticShape() &&
              llvm::any_of(result.getUsers(), llvm::IsaPred<CallTIROp>))
            most = std::max<int64_t>(most,
                                     type.getNumElements() *
                                         DataLayout::closest(main).getTypeSize(
                                             type.getElementType()));
        }
  return most;
}

/// Lets no call run by rows if the model then needs as much memory as without
/// rows: the calls are chosen by an estimate. Returns the trial with what it
/// chose.
std::optional<Compilation::Trial>
Compilation::chooseRowsThatSave(ModuleOp module) {
  ScheduleOptions &schedule = phaseOptions.schedule;
  if (options.rows == RowsChoice::Off)
    return std::nullopt;
  std::optional<Trial> byRows = tryPlan(module);
  // A plan without rows takes time, and often it cannot need less.
  if (byRows && byRows->bytes < getLargestTensorBytes(module))
    return byRows;
  schedule.rows = RowsChoice::Off;
  std::optional<Trial> whole = tryPlan(module);
  if (!byRows || (whole && byRows->bytes >= whole->bytes))
    return whole;
  schedule.rows = options.rows;
  return byRows;
}

/// Chooses the fastest schedules and rows with which the plan keeps the limits
/// of memory, as the plan alone knows what the model needs. Returns the trial
/// with them. If it can keep the limits with none, the last choice needs the
/// least, and the phase `plan` says how much that is.
std::optional<Compilation::Trial>
Compilation::chooseSchedulesThatFit(ModuleOp module) {
  ScheduleOptions &schedule = phaseOptions.schedule;
  SmallVector<RowsChoice> rows = {schedule.rows};
  if (schedule.rows != RowsChoice::Off)
    rows.push_back(RowsChoice::Off);
  if (options.rows == RowsChoice::Auto)
    rows.push_back(RowsChoice::MinRAM);
  for (auto [choice, ram] : {std::pair(options.schedule, uint64_t(0)),
                             {options.schedule, options.ram},
                             {ScheduleChoice::Elementwise, options.ram}}) {
    schedule.schedule = choice;
    schedule.ram = ram;
    for (RowsChoice tried : rows) {
      schedule.rows = tried;
      if (std::optional<Trial> trial = tryPlan(module))
        return trial;
    }
  }
  return std::nullopt;
}

uint64_t Compilation::Trial::getNeeded() {
  uint64_t needed = bytes;
  for (auto global : module->getOps<memref::GlobalOp>())
    if (!global.getConstant() && !global.isExternal() &&
        !global.isUninitialized())
      needed +=
          global.getType().getNumElements() *
          DataLayout(*module).getTypeSize(global.getType().getElementType());
  return needed;
}

/// Returns the bytes of the flags, the handles and the padding that the phase
/// `abi` and compilers add to a module after the phase `plan`; 0 if a phase
/// fails, which then fails again.
uint64_t Compilation::countBookkeeping(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  ScopedDiagnosticHandler silence(&context,
                                  [](Diagnostic &) { return success(); });
  for (StringRef name : {"loops", "abi"}) {
    for (PassesBefore &before : passesBefore)
      if (before.phase == name && failed(run(*before.passes, *copy)))
        return 0;
    if (failed(runPasses(*lookupPhase(name), *copy)))
      return 0;
  }
  StaticBytes bytes = countStaticBytes(*copy, getPointerSize(options.target));
  return bytes.all - bytes.pools;
}

/// Returns the bytes that the model would need with `--rows=min-ram`.
std::optional<uint64_t> Compilation::findFewestBytes(ModuleOp module) {
  RowsChoice rows = phaseOptions.schedule.rows;
  bool minRAM = phaseOptions.plan.minRAM;
  phaseOptions.schedule.rows = RowsChoice::MinRAM;
  phaseOptions.plan.minRAM = true;
  std::optional<Trial> least = tryPlan(module);
  phaseOptions.schedule.rows = rows;
  phaseOptions.plan.minRAM = minRAM;
  if (!least)
    return std::nullopt;
  return least->getNeeded() + countBookkeeping(*least->module);
}

std::optional<Compilation::Trial>
Compilation::chooseSchedules(ModuleOp module) {
  // A limit that the model keeps by itself changes nothing.
  phaseOptions.plan.ram = 0;
  std::optional<Trial> trial = chooseRowsThatSave(module);
  if (options.ram == 0)
    return trial || options.pools.empty() ? std::move(trial)
                                          : chooseSchedulesThatFit(module);
  if (trial) {
    uint64_t others = countBookkeeping(*trial->module);
    limit = RAMLimit{options.ram, trial->getNeeded() + others,
                     estimateCycles(*trial->module), std::nullopt};
    if (limit->freeBytes <= options.ram) {
      limit->fewestBytes = findFewestBytes(module);
      return trial;
    }
    // Flags and handles are not the plan's. If nothing is left, the plan says
    // how much more it needs.
    phaseOptions.plan.ram =
        options.ram > others ? options.ram - others : uint64_t(1);
  } else {
    phaseOptions.plan.ram = options.ram;
  }
  phaseOptions.schedule.rows = options.rows;
  if (std::optional<Trial> limited = chooseRowsThatSave(module))
    return limited;
  return chooseSchedulesThatFit(module);
}

/// Returns whether the compilation can go on with the module of a trial: nobody
/// wants to see that of a phase before.
bool Compilation::keepsTrials() const {
  return options.dumpDirectory.empty() && options.compileTo.empty();
}

LogicalResult Compilation::dump(StringRef phase, StringRef suffix,
                                ModuleOp module) {
  if (options.dumpDirectory.empty())
    return success();
  OutputFiles dumps(options.dumpDirectory, options.force);
  dumps.add(
      llvm::formatv("{0,0+2}-{1}{2}.mlir", phaseNumber(phase), phase, suffix)
          .str(),
      printModule(module));
  if (llvm::Error problem = dumps.commit())
    return error() << "--dump-phases: " << llvm::toString(std::move(problem));
  return success();
}

/// Brings a module on buffers that tirc did not make to the form that the phase
/// `buffers` produces.
LogicalResult Compilation::adoptBuffers(ModuleOp module) {
  return timed("adopt buffers", [&]() -> LogicalResult {
    AdoptBuffersOptions adopt;
    setModel(adopt);
    PassManager pm(&context);
    buildAdoptBuffersPipeline(pm, adopt);
    if (failed(run(pm, module)))
      return failure();
    return dump("buffers", "", module);
  });
}

LogicalResult Compilation::checkModelOfPhase(ModuleOp module) {
  FailureOr<FunctionOpInterface> model =
      getOnlyModel(module, "tirc compiles one model",
                   "choose one with --entry, or compile each by itself");
  if (failed(model))
    return failure();
  if (getModelAttribute(*model, kModelAttrName)) {
    stem = fileStem(getModelName(*model));
    return success();
  }
  return module.emitError()
         << "no function of the module has tir.model = {name = \"...\", source "
            "= \"...\"}, so that no phase of tirc wrote it; expected with "
            "--compile-from="
         << options.compileFrom
         << " a file that --compile-to or --dump-phases wrote, or a model "
            "without --compile-from";
}

/// Checks that a module that comes from a later phase than `plan` has the
/// hooks that only that phase can insert.
LogicalResult Compilation::checkProfile(ModuleOp module) {
  if (!options.profile ||
      phaseNumber(options.compileFrom) < phaseNumber("plan"))
    return success();
  for (FunctionOpInterface model : getModels(module)) {
    DictionaryAttr plan = getModelAttribute(model, kPlanAttrName);
    if (plan && plan.contains("profile"))
      continue;
    return error() << "--profile: the model has no hooks around its kernels, "
                      "which the phase 'plan' inserts, but --compile-from="
                   << options.compileFrom
                   << " starts after it; expected a file that was written with "
                      "--profile, or an earlier phase to start from";
  }
  return success();
}

LogicalResult Compilation::runAll() {
  isWrongUsage = failed(checkOutput()) || failed(preparePlugins());
  if (isWrongUsage)
    return failure();

  OwningOpRef<ModuleOp> module;
  LogicalResult read = timed("read", [&]() -> LogicalResult {
    FailureOr<ModelFile> file =
        readModelFile(context, options.input, options.source);
    if (failed(file))
      return failure();
    source = file->name;
    sources = file->sources;
    modelText = file->getText();
    printer.setSource(file->name, modelText);
    module = parseModel(context, *file, options.compileFrom.empty(), printer);
    if (module && isArchive(options))
      original = printModule(*module);
    if (!readsModelAgain(options))
      releaseModelText();
    return success(static_cast<bool>(module));
  });
  if (failed(read))
    return failure();

  setPhaseOptions();

  unsigned first = phaseNumber(options.compileFrom) + 1;
  if (options.compileFrom == "buffers" && getModels(*module).empty() &&
      failed(adoptBuffers(*module)))
    return failure();
  if (first > 1 &&
      (failed(checkModelOfPhase(*module)) || failed(checkProfile(*module))))
    return failure();

  // If no last phase is given, the back ends run as the files require.
  const Phase &common = getLastCommonPhase();
  const Phase *end = lookupPhase(options.compileTo);
  auto phases = getPhasesUpTo(end ? *end : common);
  for (const Phase *phase : phases) {
    unsigned number = phaseNumber(phase->name);
    if (number < first)
      continue;
    if (phase->name == "schedule") {
      Stopwatch watch;
      std::optional<Trial> trial = chooseSchedules(*module);
      if (!keepsTrials())
        trial.reset();
      double seconds = watch.getSeconds();
      if (trial)
        for (auto [name, ofPhase] : trial->seconds)
          seconds -= ofPhase;
      reportProgress("choose schedules", seconds);
      if (trial) {
        for (auto [name, ofPhase] : trial->seconds)
          reportProgress(name, ofPhase);
        module = std::move(trial->module);
        for (Diagnostic &diagnostic : trial->diagnostics)
          context.getDiagEngine().emit(std::move(diagnostic));
        first = phaseNumber("plan") + 1;
        continue;
      }
    }
    if (phase->name == "abi" && compilesForLoaders() &&
        failed(makeForLoaders(*module)))
      return failure();
    if (failed(runPhase(phase->name, *module))) {
      if (phase->name == "plan")
        noteWhatFits();
      return failure();
    }
    // After a back end, the module does not describe the model any more.
    if (number <= phaseNumber(common.name) &&
        failed(checkModelOfPhase(*module)))
      return failure();
  }
  return end ? writeModule(*module) : package(*module);
}

/// After the plan has failed because of a limit, names the options with which
/// the model fits.
void Compilation::noteWhatFits() {
  if (wasCancelled || (options.ram == 0 && options.pools.empty()))
    return;
  if (uint64_t planned = phaseOptions.plan.ram; planned < options.ram)
    printer.printNote("flags, handles and padding take " +
                      std::to_string(options.ram - planned) + " of the " +
                      std::to_string(options.ram) + " bytes of the limit");
  std::vector<std::string> fitting = findFittingOptions(options, modelText);
  if (!fitting.empty())
    printer.printNote("the model fits with " +
                      llvm::join(fitting, ", or with "));
}

LogicalResult Compilation::writeModule(ModuleOp module) {
  if (toStandardOutput()) {
    output << printModule(module);
    return success();
  }
  files.add(stem + ".mlir", printModule(module));
  if (failed(commit()))
    return failure();
  summarize(/*report=*/"");
  return success();
}

LogicalResult Compilation::package(ModuleOp module) {
  if (toStandardOutput())
    return writeModule(module);
  bool fromEmitC = options.compileFrom == "emitc";
  bool fromLLVM = options.compileFrom == "llvm";
  for (EmitKind kind : options.emit) {
    bool reachable = fromEmitC  ? !needsLLVM(kind)
                     : fromLLVM ? !needsEmitC(kind)
                                : true;
    // The archive contains figures from the last phase before the back ends.
    if (kind == EmitKind::Archive)
      reachable = !fromEmitC && !fromLLVM;
    if (!reachable)
      return error() << "--emit=" << stringifyEmitKind(kind)
                     << " cannot be written from the phase '"
                     << options.compileFrom
                     << "'; expected with --compile-from="
                     << options.compileFrom
                     << (fromEmitC
                             ? " only c, example, ld and mlir"
                             : " only obj, shared, llvm-ir, html, example, "
                               "ld and mlir");
  }
  if (llvm::is_contained(options.emit, EmitKind::MLIR))
    files.add(stem + ".mlir", printModule(module));
  if (llvm::any_of(options.emit, needsEmitC)) {
    OwningOpRef<ModuleOp> clone = module.clone();
    if ((!fromEmitC && failed(runPhase("emitc", *clone))) ||
        failed(timed("package c", [&] {
          return addCProducts(*clone, options, stem, files);
        })))
      return failure();
  }
  MadeCode made;
  made.limit = limit;
  if (loadedModule)
    describeLoaded(module);
  if ((llvm::any_of(options.emit, needsLLVM) ||
       (measuresCode(options) && !fromEmitC)) &&
      failed(packageLLVM(module, made)))
    return failure();
  std::string code = files.find(stem + ".c").value_or("").str();
  made.source = code;
  // The page shows what would save memory, too.
  if (options.explainMemory ||
      llvm::is_contained(options.emit, EmitKind::HTML)) {
    LogicalResult planned = timed("variants", [&] {
      made.variants = planVariants(options, modelText);
      return success(!wasCancelled);
    });
    if (failed(planned))
      return failure();
  }
  if (failed(addCommonProducts(module, options, stem, made, files)))
    return failure();
  std::string report = files.find(stem + ".report.json")->str();
  if (failed(checkLimits(options, report, [&] { return error(); }, printer)))
    return failure();
  // The module's constants do not live longer than this compilation.
  if (inMemory || isArchive(options) || getPackageKind(options))
    files.complete();
  if (isArchive(options)) {
    FailureOr<OutputFiles> archive =
        makeArchive(module, options, stem, std::move(original), files);
    if (failed(archive))
      return failure();
    files = std::move(*archive);
  } else {
    addRuntimeHeaders(files);
    if (getPackageKind(options))
      files = makePackage(options, stem, files);
  }
  if (failed(commit()))
    return failure();
  if (options.explainMemory)
    output << explainMemory(report);
  summarize(report);
  return success();
}

/// Prints a summary, if one is wanted. An empty report stands for none.
void Compilation::summarize(StringRef report) {
  if (options.summarize && !inMemory && writesFiles(options))
    printSummary(getOutputFolder(options), files, report, errors);
}

LogicalResult Compilation::commit() {
  if (inMemory || !writesFiles(options))
    return success();
  if (llvm::Error problem = files.commit())
    return error() << llvm::toString(std::move(problem));
  return success();
}

Outcome tir::compile(const CompilationOptions &options,
                     llvm::raw_ostream &errors, llvm::raw_ostream &output) {
  CompilationOptions complete = completeOptions(options);
  return Compilation(complete, errors, output).run();
}

FailureOr<OutputFiles> tir::compileToMemory(const CompilationOptions &options,
                                            llvm::raw_ostream &errors) {
  CompilationOptions complete = completeOptions(options);
  // An archive takes the name of its file from this option.
  complete.outputDirectory =
      isArchive(complete) ? fileStem(complete.modelName) + ".tar" : ".";
  // Nothing is written, so that the working folder may be the root.
  complete.force = true;
  return Compilation(complete, errors, llvm::nulls()).runInMemory();
}
