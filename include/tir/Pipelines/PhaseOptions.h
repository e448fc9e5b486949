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

/// Options that describe a model that did not come from a phase of tirc.
template <typename Options>
struct ModelOptions : mlir::PassPipelineOptions<Options> {
  template <typename T>
  using Option = mlir::detail::PassOptions::Option<T>;
  template <typename T>
  using ListOption = mlir::detail::PassOptions::ListOption<T>;

  Option<std::string> source{
      *this, "source",
      llvm::cl::desc("File that the module was read from; only its last "
                     "component is kept (default: the module's "
                     "location)"),
      llvm::cl::init("")};
  Option<std::string> modelName{
      *this, "model-name",
      llvm::cl::desc("Name of the model in the C that is written"),
      llvm::cl::init("default")};
  Option<std::string> entry{
      *this, "entry",
      llvm::cl::desc("Function to compile (default: the one public function)"),
      llvm::cl::init("")};
  ListOption<std::string> ioQuant{
      *this, "io-quant",
      llvm::cl::desc("NAME:scale:zero_point of an input or output")};
  ListOption<std::string> rename{
      *this, "rename",
      llvm::cl::desc("OLD:NEW, the new name of an input, an output or a "
                     "variable")};
};

struct ImportOptions : ModelOptions<ImportOptions> {
  ListOption<std::string> offload{
      *this, "offload",
      llvm::cl::desc("Files that say which operators a device takes")};
  ListOption<std::string> customOp{
      *this, "custom-op",
      llvm::cl::desc("OPERATOR:FUNCTION[:DEVICE][:extern|cpacked|packed], the "
                     "call that a custom operator becomes")};
  ListOption<std::string> inputShape{
      *this, "input-shape",
      llvm::cl::desc("INDEX:1x49x10x1 or NAME:1x49x10x1, for an input with "
                     "dynamic dimensions")};
  ListOption<std::string> inputValue{
      *this, "input-value",
      llvm::cl::desc("INDEX:16000 or NAME:16000, for an input that is always "
                     "this number")};
  ListOption<std::string> weightsAsInputs{
      *this, "weights-as-inputs",
      llvm::cl::desc("Names of constants that become inputs, or all")};
  ListOption<std::string> inputNormalization{
      *this, "input-normalization",
      llvm::cl::desc("NAME:BIAS:SCALE:SHIFT, how the application normalises an "
                     "input")};
  Option<std::string> slide{
      *this, "slide",
      llvm::cl::desc("INPUT:ROWS, an input of which each call takes ROWS new "
                     "rows")};
  Option<uint64_t> slideState{
      *this, "slide-state",
      llvm::cl::desc(
          "Most bytes of rows that are kept from call to call (0: no "
          "limit)"),
      llvm::cl::init(0)};
  Option<bool> cutNormalization{
      *this, "cut-normalization",
      llvm::cl::desc("Whether the application normalises inputs instead of the "
                     "start of the graph"),
      llvm::cl::init(false)};
  Option<bool> sealWeights{
      *this, "seal-weights",
      llvm::cl::desc("Whether the code does not depend on the values of "
                     "constant tensors"),
      llvm::cl::init(false)};
  Option<PackedChoice> packedConstants{
      *this, "packed-constants",
      llvm::cl::desc("Whether constants of at most 4 bits share bytes"),
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
  template <typename T>
  using Option = mlir::detail::PassOptions::Option<T>;

  Option<std::string> triple{
      *this, "target-triple",
      llvm::cl::desc("Target triple (default: this machine's)"),
      llvm::cl::init("")};
  Option<std::string> cpu{
      *this, "target-cpu",
      llvm::cl::desc("CPU, such as cortex-m4 (default: the generic one)"),
      llvm::cl::init("")};
  Option<std::string> features{
      *this, "target-features",
      llvm::cl::desc("Features to add or remove, such as +dsp,-mve"),
      llvm::cl::init("")};
};

struct KernelsOptions : mlir::PassPipelineOptions<KernelsOptions> {
  Option<bool> keepConstantChannels{
      *this, "keep-constant-channels",
      llvm::cl::desc("Whether channels that are the same for every input are "
                     "computed all the same"),
      llvm::cl::init(false)};
  Option<bool> keepUnreadChannels{
      *this, "keep-unread-channels",
      llvm::cl::desc("Whether channels that nothing reads are computed all the "
                     "same, unless they are constant"),
      llvm::cl::init(false)};
};

struct ScheduleOptions : MachineOptions<ScheduleOptions> {
  Option<ScheduleChoice> schedule{
      *this, "schedule", llvm::cl::desc("Which schedules kernels may get"),
      llvm::cl::init(ScheduleChoice::Auto),
      llvm::cl::values(clEnumValN(ScheduleChoice::Auto, "auto",
                                  "the one with the fewest estimated cycles"),
                       clEnumValN(ScheduleChoice::Elementwise, "elementwise",
                                  "each element by itself"))};
  Option<RowsChoice> rows{
      *this, "rows", llvm::cl::desc("Which calls run by rows"),
      llvm::cl::init(RowsChoice::Auto),
      llvm::cl::values(
          clEnumValN(RowsChoice::Auto, "auto",
                     "those that save memory, for at most 2 % "
                     "more estimated cycles"),
          clEnumValN(RowsChoice::Off, "off", "none"),
          clEnumValN(RowsChoice::MinRAM, "min-ram", "those that save memory"))};
  ListOption<std::string> bands{
      *this, "bands",
      llvm::cl::desc("FIRST:END:COUNT of calls that run in bands")};
  Option<std::string> feedRows{
      *this, "feed-rows",
      llvm::cl::desc(
          "The input whose rows the application hands over one by one")};
  Option<bool> separateScales{
      *this, "separate-scales",
      llvm::cl::desc("Whether the numbers of rescales are constants that calls "
                     "pass"),
      llvm::cl::init(false)};
  Option<bool> overwriteInputs{
      *this, "overwrite-inputs",
      llvm::cl::desc("Choose rows for a plan that may overwrite inputs"),
      llvm::cl::init(false)};
  Option<bool> onlyObjects{
      *this, "only-objects",
      llvm::cl::desc("Whether no C is made, so that schedules may have steps "
                     "for which only LLVM has vectors"),
      llvm::cl::init(false)};
  Option<uint64_t> ram{
      *this, "ram",
      llvm::cl::desc("Most bytes of RAM, without inputs and outputs (0: no "
                     "limit)"),
      llvm::cl::init(0)};
  Option<uint64_t> flash{
      *this, "flash",
      llvm::cl::desc("Most bytes of code and constants (0: no limit)"),
      llvm::cl::init(0)};
};

struct PlanOptions : mlir::PassPipelineOptions<PlanOptions> {
  Option<PlanStrategy> strategy{
      *this, "strategy", llvm::cl::desc("How buffers are laid out"),
      llvm::cl::init(PlanStrategy::Packed),
      llvm::cl::values(clEnumValN(PlanStrategy::Packed, "packed",
                                  "all in one workspace, which they share"),
                       clEnumValN(PlanStrategy::Separate, "separate",
                                  "each in a global of its own"))};
  Option<OverlapChoice> overlap{
      *this, "overlap",
      llvm::cl::desc("Whether kernels write over their inputs"),
      llvm::cl::init(OverlapChoice::Auto),
      llvm::cl::values(
          clEnumValN(OverlapChoice::Auto, "auto", "where that saves memory"),
          clEnumValN(OverlapChoice::Off, "off", "never"))};
  Option<uint64_t> alignment{
      *this, "alignment",
      llvm::cl::desc("Smallest alignment of a buffer, a power of two"),
      llvm::cl::init(16)};
  Option<uint64_t> constantsAlignment{
      *this, "constants-alignment",
      llvm::cl::desc("Smallest alignment of a constant, a power of two"),
      llvm::cl::init(1)};
  Option<uint64_t> ram{
      *this, "ram",
      llvm::cl::desc("Most bytes of RAM, without inputs and outputs (0: no "
                     "limit)"),
      llvm::cl::init(0)};
  Option<bool> minRAM{
      *this, "min-ram",
      llvm::cl::desc("Whether the plan may not become larger for fewer cycles"),
      llvm::cl::init(false)};
  ListOption<std::string> pools{
      *this, "pools",
      llvm::cl::desc("NAME:SIZE[:alignment][:section][:ro][:external], a pool "
                     "for buffers or constants")};
  Option<IOMemory> io{
      *this, "io", llvm::cl::desc("Where inputs and outputs lie"),
      llvm::cl::init(IOMemory::App),
      llvm::cl::values(clEnumValN(IOMemory::App, "app",
                                  "in memory that the application passes"),
                       clEnumValN(IOMemory::Pool, "pool",
                                  "in a pool, with everything else"))};
  Option<bool> overwriteInputs{
      *this, "overwrite-inputs",
      llvm::cl::desc("Whether the memory of inputs serves for buffers after "
                     "their last use"),
      llvm::cl::init(false)};
  Option<bool> changeVariables{
      *this, "change-variables",
      llvm::cl::desc("Whether state variables may change before the end of a "
                     "run"),
      llvm::cl::init(false)};
  Option<bool> profile{
      *this, "profile",
      llvm::cl::desc("Whether the application is called before and after each "
                     "kernel"),
      llvm::cl::init(false)};
  Option<bool> canaries{
      *this, "canaries",
      llvm::cl::desc("Whether guard words lie around the memory of pools"),
      llvm::cl::init(false)};
};

struct ABIOptions : mlir::PassPipelineOptions<ABIOptions> {
  Option<InterfaceAPI> interfaceAPI{
      *this, "interface-api", llvm::cl::desc("What the application calls"),
      llvm::cl::init(InterfaceAPI::C),
      llvm::cl::values(clEnumValN(InterfaceAPI::C, "c",
                                  "a function over structs of pointers"),
                       clEnumValN(InterfaceAPI::Packed, "packed",
                                  "a function with the packed signature"))};
  Option<bool> unpackedAPI{
      *this, "unpacked-api",
      llvm::cl::desc("Whether the model's functions get raw pointers instead "
                     "of packed arguments"),
      llvm::cl::init(true)};
  Option<KernelCalls> kernelCalls{
      *this, "kernel-calls",
      llvm::cl::desc("How the main function calls kernels"),
      llvm::cl::init(KernelCalls::Default),
      llvm::cl::values(
          clEnumValN(KernelCalls::Default, "default",
                     "as the model's functions are called"),
          clEnumValN(KernelCalls::Unpacked, "unpacked", "with raw pointers"),
          clEnumValN(KernelCalls::CPacked, "cpacked",
                     "directly, with the packed signature"),
          clEnumValN(KernelCalls::Packed, "packed",
                     "through the function registry"))};
  Option<Workspace> workspace{
      *this, "workspace",
      llvm::cl::desc("Where the memory of the pools comes from"),
      llvm::cl::init(Workspace::Internal),
      llvm::cl::values(
          clEnumValN(Workspace::Internal, "internal", "static arrays"),
          clEnumValN(Workspace::External, "external", "the application"),
          clEnumValN(Workspace::Backend, "backend", "TVMBackendAllocWorkspace"),
          clEnumValN(Workspace::Call, "call",
                     "the stack of each call, or above a limit "
                     "TVMBackendAllocWorkspace"))};
  Option<bool> weightBlob{
      *this, "weight-blob",
      llvm::cl::desc("Whether the application chooses the weights before a "
                     "run"),
      llvm::cl::init(false)};
  Option<uint64_t> stackLimit{
      *this, "stack-limit",
      llvm::cl::desc("The most bytes of workspace that a call takes from the "
                     "stack"),
      llvm::cl::init(kStackWorkspaceBytes)};
  Option<OnError> onError{
      *this, "on-error", llvm::cl::desc("Where the text of an error goes"),
      llvm::cl::init(OnError::Code),
      llvm::cl::values(
          clEnumValN(OnError::Code, "code",
                     "nowhere: only the code is returned"),
          clEnumValN(OnError::LastError, "last-error",
                     "to the runtime: TVMAPISetLastError"),
          clEnumValN(OnError::Hook, "hook",
                     "to the application: tvmgen_<model>_on_error"))};
  Option<bool> runtimeChecks{
      *this, "runtime-checks",
      llvm::cl::desc("Whether packed functions check their arguments"),
      llvm::cl::init(true)};
  Option<bool> tvmCompat{
      *this, "tvm-compat",
      llvm::cl::desc("Whether the packed entry trusts its caller's count, type "
                     "codes and tensors of rank 0, as TVM's own test harness "
                     "needs"),
      llvm::cl::init(false)};
  Option<bool> exposeMain{
      *this, "expose-main",
      llvm::cl::desc("Whether others can call the main function itself"),
      llvm::cl::init(false)};
  Option<bool> ffi{
      *this, "ffi",
      llvm::cl::desc("Let system-lib mean the system library of tvm-ffi"),
      llvm::cl::init(false)};
  Option<bool> systemLib{
      *this, "system-lib",
      llvm::cl::desc("Add the function registry of the program, over this "
                     "model alone"),
      llvm::cl::init(false)};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("The most threads of the application that compute a "
                     "kernel (1: kernels are not divided)"),
      llvm::cl::init(1)};
  Option<bool> steps{
      *this, "steps",
      llvm::cl::desc("Add functions that run the model in short steps"),
      llvm::cl::init(false)};
  Option<bool> guard{
      *this, "guard",
      llvm::cl::desc("Let a run fail that begins in another one, if the "
                     "workspace is static"),
      llvm::cl::init(false)};
  ListOption<std::string> safety{
      *this, "safety",
      llvm::cl::desc("Checks of a run: constants-first-run, "
                     "constants-each-run, constants-each-step, arguments, "
                     "masks")};
  ListOption<std::string> stepped{
      *this, "stepped",
      llvm::cl::desc("Names of models that get these functions without "
                     "steps")};
  ListOption<std::string> flags{
      *this, "flags",
      llvm::cl::desc("MODEL:clear:FLAG, MODEL:run:FLAG or MODEL:step:FLAG, a "
                     "flag of the program that a model checks or holds")};
  Option<std::string> constantsSection{
      *this, "constants-section",
      llvm::cl::desc("Section of constants (default: the compiler's)"),
      llvm::cl::init("")};
  Option<std::string> workspaceSection{
      *this, "workspace-section",
      llvm::cl::desc("Section of arrays for data between kernels (default: the "
                     "compiler's)"),
      llvm::cl::init("")};
  Option<uint64_t> constantsAlignment{
      *this, "constants-alignment",
      llvm::cl::desc("Smallest alignment of a constant, a power of two"),
      llvm::cl::init(1)};
  Option<bool> loaders{
      *this, "loaders",
      llvm::cl::desc("Add what loaders of shared libraries look for"),
      llvm::cl::init(false)};
};

struct EmitCOptions : mlir::PassPipelineOptions<EmitCOptions> {
  Option<unsigned> pointerBits{
      *this, "pointer-bits",
      llvm::cl::desc("Bits of a pointer, which bound the size of a buffer"),
      llvm::cl::init(64)};
  Option<bool> loaders{
      *this, "loaders",
      llvm::cl::desc("Keep what tvm-ffi looks for, and use its runtime"),
      llvm::cl::init(false)};
};

struct LLVMOptions : MachineOptions<LLVMOptions> {
  Option<std::string> floatABI{
      *this, "float-abi",
      llvm::cl::desc("soft, softfp or hard (default: what triple and CPU say)"),
      llvm::cl::init("")};
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
