//===- CommandLine.cpp - The command tirc and its options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/CommandLine.h"

#include "Help.h"
#include "OptionTable.h"
#include "tir/ABI/Sections.h"
#include "tir/Driver/Certify.h"
#include "tir/Driver/Describe.h"
#include "tir/Driver/LinkArchives.h"
#include "tir/Driver/LinkRegistry.h"
#include "tir/Support/ByteCount.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
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
using llvm::opt::OptSpecifier;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static Error unknownOption(StringRef argument) {
  std::string nearest;
  // At a larger distance, it is a different word rather than a typing error.
  unsigned distance = getOptionTable().findNearest(argument, nearest);
  std::string hint = distance <= 3 ? "did you mean " + nearest + "?" : "";
  return createStringError(argument + ": unknown option" +
                           (hint.empty() ? "" : "; " + hint) +
                           " (see tirc --help)");
}

static Expected<InputArgList>
parseArguments(llvm::ArrayRef<const char *> arguments) {
  unsigned missingIndex, missingCount;
  InputArgList args =
      getOptionTable().ParseArgs(arguments, missingIndex, missingCount);
  if (missingCount)
    return createStringError(llvm::Twine(arguments[missingIndex]) +
                             ": its value is missing (see tirc --help)");
  if (const Arg *unknown = args.getLastArg(OPT_UNKNOWN))
    return unknownOption(unknown->getSpelling());
  return args;
}

/// Returns the option as a user writes it: `--plan=`, `-O`.
static std::string spell(OptSpecifier id) {
  return getOptionTable().getOptionPrefixedName(id).str();
}

/// Returns the error for a value that is not among the option's few.
static Error unknownValue(const Arg *arg) {
  OptSpecifier id = arg->getOption().getUnaliasedOption().getID();
  return createStringError(
      spell(id) + arg->getValue() + ": unknown; expected one of " +
      llvm::join(llvm::split(getOptionValues(id), ','), ", "));
}

/// Reads the value of an option that takes one of a few values. The error lists
/// these.
template <typename Enum>
static Error
readChoice(const InputArgList &args, OptSpecifier id, Enum &value,
           std::initializer_list<std::pair<StringRef, Enum>> choices) {
  const Arg *arg = args.getLastArg(id);
  if (!arg)
    return Error::success();
  for (auto [name, choice] : choices)
    if (name == arg->getValue()) {
      value = choice;
      return Error::success();
    }
  return unknownValue(arg);
}

/// Reads the name of a phase. An empty name would stand for no option.
static Error readPhase(const InputArgList &args, OptSpecifier id,
                       std::string &phase) {
  phase = args.getLastArgValue(id);
  if (!args.hasArg(id) || !phase.empty())
    return Error::success();
  return createStringError(spell(id) + ": no such phase; expected one of " +
                           llvm::join(getPhaseNames(), ", "));
}

static Error readEmitKinds(const InputArgList &args,
                           CompilationOptions &options) {
  if (!args.hasArg(OPT_emit))
    return Error::success();
  options.emit.clear();
  std::vector<std::string> given = args.getAllArgValues(OPT_emit);
  // The parser returns no values for `--emit=`, rather than an empty one.
  if (given.empty())
    given.emplace_back();
  for (const std::string &names : given)
    for (StringRef name : llvm::split(names, ',')) {
      EmitKind kind;
      if (!parseEmitKind(name, kind)) {
        auto [others, last] = getOptionValues(OPT_emit).rsplit(',');
        return createStringError("--emit=" + name + ": unknown; expected " +
                                 llvm::join(llvm::split(others, ','), ", ") +
                                 " or " + last + ", separated by commas");
      }
      if (!llvm::is_contained(options.emit, kind))
        options.emit.push_back(kind);
    }
  return Error::success();
}

static Error readTarget(const InputArgList &args, TargetOptions &target) {
  target.triple = args.getLastArgValue(OPT_target_triple);
  target.cpu = args.getLastArgValue(OPT_target_cpu);
  target.features = args.getLastArgValue(OPT_target_features);
  target.floatABI = args.getLastArgValue(OPT_float_abi);
  // Which other values are valid depends on the triple.
  if (const Arg *abi = args.getLastArg(OPT_float_abi);
      abi && target.floatABI.empty())
    return unknownValue(abi);
  StringRef level = args.getLastArgValue(OPT_O, "2");
  if (!level.getAsInteger(10, target.optLevel) && target.optLevel <= 3)
    return Error::success();
  return createStringError("-O" + level + ": unknown; expected -O0 to -O3");
}

/// Reads a number of bytes, or leaves `bytes` as it is if there is no option.
static Error readBytes(const InputArgList &args, OptSpecifier id,
                       uint64_t &bytes) {
  const Arg *arg = args.getLastArg(id);
  if (!arg)
    return Error::success();
  bytes = readByteCount(arg->getValue()).value_or(0);
  if (bytes != 0)
    return Error::success();
  return createStringError(spell(id) + arg->getValue() + ": not a size; " +
                           kByteCountRule);
}

static Error readSection(const InputArgList &args, OptSpecifier id,
                         std::string &section) {
  section = args.getLastArgValue(id);
  if (!args.hasArg(id) || isSectionName(section))
    return Error::success();
  return createStringError(spell(id) + section + ": no section; " +
                           kSectionNameRule);
}

static Error readAlignment(const InputArgList &args, OptSpecifier id,
                           uint64_t &alignment) {
  const Arg *arg = args.getLastArg(id);
  if (!arg)
    return Error::success();
  alignment = readByteCount(arg->getValue()).value_or(0);
  if (llvm::isPowerOf2_64(alignment) && alignment <= kLargestAlignment)
    return Error::success();
  return createStringError(
      spell(id) + arg->getValue() +
      ": not a valid alignment; expected a power of two up to " +
      llvm::Twine(kLargestAlignment) + ", such as 16");
}

/// Reads a version that all ecosystems accept.
static Error readVersion(const InputArgList &args, OptSpecifier id,
                         std::string &version) {
  const Arg *arg = args.getLastArg(id);
  if (!arg)
    return Error::success();
  version = arg->getValue();
  auto parts = llvm::to_vector(llvm::split(version, '.'));
  auto isNumber = [](StringRef part) {
    unsigned value;
    return part == "0" ||
           (!part.starts_with("0") && llvm::to_integer(part, value, 10));
  };
  if (parts.size() == 3 && llvm::all_of(parts, isNumber))
    return Error::success();
  return createStringError(spell(id) + version +
                           ": no version; expected three numbers, such as "
                           "1.0.0");
}

static Error readConventions(const InputArgList &args,
                             ConventionOptions &conventions) {
  conventions.runtimeChecks = !args.hasArg(OPT_no_runtime_checks);
  conventions.tvmCompat = args.hasArg(OPT_tvm_compat);
  conventions.systemLib = args.hasArg(OPT_system_lib);
  conventions.tvmFFI = args.hasArg(OPT_tvm_ffi);
  if (args.hasArg(OPT_on_error))
    if (Error error = readChoice<OnError>(args, OPT_on_error,
                                          conventions.onError.emplace(),
                                          {{"code", OnError::Code},
                                           {"hook", OnError::Hook},
                                           {"last-error", OnError::LastError}}))
      return error;
  if (Error error = readChoice<KernelCalls>(
          args, OPT_kernel_calls, conventions.kernelCalls,
          {{"unpacked", KernelCalls::Unpacked},
           {"cpacked", KernelCalls::CPacked},
           {"packed", KernelCalls::Packed}}))
    return error;
  if (Error error =
          readChoice<bool>(args, OPT_unpacked_api, conventions.unpackedAPI,
                           {{"true", true}, {"false", false}}))
    return error;
  if (Error error = readChoice<InterfaceAPI>(
          args, OPT_interface_api, conventions.interfaceAPI,
          {{"c", InterfaceAPI::C}, {"packed", InterfaceAPI::Packed}}))
    return error;
  if (Error error =
          readBytes(args, OPT_workspace_stack, conventions.stackLimit))
    return error;
  if (!args.hasArg(OPT_workspace))
    return Error::success();
  return readChoice<Workspace>(args, OPT_workspace,
                               conventions.workspace.emplace(),
                               {{"internal", Workspace::Internal},
                                {"external", Workspace::External},
                                {"backend", Workspace::Backend},
                                {"call", Workspace::Call}});
}

static Error readModel(const InputArgList &args, CompilationOptions &options) {
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (inputs.size() > 1)
    return createStringError("'" + inputs[1] +
                             "' is a second model; expected one model for "
                             "each run of tirc");
  if (!inputs.empty())
    options.input = inputs.front();
  return Error::success();
}

static Expected<CompilationOptions>
readCompilationOptions(const InputArgList &args) {
  CompilationOptions options;
  if (Error error = readModel(args, options))
    return error;
  options.outputDirectory = args.getLastArgValue(OPT_o);
  options.force = args.hasArg(OPT_force);
  options.modelName = args.getLastArgValue(OPT_model_name);
  if (args.hasArg(OPT_model_name) && options.modelName.empty())
    return createStringError(
        "--model-name=: no name; expected ASCII letters, "
        "digits and '_', or no option for the file's name");
  options.entry = args.getLastArgValue(OPT_entry);
  options.inputShapes = args.getAllArgValues(OPT_input_shape);
  options.ioQuant = args.getAllArgValues(OPT_io_quant);
  options.renamings = args.getAllArgValues(OPT_rename);
  options.dialectPlugins = args.getAllArgValues(OPT_load_dialect_plugin);
  options.passPlugins = args.getAllArgValues(OPT_load_pass_plugin);
  options.pools = args.getAllArgValues(OPT_pool);
  options.passesBefore = args.getAllArgValues(OPT_passes_before);
  options.dumpDirectory = args.getLastArgValue(OPT_dump_phases);
  if (Error error = readEmitKinds(args, options))
    return error;
  if (Error error =
          readVersion(args, OPT_package_version, options.packageVersion))
    return error;
  options.keepConstantChannels = args.hasArg(OPT_keep_constant_channels);
  options.keepUnreadChannels = args.hasArg(OPT_keep_unread_channels);
  if (Error error = readChoice<ScheduleChoice>(
          args, OPT_schedule, options.schedule,
          {{"auto", ScheduleChoice::Auto},
           {"elementwise", ScheduleChoice::Elementwise}}))
    return error;
  if (Error error = readChoice<RowsChoice>(args, OPT_rows, options.rows,
                                           {{"auto", RowsChoice::Auto},
                                            {"off", RowsChoice::Off},
                                            {"min-ram", RowsChoice::MinRAM}}))
    return error;
  options.feedRows = args.getLastArgValue(OPT_feed_rows);
  if (args.hasArg(OPT_feed_rows) && options.feedRows.empty())
    return createStringError("--feed-rows=: no name; expected that of an "
                             "input");
  options.conventions.steps = args.hasArg(OPT_steps);
  options.conventions.guard = args.hasArg(OPT_guard);
  if (Error error = readBytes(args, OPT_ram, options.ram))
    return error;
  if (Error error = readBytes(args, OPT_flash, options.flash))
    return error;
  if (Error error =
          readSection(args, OPT_constants_section, options.constantsSection))
    return error;
  if (Error error =
          readSection(args, OPT_workspace_section, options.workspaceSection))
    return error;
  if (Error error = readAlignment(args, OPT_constants_alignment,
                                  options.constantsAlignment))
    return error;
  if (Error error = readAlignment(args, OPT_workspace_alignment,
                                  options.workspaceAlignment))
    return error;
  if (Error error =
          readChoice<PlanStrategy>(args, OPT_plan, options.plan,
                                   {{"packed", PlanStrategy::Packed},
                                    {"separate", PlanStrategy::Separate}}))
    return error;
  if (Error error = readChoice<IOMemory>(
          args, OPT_io, options.io,
          {{"app", IOMemory::App}, {"pool", IOMemory::Pool}}))
    return error;
  options.overwriteInputs = args.hasArg(OPT_overwrite_inputs);
  if (Error error = readChoice<OverlapChoice>(
          args, OPT_overlap, options.overlap,
          {{"auto", OverlapChoice::Auto}, {"off", OverlapChoice::Off}}))
    return error;
  options.profile = args.hasArg(OPT_profile);
  options.lineTables = args.hasArg(OPT_g);
  options.trace = args.getLastArgValue(OPT_trace);
  if (args.hasArg(OPT_trace) && options.trace.empty())
    return createStringError("--trace=: no name; expected the JSON file that a "
                             "program with --profile wrote");
  if (Error error = readPhase(args, OPT_compile_to, options.compileTo))
    return error;
  if (Error error = readPhase(args, OPT_compile_from, options.compileFrom))
    return error;
  if (Error error = readTarget(args, options.target))
    return error;
  if (Error error = readConventions(args, options.conventions))
    return error;
  return options;
}

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

Expected<CompilationOptions>
tir::parseCompilationOptions(llvm::ArrayRef<const char *> arguments) {
  Expected<InputArgList> args = parseArguments(arguments);
  if (!args)
    return args.takeError();
  for (OptionID id : {OPT_certify, OPT_describe, OPT_link_archives,
                      OPT_link_registry, OPT_version, OPT_help, OPT_help_EQ})
    if (args->hasArg(id))
      return createStringError(spell(id) +
                               ": is an option of the command tirc; expected "
                               "options of a compilation");
  return readCompilationOptions(*args);
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

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
  Expected<Outcome> runCompile();

  const InputArgList &args;
  llvm::raw_ostream &output, &errors;
  bool showProgress;
};
} // namespace

Expected<Outcome> Command::runLinkRegistry() {
  if (Error error = rejectOptions(args,
                                  {OPT_link_registry, OPT_o, OPT_force,
                                   OPT_target_triple, OPT_target_cpu,
                                   OPT_target_features, OPT_float_abi, OPT_O},
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
          args, {OPT_certify},
          "applies to compilation, but --certify only reads what was compiled; "
          "expected only tirc --certify DIR"))
    return error;
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (inputs.size() != 1)
    return createStringError("--certify takes one folder, but " +
                             llvm::Twine(inputs.size()) +
                             " are given; expected tirc --certify DIR");
  return llvm::succeeded(certifyFolder(inputs.front(), output, errors))
             ? Outcome::Success
             : Outcome::Failure;
}

Expected<Outcome> Command::runCompile() {
  if (!args.hasArg(OPT_INPUT))
    return createStringError(
        "no model; expected tirc MODEL -o DIR (see tirc --help)");
  Expected<CompilationOptions> options = readCompilationOptions(args);
  if (!options)
    return options.takeError();
  if (args.hasArg(OPT_explain_memory)) {
    options->explainMemory = true;
    if (!args.hasArg(OPT_emit) && !args.hasArg(OPT_o))
      options->emit.clear();
  }
  options->summarize = !args.hasArg(OPT_quiet);
  if (showProgress)
    options->progress = [&](StringRef phase, double seconds) {
      errors << llvm::formatv("{0,-16} {1,8:f3} s\n", phase, seconds);
    };
  return compile(*options, errors, output);
}

Expected<Outcome> Command::run() {
  const Arg *help = args.getLastArg(OPT_help, OPT_help_EQ);
  if (help && help->getOption().matches(OPT_help_EQ) &&
      StringRef(help->getValue()) != getOptionValues(OPT_help_EQ))
    return unknownValue(help);
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
