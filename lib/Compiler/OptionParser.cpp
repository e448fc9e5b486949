//===- OptionParser.cpp - Options of a compilation from arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/OptionParser.h"

#include "CheckVariable.h"
#include "OptionRecord.h"
#include "tir/ABI/Sections.h"
#include "tir/Compiler/OptionTable.h"
#include "tir/Compiler/Statements.h"
#include "tir/Support/ByteCount.h"
#include "tir/TargetInfo/NativeCPU.h"
#include "llvm/ADT/StringExtras.h"

using namespace tir;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using llvm::opt::Arg;
using llvm::opt::InputArgList;
using llvm::opt::OptSpecifier;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static Error makeUnknownOptionError(StringRef argument) {
  std::string nearest;
  // At a larger distance, it is a different word rather than a typing error.
  unsigned distance = getOptionTable().findNearest(argument, nearest);
  std::string hint = distance <= 3 ? "did you mean " + nearest + "?" : "";
  return createStringError(argument + ": unknown option" +
                           (hint.empty() ? "" : "; " + hint) +
                           " (see tirc --help)");
}

Expected<InputArgList>
tir::parseArguments(llvm::ArrayRef<const char *> arguments) {
  unsigned missingIndex, missingCount;
  InputArgList args =
      getOptionTable().ParseArgs(arguments, missingIndex, missingCount);
  if (missingCount)
    return createStringError(Twine(arguments[missingIndex]) +
                             ": its value is missing (see tirc --help)");
  if (const Arg *unknown = args.getLastArg(OPT_UNKNOWN))
    return makeUnknownOptionError(unknown->getSpelling());
  // What follows a space would be taken for a second model.
  if (const Arg *level = args.getLastArg(OPT_O);
      level && StringRef(level->getValue()).empty())
    return createStringError(
        "-O: its level is missing; expected -O0 to -O3, without a space");
  return args;
}

std::string tir::spellOption(OptSpecifier id) {
  return getOptionTable().getOptionPrefixedName(id).str();
}

/// Returns the names of the values that an option takes.
static llvm::SmallVector<StringRef> splitValues(OptSpecifier id) {
  return llvm::to_vector(llvm::split(getOptionValues(id), ','));
}

Error tir::makeUnknownValueError(const Arg &arg) {
  OptSpecifier id = arg.getOption().getUnaliasedOption().getID();
  return createStringError(spellOption(id) + arg.getValue() +
                           ": unknown; expected one of " +
                           llvm::join(splitValues(id), ", "));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {
/// Reads the values of options. The first wrong one is the error.
class Reader {
public:
  explicit Reader(const InputArgList &args) : args(args) {}

  Error takeError() {
    return problem.empty() ? Error::success() : createStringError(problem);
  }

  bool has(OptSpecifier id) const { return args.hasArg(id); }

  /// Reads any text. If there is an error for an empty one, `expected`
  /// completes it.
  std::string text(OptSpecifier id, StringRef expected = "");

  /// Reads a text that `isValid` accepts, if the option is given.
  template <typename IsValid>
  void checked(OptSpecifier id, std::string &value, IsValid isValid,
               const Twine &expected);

  /// Reads one of the option's values, which stand for `choices` in the order
  /// in which Options.td lists them.
  template <typename Enum>
  void choice(OptSpecifier id, Enum &value,
              std::initializer_list<Enum> choices);
  template <typename Enum>
  void choice(OptSpecifier id, std::optional<Enum> &value,
              std::initializer_list<Enum> choices) {
    if (has(id))
      choice(id, value.emplace(), choices);
  }

  void bytes(OptSpecifier id, uint64_t &bytes);
  void threads(CompilationOptions &options);
  void alignment(OptSpecifier id, uint64_t &alignment);
  void emitKinds(std::vector<EmitKind> &kinds);
  void statements(CompilationOptions &options);
  void safety(std::vector<std::string> &checks);
  void target(TargetOptions &target);
  void refineTarget(TargetOptions &target);
  void conventions(ConventionOptions &conventions);
  void memory(CompilationOptions &options);
  void model(CompilationOptions &options);

  void fail(const Twine &what) {
    if (problem.empty())
      problem = what.str();
  }

private:
  void fail(Error error) { fail(llvm::toString(std::move(error))); }

  const InputArgList &args;
  std::string problem;
};
} // namespace

std::string Reader::text(OptSpecifier id, StringRef expected) {
  std::string value = args.getLastArgValue(id).str();
  if (!expected.empty() && has(id) && value.empty())
    fail(spellOption(id) + ": " + expected);
  return value;
}

template <typename IsValid>
void Reader::checked(OptSpecifier id, std::string &value, IsValid isValid,
                     const Twine &expected) {
  const Arg *arg = args.getLastArg(id);
  if (!arg)
    return;
  value = arg->getValue();
  if (!isValid(value))
    fail(spellOption(id) + value + ": " + expected);
}

template <typename Enum>
void Reader::choice(OptSpecifier id, Enum &value,
                    std::initializer_list<Enum> choices) {
  const Arg *arg = args.getLastArg(id);
  if (!arg)
    return;
  for (auto [name, choice] : llvm::zip_equal(splitValues(id), choices))
    if (name == arg->getValue()) {
      value = choice;
      return;
    }
  fail(makeUnknownValueError(*arg));
}

void Reader::bytes(OptSpecifier id, uint64_t &bytes) {
  std::string text;
  checked(
      id, text,
      [&](StringRef text) {
        bytes = readByteCount(text).value_or(0);
        return bytes != 0;
      },
      Twine("not a size; ") + kByteCountRule);
}

void Reader::threads(CompilationOptions &options) {
  constexpr unsigned kMostThreads = 256;
  std::string text;
  checked(
      OPT_threads, text,
      [&](StringRef text) {
        return !text.getAsInteger(10, options.threads) &&
               options.threads >= 1 && options.threads <= kMostThreads;
      },
      "not a number of threads; expected 1 to " + Twine(kMostThreads));
  if (options.threads == 1)
    return;
  // A row is too little for several threads, and a task that writes over what
  // another one reads has no order.
  options.rows = RowsChoice::Off;
  options.overlap = OverlapChoice::Off;
}

void Reader::alignment(OptSpecifier id, uint64_t &alignment) {
  std::string text;
  checked(
      id, text,
      [&](StringRef text) {
        alignment = readByteCount(text).value_or(0);
        return llvm::isPowerOf2_64(alignment) && alignment <= kLargestAlignment;
      },
      "not a valid alignment; expected a power of two up to " +
          Twine(kLargestAlignment) + ", such as 16");
}

void Reader::emitKinds(std::vector<EmitKind> &kinds) {
  if (!has(OPT_emit))
    return;
  kinds.clear();
  std::vector<std::string> given = args.getAllArgValues(OPT_emit);
  // The parser returns no values for `--emit=`, rather than an empty one.
  if (given.empty())
    given.emplace_back();
  for (const std::string &names : given)
    for (StringRef name : llvm::split(names, ',')) {
      EmitKind kind;
      if (!parseEmitKind(name, kind)) {
        llvm::SmallVector<StringRef> known = splitValues(OPT_emit);
        StringRef last = known.pop_back_val();
        fail("--emit=" + name + ": unknown; expected " +
             llvm::join(known, ", ") + " or " + last + ", separated by commas");
      } else if (!llvm::is_contained(kinds, kind)) {
        kinds.push_back(kind);
      }
    }
}

/// Reads `--sbom`.
void Reader::statements(CompilationOptions &options) {
  if (!has(OPT_sbom))
    return;
  std::vector<std::string> given = args.getAllArgValues(OPT_sbom);
  if (given.empty())
    given.emplace_back();
  for (const std::string &names : given)
    for (StringRef name : llvm::split(names, ',')) {
      options.sbom.spdx |= name == "spdx";
      options.sbom.provenance |= name == "provenance";
      if (name != "spdx" && name != "provenance")
        fail("--sbom=" + name +
             ": unknown; expected spdx or provenance, separated by commas");
    }
}

/// Returns whether a version is one that all ecosystems accept.
static bool isVersion(StringRef version) {
  auto parts = llvm::to_vector(llvm::split(version, '.'));
  return parts.size() == 3 && llvm::all_of(parts, [](StringRef part) {
           unsigned value;
           return part == "0" ||
                  (!part.starts_with("0") && llvm::to_integer(part, value, 10));
         });
}

//===----------------------------------------------------------------------===//
// Groups of options
//===----------------------------------------------------------------------===//

/// Applies the options that say more than the name of a target.
void Reader::refineTarget(TargetOptions &target) {
  for (auto [id, field] : {std::pair(OPT_target_triple, &target.triple),
                           {OPT_target_cpu, &target.cpu},
                           {OPT_float_abi, &target.floatABI}})
    if (has(id))
      *field = text(id);
  if (Error error = resolveNativeCPU(target))
    fail(std::move(error));
  StringRef features = args.getLastArgValue(OPT_target_features);
  if (!features.empty() && !target.features.empty())
    target.features += ",";
  target.features += features;
}

void Reader::target(TargetOptions &target) {
  if (const Arg *name = args.getLastArg(OPT_target)) {
    if (Expected<TargetOptions> known = getNamedTarget(name->getValue()))
      target = *known;
    else
      fail(known.takeError());
  }
  refineTarget(target);
  // Which other values are valid depends on the triple.
  if (const Arg *abi = args.getLastArg(OPT_float_abi);
      abi && target.floatABI.empty())
    fail(makeUnknownValueError(*abi));
  StringRef level = args.getLastArgValue(OPT_O, "2");
  if (level.getAsInteger(10, target.optLevel) || target.optLevel > 3)
    fail("-O" + level + ": unknown; expected -O0 to -O3");
}

void Reader::safety(std::vector<std::string> &checks) {
  std::vector<std::string> given = args.getAllArgValues(OPT_safety);
  llvm::SmallVector<StringRef> known = splitValues(OPT_safety);
  if (has(OPT_safety) && given.empty())
    given.emplace_back();
  for (StringRef name : given)
    if (!llvm::is_contained(known, name))
      return fail("--safety=" + name + ": unknown; expected " +
                  llvm::join(llvm::drop_end(known), ", ") + " or " +
                  known.back() + ", separated by commas");
  // The order of the option's values, whatever the order was.
  for (StringRef name : known)
    if (llvm::is_contained(given, name))
      checks.push_back(name.str());
  auto isOfConstants = [](StringRef name) {
    return name.starts_with("constants-");
  };
  if (llvm::count_if(checks, isOfConstants) > 1)
    fail("--safety: names several times for the check of constants; expected "
         "one of " +
         llvm::join(llvm::make_filter_range(known, isOfConstants), ", "));
}

void Reader::conventions(ConventionOptions &conventions) {
  conventions.runtimeChecks = !has(OPT_no_runtime_checks);
  StringRef compat = args.getLastArgValue(OPT_tvm_compat);
  conventions.tvmCompat = has(OPT_tvm_compat);
  conventions.tiCompat = compat == "ti";
  if (has(OPT_tvm_compat) && compat != "tvm" && compat != "ti")
    fail("--tvm-compat=" + compat + ": unknown; expected one of tvm, ti");
  conventions.systemLib = has(OPT_system_lib);
  conventions.tvmFFI = has(OPT_tvm_ffi);
  conventions.steps = has(OPT_steps);
  conventions.guard = has(OPT_guard);
  safety(conventions.safety);
  choice(OPT_on_error, conventions.onError,
         {OnError::Code, OnError::Hook, OnError::LastError});
  choice(OPT_kernel_calls, conventions.kernelCalls,
         {KernelCalls::Unpacked, KernelCalls::CPacked, KernelCalls::Packed});
  choice(OPT_unpacked_api, conventions.unpackedAPI, {true, false});
  choice(OPT_interface_api, conventions.interfaceAPI,
         {InterfaceAPI::C, InterfaceAPI::Packed});
  bytes(OPT_workspace_stack, conventions.stackLimit);
  choice(OPT_workspace, conventions.workspace,
         {Workspace::Internal, Workspace::External, Workspace::Backend,
          Workspace::Call});
}

void Reader::memory(CompilationOptions &options) {
  bytes(OPT_ram, options.ram);
  bytes(OPT_flash, options.flash);
  options.pools = args.getAllArgValues(OPT_pool);
  std::string section = ("no section; " + Twine(kSectionNameRule)).str();
  checked(OPT_constants_section, options.constantsSection, isSectionName,
          section);
  checked(OPT_workspace_section, options.workspaceSection, isSectionName,
          section);
  alignment(OPT_constants_alignment, options.constantsAlignment);
  alignment(OPT_workspace_alignment, options.workspaceAlignment);
  choice(OPT_plan, options.plan,
         {PlanStrategy::Packed, PlanStrategy::Separate});
  choice(OPT_io, options.io, {IOMemory::App, IOMemory::Pool});
  options.overwriteInputs = has(OPT_overwrite_inputs);
  choice(OPT_overlap, options.overlap,
         {OverlapChoice::Auto, OverlapChoice::Off});
  choice(OPT_check, options.check, kCheckChoices);
  options.selfTest = text(OPT_self_test, "no input; expected pattern, "
                                         "pattern:SEED or a file");
}

void Reader::model(CompilationOptions &options) {
  std::vector<std::string> inputs = args.getAllArgValues(OPT_INPUT);
  if (!inputs.empty())
    options.input = inputs.front();
  if (inputs.size() > 1)
    fail("'" + inputs[1] +
         "' is a second model; expected one model for each run of tirc");
  options.modelName =
      text(OPT_model_name, "no name; expected ASCII letters, digits and '_', "
                           "or no option for the file's name");
  options.entry = text(OPT_entry);
  options.inputShapes = args.getAllArgValues(OPT_input_shape);
  options.inputValues = args.getAllArgValues(OPT_input_value);
  options.inputNormalizations = args.getAllArgValues(OPT_input_normalization);
  options.weightsAsInputs = args.getAllArgValues(OPT_weights_as_inputs);
  if (has(OPT_weights_as_inputs) &&
      (options.weightsAsInputs.empty() ||
       llvm::is_contained(options.weightsAsInputs, "")))
    fail("--weights-as-inputs=: an empty name; expected names of constants, "
         "separated by commas, or all");
  enum class WeightsForm { Code, Blob } weights = WeightsForm::Code;
  choice(OPT_weights, weights, {WeightsForm::Code, WeightsForm::Blob});
  options.weightBlob = weights == WeightsForm::Blob;
  if (has(OPT_weights_version) && args.getLastArgValue(OPT_weights_version)
                                      .getAsInteger(10, options.weightsVersion))
    fail(
        "--weights-version=" + args.getLastArgValue(OPT_weights_version).str() +
        ": expected a number from 0 to 4294967295");
  options.inputs = args.getAllArgValues(OPT_inputs);
  options.outputs = args.getAllArgValues(OPT_outputs);
  options.customOps = args.getAllArgValues(OPT_custom_op);
  options.offload = args.getAllArgValues(OPT_offload);
  // The front end reads it; here, it is only checked.
  enum class TreesForm { Auto, Code, Tables } form = TreesForm::Auto;
  choice(OPT_trees, form,
         {TreesForm::Auto, TreesForm::Code, TreesForm::Tables});
  options.trees = args.getLastArgValue(OPT_trees);
  options.npu = args.getLastArgValue(OPT_npu);
  options.ioQuant = args.getAllArgValues(OPT_io_quant);
  options.renamings = args.getAllArgValues(OPT_rename);
  options.origin = args.getAllArgValues(OPT_origin);
  for (StringRef origin : options.origin)
    if (StringRef expected = findExpectedOrigin(origin); !expected.empty())
      fail("--origin=" + origin + ": " + expected);
  options.dialectPlugins = args.getAllArgValues(OPT_load_dialect_plugin);
  options.passPlugins = args.getAllArgValues(OPT_load_pass_plugin);
  options.passesBefore = args.getAllArgValues(OPT_passes_before);
}

Error tir::readTarget(const InputArgList &args, TargetOptions &target) {
  Reader reader(args);
  reader.target(target);
  return reader.takeError();
}

Expected<CompilationOptions>
tir::readCompilationOptions(const InputArgList &args) {
  CompilationOptions options;
  Reader reader(args);
  reader.model(options);
  options.outputDirectory = reader.text(OPT_o);
  options.force = reader.has(OPT_force);
  reader.emitKinds(options.emit);
  reader.statements(options);
  reader.checked(OPT_package_version, options.packageVersion, isVersion,
                 "no version; expected three numbers, such as 1.0.0");
  reader.choice(OPT_packed_constants, options.packedConstants,
                {PackedChoice::Auto, PackedChoice::On, PackedChoice::Off});
  options.keepConstantChannels = reader.has(OPT_keep_constant_channels);
  options.keepUnreadChannels = reader.has(OPT_keep_unread_channels);
  reader.choice(OPT_schedule, options.schedule,
                {ScheduleChoice::Auto, ScheduleChoice::Elementwise});
  reader.threads(options);
  reader.choice(OPT_rows, options.rows,
                {RowsChoice::Auto, RowsChoice::Off, RowsChoice::MinRAM});
  options.feedRows = reader.text(
      OPT_feed_rows, "no name given; expected the name of an input");
  options.slide = reader.text(OPT_slide, "no input given; expected INPUT:ROWS, "
                                         "such as --slide=input:2");
  reader.bytes(OPT_slide_state, options.slideState);
  reader.memory(options);
  bool hasNoInfo = false;
  reader.choice(OPT_model_info, hasNoInfo, {false, true});
  options.hasModelInfo = !hasNoInfo;
  options.record = recordOptions(args);
  options.fullRecord = recordOptions(args, /*isFull=*/true);
  if (Error error = readCheckOptions(args, options))
    return error;
  options.profile = reader.has(OPT_profile);
  options.lineTables = reader.has(OPT_g);
  options.trace = reader.text(OPT_trace, "no name; expected the JSON file that "
                                         "a program with --profile wrote");
  options.dumpDirectory = reader.text(OPT_dump_phases);
  // An empty name would stand for no option.
  std::string phases =
      "no such phase; expected one of " + llvm::join(getPhaseNames(), ", ");
  options.compileTo = reader.text(OPT_compile_to, phases);
  options.compileFrom = reader.text(OPT_compile_from, phases);
  reader.target(options.target);
  reader.conventions(options.conventions);
  if (Error error = reader.takeError())
    return error;
  return options;
}

Expected<CompilationOptions>
tir::parseCompilationOptions(llvm::ArrayRef<const char *> arguments) {
  Expected<InputArgList> args = parseArguments(arguments);
  if (!args)
    return args.takeError();
  for (OptionID id : {OPT_certify, OPT_map, OPT_su, OPT_compare_reports,
                      OPT_max_growth, OPT_describe, OPT_identify, OPT_firmware,
                      OPT_model_option, OPT_link_archives, OPT_link_registry,
                      OPT_version, OPT_help, OPT_help_EQ})
    if (args->hasArg(id))
      return createStringError(spellOption(id) +
                               ": is an option of the command tirc; expected "
                               "options of a compilation");
  return readCompilationOptions(*args);
}
