//===- Phases.h - The named phases a model goes through
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_PHASES_H
#define TIR_PIPELINES_PHASES_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "tir/Dialect/TIR/Transforms/Passes.h"

namespace tir {

/// Each phase is one pipeline, called `tir-phase-<name>` in tir-opt, and ends
/// in the contract that the next one relies on. tirc runs the same functions.
/// One file a phase in lib/Pipelines: Import.cpp, Kernels.cpp, …

//===----------------------------------------------------------------------===//
// import
//===----------------------------------------------------------------------===//

struct ImportOptions : mlir::PassPipelineOptions<ImportOptions> {
  Option<std::string> source{
      *this, "source",
      llvm::cl::desc("File that the module was read from; only its last "
                     "component is kept (default: that of the module's "
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
  ListOption<std::string> inputShape{
      *this, "input-shape",
      llvm::cl::desc("INDEX:1x49x10x1 or NAME:1x49x10x1, for an input with "
                     "dynamic dimensions")};
  ListOption<std::string> ioQuant{
      *this, "io-quant",
      llvm::cl::desc("NAME:scale:zero_point of an input or output")};
};

/// Any front end's TOSA or linalg to one function of linalg on static tensors.
void buildImportPipeline(mlir::OpPassManager &pm, const ImportOptions &options);
// kernels
//===----------------------------------------------------------------------===//

/// Linalg on tensors to kernels and a main function that calls them.
void buildKernelsPipeline(mlir::OpPassManager &pm);

//===----------------------------------------------------------------------===//
// buffers
//===----------------------------------------------------------------------===//

/// The main function from tensors to buffers.
void buildBuffersPipeline(mlir::OpPassManager &pm);

struct AdoptBuffersOptions : mlir::PassPipelineOptions<AdoptBuffersOptions> {
  Option<std::string> source{
      *this, "source",
      llvm::cl::desc("File that the module was read from; only its last "
                     "component is kept (default: that of the module's "
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
};

/// A function on memrefs that another tool made to what the phase `buffers`
/// makes.
void buildAdoptBuffersPipeline(mlir::OpPassManager &pm,
                               const AdoptBuffersOptions &options);

//===----------------------------------------------------------------------===//
// plan
//===----------------------------------------------------------------------===//

struct PlanOptions : mlir::PassPipelineOptions<PlanOptions> {
  Option<PlanStrategy> strategy{
      *this, "strategy", llvm::cl::desc("How buffers are laid out"),
      llvm::cl::init(PlanStrategy::Packed),
      llvm::cl::values(clEnumValN(PlanStrategy::Packed, "packed",
                                  "all in one workspace, which they share"),
                       clEnumValN(PlanStrategy::Separate, "separate",
                                  "each in a global of its own"))};
  Option<uint64_t> alignment{
      *this, "alignment",
      llvm::cl::desc("Smallest alignment of a buffer, a power of two"),
      llvm::cl::init(16)};
};

/// Buffers of the main function to offsets in a workspace.
void buildPlanPipeline(mlir::OpPassManager &pm, const PlanOptions &options);

//===----------------------------------------------------------------------===//
// abi
//===----------------------------------------------------------------------===//

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
          clEnumValN(Workspace::Backend, "backend",
                     "TVMBackendAllocWorkspace"))};
  Option<OnError> onError{
      *this, "on-error", llvm::cl::desc("Where the text of an error goes"),
      llvm::cl::init(OnError::Code),
      llvm::cl::values(
          clEnumValN(OnError::Code, "code", "nowhere: the code alone goes up"),
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
      llvm::cl::desc("Whether the packed entry trusts its caller's count and "
                     "type codes, as TVM's own test harness needs"),
      llvm::cl::init(false)};
  Option<bool> systemLib{
      *this, "system-lib",
      llvm::cl::desc("Add the function registry of the program, over this "
                     "model alone"),
      llvm::cl::init(false)};
  Option<bool> loaders{
      *this, "loaders",
      llvm::cl::desc("Add what loaders of shared libraries look for"),
      llvm::cl::init(false)};
};

/// Calls of prim_funcs to functions with concrete signatures and an entry
/// point.
void buildABIPipeline(mlir::OpPassManager &pm, const ABIOptions &options);

//===----------------------------------------------------------------------===//
// loops
//===----------------------------------------------------------------------===//

/// Kernels' bodies from tensors to loops on memrefs.
void buildLoopsPipeline(mlir::OpPassManager &pm);

//===----------------------------------------------------------------------===//
// emitc
//===----------------------------------------------------------------------===//

struct EmitCOptions : mlir::PassPipelineOptions<EmitCOptions> {
  Option<unsigned> pointerBits{
      *this, "pointer-bits",
      llvm::cl::desc("Bits of a pointer, which bound the size of a buffer"),
      llvm::cl::init(64)};
};

/// Loops on memrefs to a module of EmitC only.
void buildEmitCPipeline(mlir::OpPassManager &pm, const EmitCOptions &options);

//===----------------------------------------------------------------------===//
// llvm
//===----------------------------------------------------------------------===//

struct LLVMOptions : mlir::PassPipelineOptions<LLVMOptions> {
  Option<std::string> triple{
      *this, "target-triple",
      llvm::cl::desc("Target triple (default: that of this machine)"),
      llvm::cl::init("")};
  Option<std::string> cpu{
      *this, "target-cpu",
      llvm::cl::desc("CPU, such as cortex-m4 (default: the generic one)"),
      llvm::cl::init("")};
  Option<std::string> features{
      *this, "target-features",
      llvm::cl::desc("Features to add or remove, such as +dsp,-mve"),
      llvm::cl::init("")};
  Option<std::string> floatABI{
      *this, "float-abi",
      llvm::cl::desc("soft, softfp or hard (default: what triple and CPU say)"),
      llvm::cl::init("")};
};

/// Loops on memrefs to a module of the LLVM dialect only, for one target.
void buildLLVMPipeline(mlir::OpPassManager &pm, const LLVMOptions &options);

//===----------------------------------------------------------------------===//
// A registry over several models
//===----------------------------------------------------------------------===//

/// A module with `tir.models` to one of low-level operations, as the phase
/// loops leaves it: declarations of the models, packed functions around those
/// with the C interface, metadata and the program's function registry.
void buildRegistryPipeline(mlir::OpPassManager &pm);

/// Registers all dialects and interface models that the phases need.
void registerAllDialects(mlir::DialectRegistry &registry);

/// `a,b` of `anchor(a,b)`, for a pass manager that is on such an operation
/// already; without surrounding spaces.
llvm::StringRef dropAnchor(llvm::StringRef pipeline, llvm::StringRef anchor);

/// Registers every pass of ours and every phase's pipeline, where the process
/// has not done it.
void registerAllPassesAndPipelines();

/// The same and every pass of upstream, so that textual pipelines may name
/// them; may be called from several threads.
void registerPassesOfProcess();

} // namespace tir

#endif // TIR_PIPELINES_PHASES_H
