//===- CommandLine.cpp - The command tirc and its options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/CommandLine.h"

#include "Help.h"
#include "tir/Compiler/OptionParser.h"
#include "tir/Compiler/OptionTable.h"
#include "tir/Driver/Certify.h"
#include "tir/Driver/CompareReports.h"
#include "tir/Driver/Compile.h"
#include "tir/Driver/CompileFirmware.h"
#include "tir/Driver/Describe.h"
#include "tir/Driver/Identify.h"
#include "tir/Driver/LinkArchives.h"
#include "tir/Driver/LinkRegistry.h"
#include "tir/Driver/WeightsFor.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace tir;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::opt::Arg;
using llvm::opt::InputArgList;

/// Rejects options other than `allowed`, which would have no effect; `why`
/// completes the error.
static Error rejectOptions(const InputArgList &args,
                           std::initializer_list<OptionID> allowed,
                           StringRef why) {
  for (const Arg *arg : args) {
    const llvm::opt::Option option = arg->getOption().getUnaliasedOption();
    bool isAllowed = option.getID() == OPT_INPUT || option.getID() == OPT_quiet;
    for (OptionID id : allowed)
      isAllowed |= option.getID() == id;
    if (!isAllowed)
      return createStringError(StringRef(arg->getSpelling()).rtrim('=') + ": " +
                               why);
  }
  return Error::success();
}

namespace {
/// One run of the command.
class Command {
public:
  Command(const InputArgList &args, llvm::raw_ostream &output,
          llvm::raw_ostream &errors, bool showProgress)
      : args(args), output(output), errors(errors),
        showProgress(showProgress && !args.hasArg(OPT_quiet)) {}

  Expected<Outcome> run();

private:
  Expected<Outcome> runLinkRegistry();
  Expected<Outcome> runLinkArchives();
  Expected<Outcome> runDescribe();
  Expected<Outcome> runCertify();
  Expected<Outcome> runCompareReports();
  Expected<Outcome> runIdentify();
  Expected<Outcome> runWeightsFor();
  Expected<Outcome> runCompile();
  Expected<Outcome> runFirmware();
  CompilationCallbacks makeCallbacks();

  const InputArgList &args;
  llvm::raw_ostream &output, &errors;
  bool showProgress;
};
} // namespace

Expected<Outcome> Command::runLinkRegistry() {
  if (Error error = rejectOptions(
          args,
          {OPT_link_registry, OPT_o, OPT_force, OPT_target, OPT_target_triple,
           OPT_target_cpu, OPT_target_features, OPT_float_abi, OPT_O},
          "controls how a model is compiled, but "
          "--link-registry takes compiled "
          "models; give it when you compile these"))
    return error;
  LinkRegistryOptions options;
  options.models = args.getAllArgValues(OPT_INPUT);
  options.output = args.getLastArgValue(OPT_o);
  options.force = args.hasArg(OPT_force);
  if (Error error = readTarget(args, options.target))
    return error;
  return linkRegistry(options, errors);
}

Expected<Outcome> Command::runLinkArchives() {
  if (Error error = rejectOptions(args, {OPT_link_archives, OPT_o, OPT_force},
                                  "controls how a model is compiled, but "
                                  "--link-archives takes archives of compiled "
                                  "models; give it when you compile these"))
    return error;
  std::vector<std::string> archives = args.getAllArgValues(OPT_INPUT);
  StringRef file = args.getLastArgValue(OPT_o);
  if (archives.size() < 2 || file.empty())
    return createStringError("--link-archives: expected at least two archives "
                             "and the name of a third, as in tirc "
                             "--link-archives a.tar b.tar -o both.tar");
  return llvm::succeeded(
             linkArchives(archives, file, args.hasArg(OPT_force), errors))
             ? Outcome::Success
             : Outcome::Failure;
}

Expected<Outcome> Command::runDescribe() {
  if (Error error = rejectOptions(
          args, {OPT_describe},
          "applies to compilation, but --describe only reads an archive; "
          "expected only tirc --describe FILE.tar"))
    return error;
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (inputs.size() != 1)
    return createStringError("--describe takes one archive, but " +
                             llvm::Twine(inputs.size()) +
                             " files are given; expected tirc --describe "
                             "FILE.tar");
  return llvm::succeeded(describeArchive(inputs.front(), output, errors))
             ? Outcome::Success
             : Outcome::Failure;
}

Expected<Outcome> Command::runCertify() {
  if (Error error = rejectOptions(
          args, {OPT_certify, OPT_map, OPT_su, OPT_trace},
          "applies to compilation, but --certify only reads what was compiled; "
          "expected only tirc --certify DIR"))
    return error;
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (inputs.size() != 1)
    return createStringError("--certify takes one folder, but " +
                             llvm::Twine(inputs.size()) +
                             " are given; expected tirc --certify DIR");
  CertifyOptions options;
  options.folder = inputs.front();
  options.map = args.getLastArgValue(OPT_map);
  options.stack = args.getAllArgValues(OPT_su);
  options.traces = args.getAllArgValues(OPT_trace);
  for (OptionID id : {OPT_map, OPT_su, OPT_trace})
    if (const Arg *arg = args.getLastArg(id);
        arg && StringRef(arg->getValue()).empty())
      return createStringError(spellOption(id) +
                               ": no name; expected the name of a file");
  return llvm::succeeded(certifyFolder(options, output, errors))
             ? Outcome::Success
             : Outcome::Failure;
}

Expected<Outcome> Command::runCompareReports() {
  if (Error error = rejectOptions(
          args, {OPT_compare_reports, OPT_max_growth},
          "applies to compilation, but --compare-reports only reads reports; "
          "expected only tirc --compare-reports OLD NEW"))
    return error;
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (inputs.size() != 2)
    return createStringError(
        "--compare-reports takes two reports, or folders with some, but " +
        llvm::Twine(inputs.size()) +
        " are given; expected tirc --compare-reports OLD NEW");
  auto limits = readGrowthLimits(args.getAllArgValues(OPT_max_growth));
  if (!limits)
    return limits.takeError();
  return compareReportFiles({inputs[0], inputs[1], std::move(*limits)}, output,
                            errors);
}

Expected<Outcome> Command::runIdentify() {
  if (Error error = rejectOptions(
          args, {OPT_identify, OPT_o, OPT_force},
          "applies to compilation, but --identify reads a program, which has "
          "its options; expected only tirc --identify FIRMWARE [MODEL...] "
          "[-o DIR]"))
    return error;
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (inputs.empty())
    return createStringError(
        "--identify: no program; expected tirc --identify FIRMWARE, such as "
        "an ELF file");
  IdentifyOptions options;
  options.image = inputs.front();
  options.models.assign(inputs.begin() + 1, inputs.end());
  options.records = args.getLastArgValue(OPT_o);
  options.force = args.hasArg(OPT_force);
  return llvm::succeeded(identify(options, output, errors)) ? Outcome::Success
                                                            : Outcome::Failure;
}

Expected<Outcome> Command::runWeightsFor() {
  if (Error error = rejectOptions(
          args, {OPT_weights_for, OPT_o, OPT_weights_version, OPT_force},
          "applies to compilation, but --weights-for takes the options of the "
          "firmware; expected only tirc --weights-for=DIR MODEL -o WEIGHTS.bin "
          "[--weights-version=NUMBER]"))
    return error;
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (inputs.size() != 1 || !args.hasArg(OPT_o))
    return createStringError(
        "--weights-for: " + llvm::Twine(inputs.size()) + " models and " +
        (args.hasArg(OPT_o) ? "an output" : "no output") +
        "; expected tirc --weights-for=DIR MODEL -o WEIGHTS.bin");
  WeightsForOptions options;
  options.folder = args.getLastArgValue(OPT_weights_for);
  options.model = inputs.front();
  options.output = args.getLastArgValue(OPT_o);
  options.force = args.hasArg(OPT_force);
  options.version = args.getLastArgValue(OPT_weights_version);
  return llvm::succeeded(makeWeightsFor(options, output, errors))
             ? Outcome::Success
             : Outcome::Failure;
}

Expected<Outcome> Command::runCompile() {
  if (!args.hasArg(OPT_INPUT))
    return createStringError(
        "no model; expected tirc MODEL -o DIR (see tirc --help)");
  if (const Arg *arg = args.getLastArg(OPT_model_option))
    return createStringError(
        "--model-option=" + StringRef(arg->getValue()) +
        ": is an option for one of several models, but without --firmware "
        "there is one model; expected the option itself");
  Expected<CompilationOptions> options = readCompilationOptions(args);
  if (!options)
    return options.takeError();
  if (args.hasArg(OPT_explain_memory)) {
    options->explainMemory = true;
    if (!args.hasArg(OPT_emit) && !args.hasArg(OPT_o))
      options->emit.clear();
  }
  options->pareto = args.hasArg(OPT_pareto);
  if (options->pareto && !options->explainMemory)
    return createStringError(
        "--pareto: is a part of what --explain-memory prints, which is not "
        "given; expected --explain-memory --pareto");
  options->summarize = !args.hasArg(OPT_quiet);
  return compile(*options, makeCallbacks(), errors, output);
}

CompilationCallbacks Command::makeCallbacks() {
  CompilationCallbacks callbacks;
  if (showProgress)
    callbacks.progress = [&](StringRef phase, double seconds) {
      errors << llvm::formatv("{0,-16} {1,8:f3} s\n", phase, seconds);
    };
  return callbacks;
}

Expected<Outcome> Command::runFirmware() {
  FirmwareArguments firmware;
  firmware.plan = args.getLastArgValue(OPT_firmware);
  if (firmware.plan.empty())
    return createStringError("--firmware: no name; expected a plan in TOML, as "
                             "in --firmware=plan.toml");
  firmware.models = args.getAllArgValues(OPT_INPUT);
  firmware.modelOptions = args.getAllArgValues(OPT_model_option);
  for (const Arg *arg : args) {
    unsigned id = arg->getOption().getUnaliasedOption().getID();
    if (id == OPT_INPUT || id == OPT_firmware || id == OPT_model_option)
      continue;
    if (id == OPT_explain_memory || id == OPT_pareto)
      return createStringError(
          arg->getSpelling() +
          ": explains the memory of one model, but --firmware compiles "
          "several; run it on each model by itself");
    llvm::opt::ArgStringList rendered;
    arg->render(args, rendered);
    firmware.options.insert(firmware.options.end(), rendered.begin(),
                            rendered.end());
  }
  return compileFirmware(firmware, makeCallbacks(), !args.hasArg(OPT_quiet),
                         errors);
}

Expected<Outcome> Command::run() {
  const Arg *help = args.getLastArg(OPT_help, OPT_help_EQ);
  if (help && help->getOption().matches(OPT_help_EQ) &&
      StringRef(help->getValue()) != getOptionValues(OPT_help_EQ))
    return makeUnknownValueError(*help);
  if (help) {
    printHelp(output, help->getOption().matches(OPT_help_EQ));
    return Outcome::Success;
  }
  if (args.hasArg(OPT_version)) {
    output << "tirc " << getVersion() << " (LLVM " << LLVM_VERSION_STRING
           << ")\n";
    return Outcome::Success;
  }
  if (args.hasArg(OPT_link_registry))
    return runLinkRegistry();
  if (args.hasArg(OPT_link_archives))
    return runLinkArchives();
  if (args.hasArg(OPT_describe))
    return runDescribe();
  if (args.hasArg(OPT_certify))
    return runCertify();
  if (args.hasArg(OPT_compare_reports))
    return runCompareReports();
  for (auto [id, action] : {std::pair(OPT_map, "certify DIR"),
                            {OPT_su, "certify DIR"},
                            {OPT_max_growth, "compare-reports OLD NEW"}})
    if (const Arg *arg = args.getLastArg(id))
      return createStringError(StringRef(arg->getSpelling()).rtrim('=') +
                               ": has no meaning by itself; expected tirc --" +
                               action);
  if (args.hasArg(OPT_firmware))
    return runFirmware();
  if (args.hasArg(OPT_identify))
    return runIdentify();
  if (args.hasArg(OPT_weights_for))
    return runWeightsFor();
  return runCompile();
}

/// Flushes the output and returns whether that succeeded. Standard output may
/// go to a full disk. Without this check, the stream would report that as a
/// crash when it is destroyed.
static bool flush(llvm::raw_ostream &output, llvm::raw_ostream &errors) {
  output.flush();
  llvm::raw_fd_ostream &file = llvm::outs();
  if (&output != &file || !file.has_error())
    return true;
  errors << "tirc: error: cannot write to standard output: "
         << file.error().message() << "; expected a place with room for it\n";
  file.clear_error();
  return false;
}

int tir::runCommand(llvm::ArrayRef<const char *> arguments,
                    llvm::raw_ostream &output, llvm::raw_ostream &errors,
                    bool showProgress) {
  // https://no-color.org: any value but an empty one.
  bool hasColors = llvm::sys::Process::GetEnv("NO_COLOR").value_or("").empty();
  output.enable_colors(hasColors);
  errors.enable_colors(hasColors);
  llvm::BumpPtrAllocator allocator;
  llvm::SmallVector<const char *> expanded(arguments);
  llvm::cl::ExpansionContext responseFiles(allocator,
                                           llvm::cl::TokenizeGNUCommandLine);
  auto run = [&]() -> Expected<Outcome> {
    if (Error error = responseFiles.expandResponseFiles(expanded))
      return error;
    Expected<InputArgList> args = parseArguments(expanded);
    if (!args)
      return args.takeError();
    return Command(*args, output, errors, showProgress).run();
  };
  Expected<Outcome> done = run();
  if (!done)
    llvm::WithColor::error(errors, "tirc")
        << llvm::toString(done.takeError()) << '\n';
  Outcome outcome = done ? *done : Outcome::WrongUsage;
  if (outcome == Outcome::Success && !flush(output, errors))
    outcome = Outcome::Failure;
  switch (outcome) {
  case Outcome::Success:
    return 0;
  case Outcome::Failure:
    return 1;
  case Outcome::WrongUsage:
    return 2;
  }
  llvm_unreachable("each outcome has its case");
}
