//===- PhaseOptions.h - The options of each phase
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_PHASEOPTIONS_H
#define TIR_PIPELINES_PHASEOPTIONS_H

#include "mlir/Pass/PassOptions.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Schedules/Passes.h"

namespace tir {

/// An option with a description. Without another value, it is false, 0 or
/// empty.
template <typename T>
struct PhaseOption : mlir::detail::PassOptions::Option<T> {
  using Base = mlir::detail::PassOptions::Option<T>;
  using Base::operator=;
  template <typename... Mods>
  PhaseOption(mlir::detail::PassOptions &phase, llvm::StringRef name,
              const char *description, Mods &&...mods)
      : Base(phase, name, llvm::cl::desc(description),
             std::forward<Mods>(mods)...) {}
};

template <typename T>
struct PhaseListOption : mlir::detail::PassOptions::ListOption<T> {
  using Base = mlir::detail::PassOptions::ListOption<T>;
  using Base::operator=;
  PhaseListOption(mlir::detail::PassOptions &phase, llvm::StringRef name,
                  const char *description)
      : Base(phase, name, llvm::cl::desc(description)) {}
};

/// Options that describe a model that did not come from a phase of tirc.
template <typename Options>
struct ModelOptions : mlir::PassPipelineOptions<Options> {
  PhaseOption<std::string> source{
      *this, "source",
      "File that the module was read from; only its last component is kept "
      "(default: the module's location)"};
  PhaseOption<std::string> modelName{
      *this, "model-name", "Name of the model in the C that is written",
      llvm::cl::init("default")};
  PhaseOption<std::string> entry{
      *this, "entry", "Function to compile (default: the one public function)"};
  PhaseListOption<std::string> ioQuant{
      *this, "io-quant", "NAME:scale:zero_point of an input or output"};
  PhaseListOption<std::string> rename{
      *this, "rename",
      "OLD:NEW, the new name of an input, an output or a variable"};
};

struct ImportOptions : ModelOptions<ImportOptions> {
  PhaseListOption<std::string> offload{
      *this, "offload", "Files that say which operators a device takes"};
  PhaseListOption<std::string> customOp{
      *this, "custom-op",
      "OPERATOR:FUNCTION[:DEVICE][:extern|cpacked|packed], the call that a "
      "custom operator becomes"};
  PhaseListOption<std::string> inputShape{
      *this, "input-shape",
      "INDEX:1x49x10x1 or NAME:1x49x10x1, for an input with dynamic "
      "dimensions"};
  PhaseListOption<std::string> inputValue{
      *this, "input-value",
      "INDEX:16000 or NAME:16000, for an input that is always this number"};
  PhaseListOption<std::string> weightsAsInputs{
      *this, "weights-as-inputs",
      "Names of constants that become inputs, or all"};
  PhaseListOption<std::string> inputNormalization{
      *this, "input-normalization",
      "NAME:BIAS:SCALE:SHIFT, how the application normalises an input"};
  PhaseOption<std::string> slide{
      *this, "slide",
      "INPUT:ROWS, an input of which each call takes ROWS new rows"};
  PhaseOption<uint64_t> slideState{
      *this, "slide-state",
      "Most bytes of rows that are kept from call to call (0: no limit)"};
  PhaseOption<bool> cutNormalization{
      *this, "cut-normalization",
      "Whether the application normalises inputs instead of the start of the "
      "graph"};
  PhaseOption<bool> sealWeights{
      *this, "seal-weights",
      "Whether the code does not depend on the values of constant tensors"};
  PhaseOption<PackedChoice> packedConstants{
      *this, "packed-constants",
      "Whether constants of at most 4 bits share bytes",
      llvm::cl::init(PackedChoice::Auto),
      llvm::cl::values(clEnumValN(PackedChoice::Auto, "auto",
                                  "if the model has integers of such types"),
                       clEnumValN(PackedChoice::On, "on", "always"),
                       clEnumValN(PackedChoice::Off, "off", "never"))};
};

struct AdoptBuffersOptions : ModelOptions<AdoptBuffersOptions> {};

/// Options for the machine that a phase generates code for.
template <typename Options>
struct MachineOptions : mlir::PassPipelineOptions<Options> {
  PhaseOption<std::string> triple{*this, "target-triple",
                                  "Target triple (default: this machine's)"};
  PhaseOption<std::string> cpu{
      *this, "target-cpu", "CPU, such as cortex-m4 (default: the generic one)"};
  PhaseOption<std::string> features{
      *this, "target-features", "Features to add or remove, such as +dsp,-mve"};
};

struct KernelsOptions : mlir::PassPipelineOptions<KernelsOptions> {
  PhaseOption<bool> keepConstantChannels{
      *this, "keep-constant-channels",
      "Whether channels that are the same for every input are computed all the "
      "same"};
  PhaseOption<bool> keepUnreadChannels{
      *this, "keep-unread-channels",
      "Whether channels that nothing reads are computed all the same, unless "
      "they are constant"};
};

struct ScheduleOptions : MachineOptions<ScheduleOptions> {
  PhaseOption<ScheduleChoice> schedule{
      *this, "schedule", "Which schedules kernels may get",
      llvm::cl::init(ScheduleChoice::Auto),
      llvm::cl::values(clEnumValN(ScheduleChoice::Auto, "auto",
                                  "the one with the fewest estimated cycles"),
                       clEnumValN(ScheduleChoice::Elementwise, "elementwise",
                                  "each element by itself"))};
  PhaseOption<RowsChoice> rows{
      *this, "rows", "Which calls run by rows",
      llvm::cl::init(RowsChoice::Auto),
      llvm::cl::values(
          clEnumValN(
              RowsChoice::Auto, "auto",
              "those that save memory, for at most 2 % more estimated cycles"),
          clEnumValN(RowsChoice::Off, "off", "none"),
          clEnumValN(RowsChoice::MinRAM, "min-ram", "those that save memory"))};
  PhaseListOption<std::string> bands{
      *this, "bands", "FIRST:END:COUNT of calls that run in bands"};
  PhaseOption<std::string> feedRows{
      *this, "feed-rows",
      "The input whose rows the application hands over one by one"};
  PhaseOption<bool> separateScales{
      *this, "separate-scales",
      "Whether the numbers of rescales are constants that calls pass"};
  PhaseOption<bool> overwriteInputs{
      *this, "overwrite-inputs",
      "Choose rows for a plan that may overwrite inputs"};
  PhaseOption<bool> onlyObjects{*this, "only-objects",
                                "Whether no C is made, so that schedules may "
                                "have steps for which only LLVM has vectors"};
  PhaseOption<uint64_t> ram{
      *this, "ram",
      "Most bytes of RAM, without inputs and outputs (0: no limit)"};
  PhaseOption<uint64_t> flash{*this, "flash",
                              "Most bytes of code and constants (0: no limit)"};
};

struct PlanOptions : mlir::PassPipelineOptions<PlanOptions> {
  PhaseOption<PlanStrategy> strategy{
      *this, "strategy", "How buffers are laid out",
      llvm::cl::init(PlanStrategy::Packed),
      llvm::cl::values(clEnumValN(PlanStrategy::Packed, "packed",
                                  "all in one workspace, which they share"),
                       clEnumValN(PlanStrategy::Separate, "separate",
                                  "each in a global of its own"))};
  PhaseOption<OverlapChoice> overlap{
      *this, "overlap", "Whether kernels write over their inputs",
      llvm::cl::init(OverlapChoice::Auto),
      llvm::cl::values(
          clEnumValN(OverlapChoice::Auto, "auto", "where that saves memory"),
          clEnumValN(OverlapChoice::Off, "off", "never"))};
  PhaseOption<uint64_t> alignment{
      *this, "alignment", "Smallest alignment of a buffer, a power of two",
      llvm::cl::init(16)};
  PhaseOption<uint64_t> constantsAlignment{
      *this, "constants-alignment",
      "Smallest alignment of a constant, a power of two", llvm::cl::init(1)};
  PhaseOption<uint64_t> ram{
      *this, "ram",
      "Most bytes of RAM, without inputs and outputs (0: no limit)"};
  PhaseOption<bool> minRAM{
      *this, "min-ram",
      "Whether the plan may not become larger for fewer cycles"};
  PhaseListOption<std::string> pools{
      *this, "pools",
      "NAME:SIZE[:alignment][:section][:ro][:external], a pool for buffers or "
      "constants"};
  PhaseOption<IOMemory> io{
      *this, "io", "Where inputs and outputs lie",
      llvm::cl::init(IOMemory::App),
      llvm::cl::values(clEnumValN(IOMemory::App, "app",
                                  "in memory that the application passes"),
                       clEnumValN(IOMemory::Pool, "pool",
                                  "in a pool, with everything else"))};
  PhaseOption<bool> overwriteInputs{
      *this, "overwrite-inputs",
      "Whether the memory of inputs serves for buffers after their last use"};
  PhaseOption<bool> changeVariables{
      *this, "change-variables",
      "Whether state variables may change before the end of a run"};
  PhaseOption<bool> profile{
      *this, "profile",
      "Whether the application is called before and after each kernel"};
  PhaseOption<bool> canaries{
      *this, "canaries", "Whether guard words lie around the memory of pools"};
};

struct ABIOptions : mlir::PassPipelineOptions<ABIOptions> {
  PhaseOption<InterfaceAPI> interfaceAPI{
      *this, "interface-api", "What the application calls",
      llvm::cl::init(InterfaceAPI::C),
      llvm::cl::values(clEnumValN(InterfaceAPI::C, "c",
                                  "a function over structs of pointers"),
                       clEnumValN(InterfaceAPI::Packed, "packed",
                                  "a function with the packed signature"))};
  PhaseOption<bool> unpackedAPI{*this, "unpacked-api",
                                "Whether the model's functions get raw "
                                "pointers instead of packed arguments",
                                llvm::cl::init(true)};
  PhaseOption<KernelCalls> kernelCalls{
      *this, "kernel-calls", "How the main function calls kernels",
      llvm::cl::init(KernelCalls::Default),
      llvm::cl::values(
          clEnumValN(KernelCalls::Default, "default",
                     "as the model's functions are called"),
          clEnumValN(KernelCalls::Unpacked, "unpacked", "with raw pointers"),
          clEnumValN(KernelCalls::CPacked, "cpacked",
                     "directly, with the packed signature"),
          clEnumValN(KernelCalls::Packed, "packed",
                     "through the function registry"))};
  PhaseOption<Workspace> workspace{
      *this, "workspace", "Where the memory of the pools comes from",
      llvm::cl::init(Workspace::Internal),
      llvm::cl::values(
          clEnumValN(Workspace::Internal, "internal", "static arrays"),
          clEnumValN(Workspace::External, "external", "the application"),
          clEnumValN(Workspace::Backend, "backend", "TVMBackendAllocWorkspace"),
          clEnumValN(Workspace::Call, "call",
                     "the stack of each call, or above a limit "
                     "TVMBackendAllocWorkspace"))};
  PhaseOption<bool> weightBlob{
      *this, "weight-blob",
      "Whether the application chooses the weights before a run"};
  PhaseOption<uint64_t> stackLimit{
      *this, "stack-limit",
      "The most bytes of workspace that a call takes from the stack",
      llvm::cl::init(kStackWorkspaceBytes)};
  PhaseOption<OnError> onError{
      *this, "on-error", "Where the text of an error goes",
      llvm::cl::init(OnError::Code),
      llvm::cl::values(
          clEnumValN(OnError::Code, "code",
                     "nowhere: only the code is returned"),
          clEnumValN(OnError::LastError, "last-error",
                     "to the runtime: TVMAPISetLastError"),
          clEnumValN(OnError::Hook, "hook",
                     "to the application: tvmgen_<model>_on_error"))};
  PhaseOption<bool> runtimeChecks{
      *this, "runtime-checks", "Whether packed functions check their arguments",
      llvm::cl::init(true)};
  PhaseOption<bool> tvmCompat{
      *this, "tvm-compat",
      "Whether the packed entry trusts its caller's count, type codes and "
      "tensors of rank 0, as TVM's own test harness needs"};
  PhaseOption<bool> exposeMain{
      *this, "expose-main", "Whether others can call the main function itself"};
  PhaseOption<bool> ffi{*this, "ffi",
                        "Let system-lib mean the system library of tvm-ffi"};
  PhaseOption<bool> systemLib{
      *this, "system-lib",
      "Add the function registry of the program, over this model alone"};
  PhaseOption<unsigned> threads{*this, "threads",
                                "The most threads of the application that "
                                "compute a kernel (1: kernels are not divided)",
                                llvm::cl::init(1)};
  PhaseOption<bool> steps{*this, "steps",
                          "Add functions that run the model in short steps"};
  PhaseOption<bool> guard{
      *this, "guard",
      "Let a run fail that begins in another one, if the workspace is static"};
  PhaseListOption<std::string> safety{
      *this, "safety",
      "Checks of a run: constants-first-run, constants-each-run, "
      "constants-each-step, arguments, masks"};
  PhaseListOption<std::string> stepped{
      *this, "stepped",
      "Names of models that get these functions without steps"};
  PhaseListOption<std::string> flags{
      *this, "flags",
      "MODEL:clear:FLAG, MODEL:run:FLAG or MODEL:step:FLAG, a flag of the "
      "program that a model checks or holds"};
  PhaseOption<std::string> constantsSection{
      *this, "constants-section",
      "Section of constants (default: the compiler's)"};
  PhaseOption<std::string> workspaceSection{
      *this, "workspace-section",
      "Section of arrays for data between kernels (default: the compiler's)"};
  PhaseOption<uint64_t> constantsAlignment{
      *this, "constants-alignment",
      "Smallest alignment of a constant, a power of two", llvm::cl::init(1)};
  PhaseOption<bool> loaders{*this, "loaders",
                            "Add what loaders of shared libraries look for"};
};

struct EmitCOptions : mlir::PassPipelineOptions<EmitCOptions> {
  PhaseOption<unsigned> pointerBits{
      *this, "pointer-bits",
      "Bits of a pointer, which bound the size of a buffer",
      llvm::cl::init(64)};
  PhaseOption<bool> loaders{*this, "loaders",
                            "Keep what tvm-ffi looks for, and use its runtime"};
};

struct LLVMOptions : MachineOptions<LLVMOptions> {
  PhaseOption<std::string> floatABI{
      *this, "float-abi",
      "soft, softfp or hard (default: what triple and CPU say)"};
};

/// The options of all phases. Each phase reads its own.
struct PhaseOptions {
  mlir::EmptyPipelineOptions none;
  ImportOptions import;
  KernelsOptions kernels;
  ScheduleOptions schedule;
  PlanOptions plan;
  ABIOptions abi;
  EmitCOptions emitc;
  LLVMOptions llvm;
};

} // namespace tir

#endif // TIR_PIPELINES_PHASEOPTIONS_H
