//===- OptionRules.cpp - Completing and checking options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/OptionRules.h"

#include "OptionConflicts.h"
#include "Package.h"
#include "Relocatable.h"
#include "SelfTestInputs.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/Sections.h"
#include "tir/Compiler/ExportTime.h"
#include "tir/Conversion/TOSAToTIR/CustomOpCalls.h"
#include "tir/Dialect/TIR/Transforms/Import/TensorOptions.h"
#include "tir/Pipelines/Phase.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr std::pair<EmitKind, StringLiteral> kEmitKinds[] = {
    {EmitKind::C, "c"},
    {EmitKind::Object, "obj"},
    {EmitKind::Shared, "shared"},
    {EmitKind::LLVMIR, "llvm-ir"},
    {EmitKind::MLIR, "mlir"},
    {EmitKind::Example, "example"},
    {EmitKind::HTML, "html"},
    {EmitKind::LinkerScript, "ld"},
    {EmitKind::Relocatable, "relocatable"},
    {EmitKind::Archive, "mlf"},
    {EmitKind::CMSISPack, "cmsis-pack"},
    {EmitKind::ESPIDF, "esp-idf"},
    {EmitKind::Arduino, "arduino"},
    {EmitKind::PlatformIO, "platformio"},
    {EmitKind::Zephyr, "zephyr"}};

StringRef tir::stringifyEmitKind(EmitKind kind) {
  for (auto [known, name] : kEmitKinds)
    if (known == kind)
      return name;
  llvm_unreachable("each kind has its row");
}

bool tir::parseEmitKind(StringRef name, EmitKind &kind) {
  for (auto [known, text] : kEmitKinds)
    if (text == name) {
      kind = known;
      return true;
    }
  return false;
}

StringRef tir::getVersion() { return TIR_VERSION; }

SmallVector<StringRef> tir::getPhaseNames() {
  SmallVector<StringRef> names;
  for (const Phase *phase : getPhases())
    names.push_back(phase->name);
  names.push_back("package");
  return names;
}

unsigned tir::phaseNumber(StringRef name) {
  SmallVector<StringRef> names = getPhaseNames();
  auto *found = llvm::find(names, name);
  return found == names.end() ? 0 : 1 + std::distance(names.begin(), found);
}

mlir::InFlightDiagnostic tir::emitOptionError(MLIRContext &context) {
  return mlir::emitError(FileLineColLoc::get(&context, "tirc", 0, 0));
}

//===----------------------------------------------------------------------===//
// Completing options
//===----------------------------------------------------------------------===//

bool tir::isArchive(const CompilationOptions &options) {
  return llvm::is_contained(options.emit, EmitKind::Archive);
}

std::string tir::getOutputFolder(const CompilationOptions &options) {
  if (!isArchive(options))
    return options.outputDirectory;
  StringRef folder = llvm::sys::path::parent_path(options.outputDirectory);
  return folder.empty() ? "." : folder.str();
}

/// Chooses what TVM does, where the options do not say otherwise.
static void setTVMDefaults(CompilationOptions &options) {
  // Mach-O has no sections with such names.
  const std::string &triple = options.target.triple;
  bool hasSections =
      !llvm::Triple(triple.empty() ? llvm::sys::getDefaultTargetTriple()
                                   : triple)
           .isOSBinFormatMachO();
  if (options.constantsSection.empty() && hasSections)
    options.constantsSection = kTVMConstantsSection;
  if (options.workspaceSection.empty() && hasSections)
    options.workspaceSection = kTVMWorkspaceSection;
  if (options.constantsAlignment == 0)
    options.constantsAlignment = kTVMConstantsAlignment;
}

bool tir::isForLoaders(const CompilationOptions &options, EmitKind kind) {
  bool isCode = kind == EmitKind::C || kind == EmitKind::Object ||
                kind == EmitKind::LLVMIR;
  return kind == EmitKind::Shared || (isCode && options.conventions.tvmFFI);
}

LoadedCode tir::getLoadedCode(const CompilationOptions &options) {
  bool isLoaded = false, isLinked = false;
  for (EmitKind kind : options.emit) {
    isLoaded |= isForLoaders(options, kind);
    isLinked |= !isForLoaders(options, kind) &&
                (kind == EmitKind::C || kind == EmitKind::Object ||
                 kind == EmitKind::LLVMIR);
  }
  return !isLoaded  ? LoadedCode::None
         : isLinked ? LoadedCode::BesideOther
                    : LoadedCode::Only;
}

/// Chooses where the memory of code comes from that threads may call: each call
/// has its own, unless other options need memory that stays.
static void completeLibraryWorkspace(CompilationOptions &options) {
  const ConventionOptions &given = options.conventions;
  bool isStatic = given.steps || !options.feedRows.empty() ||
                  !options.workspaceSection.empty() ||
                  options.io == IOMemory::Pool || isArchive(options);
  options.libraryWorkspace = given.workspace.value_or(
      isStatic ? Workspace::Internal : Workspace::Call);
}

/// Chooses the target if no option says which it is. Machine code is for this
/// machine, and C for whatever its reader compiles it for.
static void completeTarget(CompilationOptions &options) {
  if (!options.target.isUnknown())
    return;
  bool isForHost =
      options.compileTo == "llvm" || llvm::any_of(options.emit, isMachineCode);
  options.target.name = isForHost ? kHostTarget : kPortableTarget;
  options.isTargetChosen = true;
}

CompilationOptions tir::completeOptions(CompilationOptions options) {
  completeTarget(options);
  if (options.modelName.empty())
    options.modelName = isArchive(options) || options.conventions.tvmCompat
                            ? kDefaultModelName.str()
                            : modelNameOfFile(options.input);
  if (llvm::is_contained(options.emit, EmitKind::Relocatable) &&
      !options.conventions.workspace) // An image has no memory of its own.
    options.conventions.workspace = Workspace::External;
  completeLibraryWorkspace(options);
  if (options.conventions.tvmCompat)
    setTVMDefaults(options);
  bool hasCode = llvm::is_contained(options.emit, EmitKind::C) ||
                 (isArchive(options) &&
                  llvm::is_contained(options.emit, EmitKind::Object));
  if (!hasCode && (isArchive(options) || getPackageKind(options)))
    options.emit.push_back(EmitKind::C);
  return options;
}

bool tir::isPortableByChance(const CompilationOptions &options) {
  return options.isTargetChosen && options.target.name == kPortableTarget &&
         llvm::is_contained(options.emit, EmitKind::C) &&
         !endsAtPhase(options) && !isToStandardOutput(options);
}

bool tir::needsEmitC(EmitKind kind) { return kind == EmitKind::C; }

bool tir::needsLLVM(EmitKind kind) {
  return kind == EmitKind::Object || kind == EmitKind::Shared ||
         kind == EmitKind::LLVMIR || kind == EmitKind::HTML ||
         kind == EmitKind::Relocatable;
}

bool tir::measuresCode(const CompilationOptions &options) {
  return llvm::is_contained(options.emit, EmitKind::HTML) ||
         (options.flash != 0 && llvm::is_contained(options.emit, EmitKind::C));
}

//===----------------------------------------------------------------------===//
// Checking options
//===----------------------------------------------------------------------===//

static LogicalResult checkPhases(const CompilationOptions &options,
                                 EmitErrorFn emitError) {
  auto unknown = [&](StringRef option, StringRef value) {
    return emitError() << option << value << ": no such phase; expected one of "
                       << llvm::join(getPhaseNames(), ", ");
  };
  if (!options.compileTo.empty() && !phaseNumber(options.compileTo))
    return unknown("--compile-to=", options.compileTo);
  if (!options.compileFrom.empty() && !phaseNumber(options.compileFrom))
    return unknown("--compile-from=", options.compileFrom);
  if (options.compileFrom == "package")
    return emitError()
           << "--compile-from=package: nothing comes after the phase "
              "'package'; expected an earlier phase";
  unsigned last = phaseNumber(options.compileTo);
  if (last && last <= phaseNumber(options.compileFrom))
    return emitError()
           << "--compile-from=" << options.compileFrom
           << " begins after that phase, and --compile-to=" << options.compileTo
           << " would end before it; expected a later phase to end at";
  return success();
}

/// Checks the syntax of an option's values.
template <typename ParseFn>
static LogicalResult check(ArrayRef<std::string> texts, ParseFn parse,
                           EmitErrorFn emitError) {
  for (const std::string &text : texts)
    if (llvm::Error error = parse(text).takeError())
      return emitError() << llvm::toString(std::move(error));
  return success();
}

/// Checks the syntax of the tensor options. Whether the model has such tensors
/// is checked later.
static LogicalResult checkTensors(const CompilationOptions &options,
                                  EmitErrorFn emitError) {
  if (!options.weightBlob && options.weightsVersion != 0)
    return emitError() << "--weights-version: the weights are in the code; "
                          "expected --weights=blob, too";
  if (options.slide.empty() && options.slideState != 0)
    return emitError() << "--slide-state=" << options.slideState
                       << ": limits what --slide keeps, which is not given; "
                          "expected --slide=INPUT:ROWS, too";
  for (auto [names, option] : {std::pair(&options.inputs, "inputs"),
                               std::pair(&options.outputs, "outputs")})
    if (!names->empty())
      return emitError() << "--" << option << "=" << names->front()
                         << ": MLIR has no names of tensors; expected a model "
                            "of TensorFlow Lite, ONNX or PyTorch, which its "
                            "front end cuts: write a function that computes "
                            "only this";
  if (!options.trees.empty())
    return emitError() << "--trees=" << options.trees
                       << ": it is about trees of ONNX models, and this is "
                          "MLIR; expected an .onnx file";
  if (!options.npu.empty())
    return emitError() << "--npu=" << options.npu
                       << ": Vela compiles models of TensorFlow Lite, and this "
                          "is MLIR; expected a .tflite file";
  ArrayRef<std::string> slide;
  if (!options.slide.empty())
    slide = options.slide;
  auto parseQuantization = [](StringRef text) {
    return parseTensorQuantization(text);
  };
  return success(
      succeeded(check(options.inputShapes, parseInputShape, emitError)) &&
      succeeded(check(options.inputValues, parseInputValue, emitError)) &&
      succeeded(check(options.inputNormalizations, parseInputNormalization,
                      emitError)) &&
      succeeded(check(slide, parseSlidingInput, emitError)) &&
      succeeded(check(options.customOps, parseCustomOpCall, emitError)) &&
      succeeded(check(options.ioQuant, parseQuantization, emitError)) &&
      succeeded(check(options.renamings, parseRenaming, emitError)));
}

/// Checks the options of an archive, which is one file with one form of the
/// model's code.
static LogicalResult checkArchive(const CompilationOptions &options,
                                  EmitErrorFn emitError) {
  for (EmitKind kind : options.emit)
    if (kind != EmitKind::Archive && kind != EmitKind::C &&
        kind != EmitKind::Object)
      return emitError() << "--emit=" << stringifyEmitKind(kind)
                         << ",mlf: an archive does not contain that; expected "
                            "c,mlf or obj,mlf: run tirc once more for "
                         << stringifyEmitKind(kind);
  if (llvm::is_contained(options.emit, EmitKind::C) &&
      llvm::is_contained(options.emit, EmitKind::Object))
    return emitError()
           << "--emit=c,obj,mlf: an archive contains the model only "
              "once, since linking all of its code would define "
              "each symbol twice otherwise; expected c,mlf or "
              "obj,mlf";
  if (llvm::sys::fs::is_directory(options.outputDirectory) ||
      llvm::sys::path::is_separator(options.outputDirectory.back()))
    return emitError() << "-o " << options.outputDirectory
                       << " names a folder, but --emit=mlf writes one file; "
                          "expected its name, such as -o "
                       << llvm::StringRef(options.outputDirectory).rtrim('/')
                       << "/model.tar";
  if (llvm::Expected<uint64_t> time = getExportTime(); !time)
    return emitError() << llvm::toString(time.takeError());
  return success();
}

/// Checks the sections: one has either constants or memory that is written.
static LogicalResult checkSections(const CompilationOptions &options,
                                   EmitErrorFn emitError) {
  if (!options.constantsSection.empty() &&
      options.constantsSection == options.workspaceSection)
    return emitError() << "--workspace-section=" << options.workspaceSection
                       << ": constants are in this section, too; expected "
                          "another one, as compilers refuse to mix them";
  return success();
}

/// Checks the options of memory that belongs to a call.
static LogicalResult checkStackLimit(const CompilationOptions &options,
                                     EmitErrorFn emitError) {
  bool isOfCall = options.conventions.workspace == Workspace::Call ||
                  (getLoadedCode(options) != LoadedCode::None &&
                   options.libraryWorkspace == Workspace::Call);
  if (options.conventions.stackLimit == 0 || isOfCall)
    return success();
  return emitError() << "--workspace-stack=" << options.conventions.stackLimit
                     << ": no call takes its workspace from the stack; "
                        "expected --workspace=call with it";
}

/// Checks that there is code for what tvm-ffi looks up.
static LogicalResult checkFFI(const CompilationOptions &options,
                              EmitErrorFn emitError) {
  if (!options.conventions.tvmFFI || getLoadedCode(options) != LoadedCode::None)
    return success();
  return emitError() << "--tvm-ffi: only code has the functions that tvm-ffi "
                        "looks up; expected --emit=c, --emit=obj or "
                        "--emit=shared with it";
}

/// Returns whether the folder is the root of the file system, however it is
/// spelled.
static bool isRoot(StringRef folder) {
  llvm::SmallString<128> real;
  return !llvm::sys::fs::real_path(folder, real) &&
         llvm::sys::path::root_path(real) == real;
}

LogicalResult tir::checkOptions(const CompilationOptions &options,
                                EmitErrorFn emitError) {
  if (failed(checkPhases(options, emitError)) ||
      failed(checkTensors(options, emitError)) ||
      failed(checkSections(options, emitError)) ||
      failed(checkFFI(options, emitError)) ||
      failed(checkStackLimit(options, emitError)) ||
      failed(checkConflicts(options, emitError)) ||
      failed(checkRelocatable(options, emitError)) ||
      failed(checkSelfTest(options, emitError)) ||
      failed(checkPackage(options, emitError)))
    return failure();
  if (!isPartOfCName(options.modelName))
    return emitError() << "--model-name=" << options.modelName
                       << ": cannot be part of a C name; expected ASCII "
                          "letters, digits and '_', at least one: give "
                          "--model-name="
                       << modelNameOfFile(options.modelName);
  if (failed(validateTarget(options.target, emitError)))
    return failure();
  if (!writesFiles(options))
    return success();
  if (options.outputDirectory.empty())
    return emitError() << (isArchive(options)
                               ? "no file to write to; expected -o FILE.tar"
                               : "no folder to write to; expected -o DIR");
  if (isArchive(options))
    return checkArchive(options, emitError);
  if (!options.force && isRoot(options.outputDirectory))
    return emitError() << "-o " << options.outputDirectory
                       << " is the root of the file system; expected a folder "
                          "for the files, such as -o /out: give --force if you "
                          "mean the root";
  bool onlyIR =
      endsAtPhase(options) ||
      (options.emit.size() == 1 && options.emit.front() == EmitKind::MLIR);
  if (isToStandardOutput(options) && !onlyIR)
    return emitError()
           << "-o - writes one text to standard output, but several "
              "files are requested; expected -o DIR, or "
              "--compile-to=PHASE or --emit=mlir with it";
  return success();
}
