//===- tirc.cpp - The compiler's command line
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/Compilation.h"
#include "tir/Driver/Describe.h"
#include "tir/Driver/LinkRegistry.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"

namespace cl = llvm::cl;
using namespace tir;

static cl::OptionCategory category("tirc options");

static cl::list<std::string> inputs(cl::Positional, cl::desc("MODEL"),
                                    cl::value_desc("MODEL"), cl::cat(category));
static cl::opt<bool> linkRegistryOf(
    "link-registry",
    cl::desc("Write one function registry over several compiled models: tirc "
             "--link-registry A.c B.o -o registry.c (or registry.o)"),
    cl::cat(category));
static cl::opt<std::string>
    outputDirectory("o",
                    cl::desc("Folder to write to, made if it is missing; with "
                             "--emit=mlf the file"),
                    cl::value_desc("DIR"), cl::cat(category));
static cl::opt<std::string>
    modelName("model-name",
              cl::desc("Name of the model in the C and in the files' names "
                       "(default: default)"),
              cl::value_desc("NAME"), cl::init("default"), cl::cat(category));
static cl::opt<std::string>
    entry("entry",
          cl::desc("Function to compile (default: the one public function)"),
          cl::value_desc("FUNC"), cl::cat(category));
static cl::list<std::string> inputShapes(
    "input-shape",
    cl::desc("Shape of an input with dynamic dimensions; INDEX may be its "
             "name; may be given several times"),
    cl::value_desc("INDEX:1x49x10x1"), cl::cat(category));
static cl::list<std::string>
    ioQuant("io-quant",
            cl::desc("Quantisation of an input or output, for the header; may "
                     "be given several times"),
            cl::value_desc("NAME:scale:zero_point"), cl::cat(category));
static cl::list<std::string>
    emit("emit",
         cl::desc("What to write, by commas: c (default), obj, shared, "
                  "llvm-ir, mlir, example (a main.c that runs the model); mlf, "
                  "alone or with c or obj: all of it as one archive in TVM's "
                  "Model Library Format"),
         cl::value_desc("KINDS"), cl::CommaSeparated, cl::cat(category));
static cl::opt<std::string>
    targetTriple("target-triple",
                 cl::desc("Machine to compile for (default: this one)"),
                 cl::value_desc("TRIPLE"), cl::cat(category));
static cl::opt<std::string> targetCPU("target-cpu",
                                      cl::desc("Processor, such as cortex-m4"),
                                      cl::value_desc("CPU"), cl::cat(category));
static cl::opt<std::string>
    targetFeatures("target-features",
                   cl::desc("Features of the processor, such as +dsp,-fp64"),
                   cl::value_desc("FEATURES"), cl::cat(category));
static cl::opt<std::string>
    floatABI("float-abi",
             cl::desc("How floats are passed: soft, softfp or hard"),
             cl::value_desc("ABI"), cl::cat(category));
static cl::opt<std::string> optimization(
    "O", cl::desc("Optimisation of objects: -O0, -O1, -O2 (default) or -O3"),
    cl::value_desc("0-3"), cl::Prefix, cl::init("2"), cl::cat(category));
static cl::opt<std::string>
    plan("plan",
         cl::desc("Memory of activations: packed (default, one arena) or "
                  "separate (an array for each buffer)"),
         cl::value_desc("PLAN"), cl::init("packed"), cl::cat(category));
static cl::opt<std::string> interfaceAPI(
    "interface-api",
    cl::desc("What the application calls: c (default), a function over structs "
             "of pointers, or packed, one with TVM's packed signature"),
    cl::value_desc("API"), cl::init("c"), cl::cat(category));
static cl::opt<bool>
    unpackedAPI("unpacked-api",
                cl::desc("Whether the model's functions get raw pointers "
                         "(default: true) or packed arguments"),
                cl::init(true), cl::cat(category));
static cl::opt<std::string> kernelCalls(
    "kernel-calls",
    cl::desc("How the main function calls kernels: unpacked (default), with "
             "raw pointers; cpacked (default with --unpacked-api=false), "
             "directly, with the packed signature; packed, through the "
             "function registry"),
    cl::value_desc("FORM"), cl::cat(category));
static cl::opt<std::string> workspace(
    "workspace",
    cl::desc("Where the memory between kernels comes from: internal (default), "
             "static arrays; external, the application, with each run; "
             "backend, TVMBackendAllocWorkspace, for each run"),
    cl::value_desc("FROM"), cl::init("internal"), cl::cat(category));
static cl::opt<std::string> onError(
    "on-error",
    cl::desc("Where the text of an error goes: code (default), nowhere; hook, "
             "the application's tvmgen_<model>_on_error; last-error (default "
             "with --interface-api=packed or --system-lib), "
             "TVMAPISetLastError"),
    cl::value_desc("TO"), cl::cat(category));
static cl::opt<bool>
    noRuntimeChecks("no-runtime-checks",
                    cl::desc("Do not check the arguments of packed functions"),
                    cl::cat(category));
static cl::opt<bool>
    tvmCompat("tvm-compat",
              cl::desc("Let the packed entry trust its caller's count and type "
                       "codes, as TVM's own test harness needs"),
              cl::cat(category));
static cl::opt<bool> systemLib(
    "system-lib",
    cl::desc(
        "Add the function registry of the program (TVMSystemLibEntryPoint) "
        "over this model, and its metadata; of several models "
        "--link-registry makes one"),
    cl::cat(category));
static cl::list<std::string> dialectPlugins(
    "load-dialect-plugin",
    cl::desc("Load the dialects of a plugin of MLIR; may be given several "
             "times"),
    cl::value_desc("LIB"), cl::cat(category));
static cl::list<std::string> passPlugins(
    "load-pass-plugin",
    cl::desc("Load the passes of a plugin of MLIR; may be given several "
             "times"),
    cl::value_desc("LIB"), cl::cat(category));
static cl::list<std::string> passesBefore(
    "passes-before",
    cl::desc("Run these passes (of MLIR, of tirc or of a plugin) on the module "
             "before that phase; may be given several times"),
    cl::value_desc("PHASE:PIPELINE"), cl::cat(category));
static cl::opt<std::string>
    compileTo("compile-to",
              cl::desc("Stop after this phase and write its IR (-o - prints "
                       "it): import, kernels, buffers, plan, abi, loops, "
                       "emitc, llvm"),
              cl::value_desc("PHASE"), cl::cat(category));
static cl::opt<std::string>
    compileFrom("compile-from",
                cl::desc("MODEL is the IR after this phase; go on from there"),
                cl::value_desc("PHASE"), cl::cat(category));
static cl::opt<std::string>
    dumpPhases("dump-phases",
               cl::desc("Write the IR after each phase to DIR/NN-PHASE.mlir"),
               cl::value_desc("DIR"), cl::cat(category));
static cl::opt<bool> describe(
    "describe",
    cl::desc("Print what the Model Library Format archive MODEL holds, "
             "and check it"),
    cl::cat(category));
static cl::opt<bool> quiet("quiet", cl::desc("Print errors only"),
                           cl::cat(category));

static void printVersion(llvm::raw_ostream &os) {
  os << "tirc " << getVersion() << " (LLVM " << LLVM_VERSION_STRING << ")\n";
}

static int fail(const llvm::Twine &message) {
  llvm::errs() << "tirc: error: " << message << '\n';
  return 1;
}

/// Fills in what the command line says in words.
static int readEmitKinds(std::vector<EmitKind> &kinds) {
  if (emit.getNumOccurrences() == 0)
    return 0;
  kinds.clear();
  for (const std::string &name : emit) {
    EmitKind kind;
    if (!parseEmitKind(name, kind))
      return fail("--emit=" + name +
                  ": unknown; expected c, obj, shared, llvm-ir, mlir, example "
                  "or mlf, several by commas");
    if (!llvm::is_contained(kinds, kind))
      kinds.push_back(kind);
  }
  return 0;
}

/// Finds the value of an option by its name; says which there are.
template <typename Enum>
static bool
readChoice(const cl::opt<std::string> &option, Enum &value,
           std::initializer_list<std::pair<llvm::StringRef, Enum>> choices) {
  std::string names;
  for (auto [name, choice] : choices) {
    if (name == option.getValue()) {
      value = choice;
      return true;
    }
    names += (names.empty() ? "" : ", ") + name.str();
  }
  fail("--" + option.ArgStr + "=" + option.getValue() +
       ": unknown; expected one of " + names);
  return false;
}

static bool readConventions(ConventionOptions &conventions) {
  conventions.unpackedAPI = unpackedAPI;
  conventions.runtimeChecks = !noRuntimeChecks;
  conventions.tvmCompat = tvmCompat;
  conventions.systemLib = systemLib;
  if (kernelCalls.getNumOccurrences() &&
      !readChoice<KernelCalls>(kernelCalls, conventions.kernelCalls,
                               {{"unpacked", KernelCalls::Unpacked},
                                {"cpacked", KernelCalls::CPacked},
                                {"packed", KernelCalls::Packed}}))
    return false;
  if (onError.getNumOccurrences() &&
      !readChoice<OnError>(onError, conventions.onError.emplace(),
                           {{"code", OnError::Code},
                            {"hook", OnError::Hook},
                            {"last-error", OnError::LastError}}))
    return false;
  return readChoice<InterfaceAPI>(
             interfaceAPI, conventions.interfaceAPI,
             {{"c", InterfaceAPI::C}, {"packed", InterfaceAPI::Packed}}) &&
         readChoice<Workspace>(workspace, conventions.workspace,
                               {{"internal", Workspace::Internal},
                                {"external", Workspace::External},
                                {"backend", Workspace::Backend}});
}

static bool readTarget(TargetOptions &target) {
  target.triple = targetTriple;
  target.cpu = targetCPU;
  target.features = targetFeatures;
  target.floatABI = floatABI;
  if (!llvm::StringRef(optimization).getAsInteger(10, target.optLevel) &&
      target.optLevel <= 3)
    return true;
  fail("-O" + optimization + ": unknown; expected -O0 to -O3");
  return false;
}

/// An option that means nothing here would be ignored in silence; says why.
static bool rejectOptions(std::initializer_list<const cl::Option *> allowed,
                          llvm::StringRef why) {
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (option->getNumOccurrences() != 0 &&
        llvm::is_contained(option->Categories, &category) &&
        !llvm::is_contained(allowed, option)) {
      fail((name.size() == 1 ? "-" : "--") + name + ": " + why);
      return false;
    }
  return true;
}

static int runLinkRegistry() {
  if (!rejectOptions({&linkRegistryOf, &outputDirectory, &targetTriple,
                      &targetCPU, &targetFeatures, &floatABI, &optimization,
                      &quiet},
                     "says how a model is compiled, but --link-registry takes "
                     "compiled models; give it where these are compiled"))
    return 1;
  LinkRegistryOptions options;
  options.models.assign(inputs.begin(), inputs.end());
  options.output = outputDirectory;
  if (!readTarget(options.target))
    return 1;
  return llvm::failed(linkRegistry(options, llvm::errs())) ? 1 : 0;
}

static int runDescribe() {
  if (!rejectOptions({&describe, &quiet},
                     "is about compiling, but --describe only reads an "
                     "archive; expected tirc --describe FILE.tar alone"))
    return 1;
  if (inputs.size() != 1)
    return fail("--describe takes one archive, but " +
                llvm::Twine(inputs.size()) +
                " files are given; expected tirc --describe FILE.tar");
  return llvm::failed(
             describeArchive(inputs.front(), llvm::outs(), llvm::errs()))
             ? 1
             : 0;
}

int main(int argc, char **argv) {
  llvm::setBugReportMsg("tirc: error: tirc itself failed; report it with the "
                        "model and what stands below\n");
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(printVersion);
  std::string problems;
  llvm::raw_string_ostream problemStream(problems);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "tirc: compiles an MLIR tensor program to C or an object\n",
          &problemStream))
    return fail(llvm::StringRef(problems).trim());

  if (linkRegistryOf)
    return runLinkRegistry();
  if (describe)
    return runDescribe();
  if (inputs.empty())
    return fail("no model; expected tirc MODEL -o DIR (see tirc --help)");
  if (inputs.size() > 1)
    return fail("'" + inputs[1] +
                "' is a second model; expected one (each is compiled by a run "
                "of its own)");
  CompilationOptions options;
  options.input = inputs.front();
  options.outputDirectory = outputDirectory;
  options.modelName = modelName;
  options.entry = entry;
  options.inputShapes.assign(inputShapes.begin(), inputShapes.end());
  options.ioQuant.assign(ioQuant.begin(), ioQuant.end());
  if (readEmitKinds(options.emit))
    return 1;
  if (!readTarget(options.target))
    return 1;
  options.plan = plan;
  if (!readConventions(options.conventions))
    return 1;
  options.dialectPlugins.assign(dialectPlugins.begin(), dialectPlugins.end());
  options.passPlugins.assign(passPlugins.begin(), passPlugins.end());
  options.passesBefore.assign(passesBefore.begin(), passesBefore.end());
  options.compileTo = compileTo;
  options.compileFrom = compileFrom;
  options.dumpDirectory = dumpPhases;
  if (!quiet && llvm::errs().is_displayed())
    options.progress = [](llvm::StringRef phase, double seconds) {
      llvm::errs() << llvm::formatv("{0,-16} {1,8:f3} s\n", phase, seconds);
    };
  return llvm::failed(compile(options, llvm::errs(), llvm::outs())) ? 1 : 0;
}
