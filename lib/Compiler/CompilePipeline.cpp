//===- CompilePipeline.cpp - A compilation as a pipeline
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "tir/ABI/Names.h"
#include "tir/Compiler/MakePhaseOptions.h"
#include "tir/Compiler/OptionParser.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Compiler/OptionTable.h"
#include "tir/Compiler/Passes.h"
#include "tir/Compiler/PassesBefore.h"
#include "tir/Compiler/Registration.h"
#include "tir/Pipelines/Phase.h"

using namespace mlir;
using namespace tir;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Returns whether an option of the command is about what becomes of a module,
/// rather than about files and libraries.
static bool isAboutModule(const OptionInfo &option) {
  static constexpr StringLiteral kOthers[] = {"check",
                                              "dump-phases",
                                              "g",
                                              "load-dialect-plugin",
                                              "load-pass-plugin",
                                              "package-version",
                                              "trace",
                                              "O"};
  return !llvm::is_contained(kOthers, option.name);
}

namespace {
/// The options of the command, each as text, so that one table has them.
struct CompileOptions : PassPipelineOptions<CompileOptions> {
  CompileOptions() {
    for (const OptionInfo &option : getCompilationOptions()) {
      if (!isAboutModule(option))
        continue;
      // A flag has no value in the command, and `true` or `false` here.
      if (option.kind == OptionInfo::Kind::Flag)
        flags.push_back(std::make_unique<Option<bool>>(
            *this, option.name, llvm::cl::desc(option.help),
            llvm::cl::init(false)));
      else if (option.kind == OptionInfo::Kind::List ||
               option.kind == OptionInfo::Kind::CommaList)
        lists.push_back(std::make_unique<ListOption<std::string>>(
            *this, option.name, llvm::cl::desc(option.help)));
      else
        values.push_back(std::make_unique<Option<std::string>>(
            *this, option.name, llvm::cl::desc(option.help)));
    }
  }

  /// Returns the equivalent arguments of the command.
  std::vector<std::string> getArguments() const {
    std::vector<std::string> arguments;
    if (!source.empty())
      arguments.push_back(source);
    for (const auto &flag : flags)
      if (*flag)
        arguments.push_back(("--" + flag->ArgStr).str());
    for (const auto &value : values)
      if (value->hasValue())
        arguments.push_back(
            ("--" + value->ArgStr + "=" + value->getValue()).str());
    for (const auto &list : lists)
      for (const std::string &text : **list)
        arguments.push_back(("--" + list->ArgStr + "=" + text).str());
    return arguments;
  }

private:
  Option<std::string> source{
      *this, "source",
      llvm::cl::desc("File that the module was read from, the argument of tirc "
                     "(default: the module's location, and 'default' "
                     "for the model's name)"),
      llvm::cl::init("")};
  std::vector<std::unique_ptr<Option<bool>>> flags;
  std::vector<std::unique_ptr<Option<std::string>>> values;
  std::vector<std::unique_ptr<ListOption<std::string>>> lists;
};
} // namespace

/// Returns the last phase: the one that the options name, or else the one from
/// which their only kind of output is written.
static Expected<const Phase *> getLastPhase(const CompilationOptions &options) {
  if (const Phase *last = lookupPhase(options.compileTo))
    return last;
  bool isC = llvm::any_of(options.emit, needsEmitC);
  bool isLLVM = llvm::any_of(options.emit, needsLLVM);
  if (isC && isLLVM)
    return llvm::createStringError(
        "emit=: these outputs come from several phases; expected compile-to=, "
        "with emitc or llvm, or emit= with outputs of one of them");
  return isC      ? lookupPhase("emitc")
         : isLLVM ? lookupPhase("llvm")
                  : &getLastCommonPhase();
}

/// Reads and checks the options. The error is a sentence.
static Expected<CompilationOptions>
readOptions(const std::vector<std::string> &arguments) {
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  Expected<CompilationOptions> read = parseCompilationOptions(pointers);
  if (!read)
    return read;
  CompilationOptions options = *read;
  if (options.modelName.empty() && options.input.empty())
    options.modelName = kDefaultModelName.str();
  options.outputDirectory = "module";
  options = completeOptions(options);
  // The checks report to a context.
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::string problem;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    problem = diagnostic.str();
    return success();
  });
  std::vector<PassesBefore> passes;
  if (failed(checkOptions(options, [&] { return emitOptionError(context); })) ||
      failed(parsePassesBefore(options.passesBefore, context, passes)))
    return llvm::createStringError(problem);
  return options;
}

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

/// Returns the options of a phase in the form that its pipeline takes.
static std::string print(const mlir::detail::PassOptions &options) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  options.print(stream);
  return StringRef(text).drop_front().drop_back().str();
}

static void addChoosePlan(OpPassManager &pm, const CompilationOptions &options,
                          const PhaseOptions &phases, StringRef last) {
  TIRChoosePlanPassOptions choose;
  choose.scheduleText = print(phases.schedule);
  choose.planText = print(phases.plan);
  choose.abiText = print(phases.abi);
  choose.pointerBits = phases.emitc.pointerBits;
  for (const std::string &given : options.passesBefore)
    choose.passesBeforeTexts.push_back(given);
  choose.to = last.str();
  pm.addPass(createTIRChoosePlanPass(choose));
}

/// Adds the phases that the command would run on a module.
static LogicalResult addPhases(OpPassManager &pm,
                               const CompilationOptions &options,
                               const Phase &last) {
  PhaseOptions phases;
  setPhaseOptions(phases, options, options.input);
  unsigned done = phaseNumber(options.compileFrom);
  for (const Phase *phase : getPhasesUpTo(last)) {
    unsigned number = phaseNumber(phase->name);
    if (number <= done)
      continue;
    if (phase->name == "schedule") {
      done = std::min(phaseNumber("plan"), phaseNumber(last.name));
      addChoosePlan(pm, options, phases, getPhaseNames()[done - 1]);
      continue;
    }
    for (StringRef given : options.passesBefore) {
      auto [before, pipeline] = given.split(':');
      if (before != phase->name)
        continue;
      // Accepts a pass on functions without an anchor, as tirc does.
      OpPassManager::Nesting nesting = pm.getNesting();
      pm.setNesting(OpPassManager::Nesting::Implicit);
      LogicalResult added =
          parsePassPipeline(dropAnchor(pipeline, "builtin.module"), pm);
      pm.setNesting(nesting);
      if (failed(added))
        return failure();
    }
    addPhase(pm, *phase, phases);
  }
  return success();
}

void tir::registerCompilePipeline() {
  registerPassPipeline(
      "tir-compile",
      "The phases that tirc runs, with the options of tirc (tirc --help=all) "
      "and `source`, the name of the model's file",
      [](OpPassManager &pm, StringRef text,
         function_ref<LogicalResult(const Twine &)> errorHandler) {
        CompileOptions given;
        if (failed(given.parseFromString(text)))
          return failure();
        Expected<CompilationOptions> options =
            readOptions(given.getArguments());
        if (!options)
          return errorHandler(llvm::toString(options.takeError()));
        Expected<const Phase *> last = getLastPhase(*options);
        if (!last)
          return errorHandler(llvm::toString(last.takeError()));
        return addPhases(pm, *options, **last);
      },
      // The help of tirc lists the options.
      [](auto) {});
}
