//===- CompilationOptions.h - The options of a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_COMPILATIONOPTIONS_H
#define TIR_COMPILER_COMPILATIONOPTIONS_H

#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Schedules/Passes.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// The kinds of output. An archive contains the C, or the object if that is
/// requested, too. HTML is the report as a page. LinkerScript is a fragment of
/// one, with assertions. The last ones are packages of firmware ecosystems.
enum class EmitKind {
  C,
  Object,
  Shared,
  LLVMIR,
  MLIR,
  Example,
  HTML,
  LinkerScript,
  Relocatable,
  Archive,
  CMSISPack,
  ESPIDF,
  Arduino,
  PlatformIO,
  Zephyr
};

/// Converts between kinds and their names in `--emit=`.
llvm::StringRef stringifyEmitKind(EmitKind kind);
bool parseEmitKind(llvm::StringRef name, EmitKind &kind);

/// Returns the version of tirc.
llvm::StringRef getVersion();

/// The options of tirc's command line. The defaults are the same.
struct ConventionOptions {
  InterfaceAPI interfaceAPI = InterfaceAPI::C;
  bool unpackedAPI = true;
  KernelCalls kernelCalls = KernelCalls::Default;
  /// Unset for the default: `call` in what loaders of shared libraries load,
  /// unless something asks for static memory, and `internal` otherwise.
  std::optional<Workspace> workspace;
  /// The most bytes that a call takes from the stack, or 0 for the default.
  uint64_t stackLimit = 0;
  /// Unset for the default, which is `last-error` if there is a runtime (packed
  /// interface or system library), and `code` otherwise and with `tvmCompat`.
  std::optional<OnError> onError;
  bool runtimeChecks = true;
  /// Whether the defaults are TVM's, and the packed entry trusts its caller as
  /// TVM's does.
  bool tvmCompat = false;
  /// Whether the header also has what TI's clients of TVM read.
  bool tiCompat = false;
  /// Whether the model's unit contains the program's function registry.
  bool systemLib = false;
  /// Whether the application can run the model in short steps.
  bool steps = false;
  /// Whether a run fails that begins in another one in the same workspace.
  bool guard = false;
  /// The checks of a run (--safety), in the order of the option's values.
  std::vector<std::string> safety;
  /// Whether objects contain the functions that tvm-ffi looks up, as shared
  /// libraries do.
  bool tvmFFI = false;

  Workspace getWorkspace() const {
    return workspace.value_or(Workspace::Internal);
  }

  OnError getOnError() const {
    // TVM's C reports nothing, and its users do not link the file with
    // TVMAPISetLastError.
    bool hasRuntime =
        (interfaceAPI == InterfaceAPI::Packed || systemLib) && !tvmCompat;
    return onError.value_or(hasRuntime ? OnError::LastError : OnError::Code);
  }
};

/// How kernels are checked before files are written (Check/CheckKernels.h): not
/// at all, on this machine, so that all have a proof (`verifyProofs`), or also
/// on an emulated machine with the target's processor.
enum class CheckChoice { Off, Fast, Proof, Emulator };

struct CompilationOptions {
  /// The file to read, or `-` for standard input.
  std::string input;
  /// The model itself, if it is not in a file; `input` is then its name. Must
  /// outlive the compilation.
  std::optional<llvm::StringRef> source;
  /// The folder to write to, or `-` for standard output if only IR is written.
  /// With EmitKind::Archive, the file to write.
  std::string outputDirectory;
  /// Whether to replace files that tirc did not write, and to allow the root
  /// folder.
  bool force = false;

  /// Empty for the default, which is the name of the file of `input`, as a part
  /// of C names. It is `default`, as in TVM, for an archive, with `tvmCompat`,
  /// and if the input is not a file.
  std::string modelName;
  std::string entry;
  std::vector<std::string> inputShapes;
  /// `NAME:16000`: inputs that are constant, and that the code lacks.
  std::vector<std::string> inputValues;
  /// `NAME:BIAS:SCALE:SHIFT`: how the application normalises inputs.
  std::vector<std::string> inputNormalizations;
  /// Constants that become inputs, or `all`.
  std::vector<std::string> weightsAsInputs;
  /// Whether the weights are in a file beside the code, which does not depend
  /// on their values, and the number that the file says (`--weights=blob`).
  bool weightBlob = false;
  uint32_t weightsVersion = 0;
  /// Tensors at which a front end cuts the model.
  std::vector<std::string> inputs, outputs;
  /// `OPERATOR:FUNCTION:DEVICE`: calls that custom operators become.
  std::vector<std::string> customOps;
  /// Files that say which operators a device takes.
  std::vector<std::string> offload;
  /// What compiles layers for an accelerator before the front end reads the
  /// model.
  std::string npu;
  /// How the front end of ONNX writes trees.
  std::string trees;
  std::vector<std::string> ioQuant;
  /// `OLD:NEW`: names in C of inputs, outputs and variables.
  std::vector<std::string> renamings;
  /// What a front end says of the file that it converted: `sha256:HASH`, the
  /// options that it was given, and the packages that it needed.
  std::vector<std::string> origin;
  /// The options that were given, as far as they control what is generated.
  std::vector<std::string> record;

  std::vector<EmitKind> emit = {EmitKind::C};
  /// The version of a package.
  std::string packageVersion = "1.0.0";
  /// Whether the code says which model it was made of.
  bool hasModelInfo = true;
  TargetOptions target;
  /// Whether no option says for which machine, so that `completeOptions` chose
  /// the target.
  bool isTargetChosen = false;
  PackedChoice packedConstants = PackedChoice::Auto;
  bool keepConstantChannels = false;
  bool keepUnreadChannels = false;
  ScheduleChoice schedule = ScheduleChoice::Auto;
  RowsChoice rows = RowsChoice::Auto;
  /// The most threads that compute a kernel; 1 for no functions that the
  /// application runs in threads.
  unsigned threads = 1;
  /// The input whose rows the application hands over one by one; empty for
  /// none.
  std::string feedRows;
  /// INPUT:ROWS, the input that is a window over the rows of several runs;
  /// empty for none.
  std::string slide;
  /// The most bytes of rows that are kept for it; 0 for no limit.
  uint64_t slideState = 0;
  /// Where the memory of code comes from that loaders load;
  /// `completeOptions` chooses it.
  Workspace libraryWorkspace = Workspace::Internal;
  /// The most bytes of RAM, without inputs and outputs, and of code and
  /// constants; 0 for no limit.
  uint64_t ram = 0, flash = 0;
  /// `NAME:SIZE[:alignment][:section][:ro][:external]`: memory for buffers or
  /// constants, in the order in which it is filled; empty for one workspace.
  std::vector<std::string> pools;
  PlanStrategy plan = PlanStrategy::Packed;
  /// Sections of the model's static data; empty for those that the compiler
  /// chooses, or with `tvmCompat` for TVM's.
  std::string constantsSection, workspaceSection;
  /// Smallest alignments, powers of two. 0 stands for the default: 16 for the
  /// workspace, and for constants 16 with `tvmCompat`, otherwise the alignment
  /// of their elements.
  uint64_t constantsAlignment = 0, workspaceAlignment = 0;
  IOMemory io = IOMemory::App;
  /// Whether a run may leave other data in the inputs.
  bool overwriteInputs = false;
  OverlapChoice overlap = OverlapChoice::Auto;
  /// Whether kernels are compared with their plain loops.
  CheckChoice check = CheckChoice::Fast;
  /// The compiler of the programs for the emulated machine; empty for the usual
  /// one.
  std::string checkCompiler;
  /// The input of the model's self-test: `pattern`, `pattern:SEED` or the name
  /// of a file; empty for no self-test.
  std::string selfTest;
  /// Whether the model calls the application before and after each kernel.
  bool profile = false;
  /// Whether objects have line tables.
  bool lineTables = false;
  /// The file with what such a program measured, for the report; empty for
  /// none.
  std::string trace;
  /// Which statements about the files are written beside them.
  struct {
    bool spdx = false, provenance = false;
  } sbom;
  /// The options that make all files the same again, with those that `record`
  /// leaves out because they do not change the code.
  std::vector<std::string> fullRecord;

  ConventionOptions conventions;

  /// Shared libraries with MLIR's plugin entry points, for example from a
  /// vendor.
  std::vector<std::string> dialectPlugins, passPlugins;
  /// `PHASE:PIPELINE`: passes, in MLIR's textual form, that run on the module
  /// before this phase. Those for one phase run in the order of this list.
  std::vector<std::string> passesBefore;

  /// Names of the last phase, and of the phase after which to start; empty to
  /// run all phases.
  std::string compileTo, compileFrom;
  /// The folder for a dump after each phase; empty for none. Each dump is
  /// written when its phase ends, even if a later one fails.
  std::string dumpDirectory;

  /// Whether to find out which other options would save RAM, and to print how
  /// memory is used. Without kinds of output, no files are written, and there
  /// need not be a folder.
  bool explainMemory = false;
  /// Whether the report has the least work for less and less memory.
  bool pareto = false;

  /// Whether to end a compilation that wrote files with a summary: these files
  /// and the most important figures of the report.
  bool summarize = false;
};

/// Returns the names of the phases in their order, with `package` at the end.
llvm::SmallVector<llvm::StringRef> getPhaseNames();

/// Returns the number of a phase, counted from 1, as in the names of dumps.
/// Returns 0 for an unknown name.
unsigned phaseNumber(llvm::StringRef name);

} // namespace tir

#endif // TIR_COMPILER_COMPILATIONOPTIONS_H
