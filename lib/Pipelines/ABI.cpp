//===- ABI.cpp - Phase abi: concrete signatures
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "PhaseOperations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h"
#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tir;

static bool has(const ABIOptions &options, StringRef check) {
  return llvm::is_contained(options.safety, check);
}

/// Adds the checks of constants, before their sections are chosen.
static void checkConstants(OpPassManager &pm, const ABIOptions &options) {
  for (auto [name, when] :
       {std::pair<StringRef, ConstantsCheck>("constants-first-run",
                                             ConstantsCheck::FirstRun),
        {kConstantsEachRun, ConstantsCheck::EachRun},
        {"constants-each-step", ConstantsCheck::EachStep}})
    if (has(options, name))
      pm.addPass(createTIRCheckConstantsPass({when, options.weightBlob}));
}

static void build(OpPassManager &pm, const PhaseOptions &phases) {
  const ABIOptions &options = phases.abi;
  pm.addPass(createTIRCheckOverlapsPass({options.onError}));
  if (options.threads > 1) {
    TIRLaunchTasksPassOptions tasks;
    tasks.threads = options.threads;
    pm.addPass(createTIRLaunchTasksPass(tasks));
  }
  pm.addPass(createTIRSetCallingConventionsPass(
      {options.unpackedAPI, options.kernelCalls}));
  pm.addPass(createTIRPlaceWorkspacePass(
      {options.workspace, options.stackLimit, options.onError}));
  pm.addPass(createTIRInsertDeviceHooksPass());
  pm.addPass(createTIRThreadDeviceContextsPass());
  pm.addPass(createTIRMakeStateArgumentPass());
  checkConstants(pm, options);
  if (has(options, kGuardedIO))
    pm.addPass(createTIRCheckGuardedIOPass());
  // All constants are known, and pools still have the names of the plan.
  pm.addPass(createTIRPlaceSectionsPass({options.constantsSection,
                                         options.workspaceSection,
                                         options.constantsAlignment}));
  if (options.interfaceAPI == InterfaceAPI::C)
    pm.addPass(
        createTIRMakeCInterfacePass({/*packedEntry=*/options.systemLib,
                                     options.tvmCompat, options.onError}));
  else
    pm.addPass(
        createTIRMakePackedInterfacePass({options.tvmCompat, options.onError}));
  if (options.weightBlob)
    pm.addPass(
        createTIRUseWeightsPass({/*check=*/has(options, kConstantsEachRun)}));
  TIRMakeStepsPassOptions steps;
  steps.steps = options.steps;
  steps.guard = options.guard;
  steps.stepped.assign(options.stepped.begin(), options.stepped.end());
  steps.flags.assign(options.flags.begin(), options.flags.end());
  steps.onError = options.onError;
  pm.addPass(createTIRMakeStepsPass(steps));
  if (has(options, "arguments"))
    pm.addPass(createTIRCheckArgumentsPass());
  if (options.loaders) {
    pm.addPass(createTIRMakeFFIInterfacePass({options.onError}));
    pm.addPass(createTIRGuardRunsPass({options.onError}));
  }
  pm.addPass(
      createTIRMakePackedAPIPass({options.onError, options.runtimeChecks}));
  pm.addPass(createTIRLowerCPackedCallsPass({options.onError}));
  pm.addPass(createTIRLowerPackedCallsPass({options.onError}));
  pm.addPass(createTIRMakeUnpackedAPIPass(
      {/*passDynamicFields=*/false, options.onError}));
  if (!options.safety.empty()) {
    TIRSetErrorCodesPassOptions codes;
    codes.onError = options.onError;
    codes.safety.assign(options.safety.begin(), options.safety.end());
    pm.addPass(createTIRSetErrorCodesPass(codes));
  }
  if (has(options, "masks"))
    pm.addPass(createTIRMaskDataPass());
  if (options.exposeMain)
    pm.addPass(createTIRExposeMainPass());
  pm.addPass(createTIRDropErrorCodesPass());
  pm.addPass(createTIRLowerTryPass());
  pm.addPass(createTIRMakeRegistryPass({options.systemLib, options.ffi}));
}

static bool isConcrete(Operation *op) {
  // Both back ends lower positions that a pass of upstream computed meanwhile.
  return isLoopCode(op) || isLowLevel(op) ||
         isOfDialect<func::FuncDialect, affine::AffineDialect>(op) ||
         isa<DeviceOp, PoolOp>(op);
}

static constexpr ModelPart kModelParts[] = {ModelPart::Name, ModelPart::Plan,
                                            ModelPart::Interface};
static constexpr LeftoverCause kCauses[] = {
    {[](Operation *op) { return isa<GetDeviceContextOp>(op); },
     "it is in a function on tensors, which gets no context, since "
     "bufferization will change its arguments; bufferize that function first"}};

LLVM_REQUIRE_CONSTANT_INITIALIZATION const Phase tir::abiPhase = {
    "abi",
    "concrete signatures",
    /*after=*/"loops",
    build,
    registerPhase<&PhaseOptions::abi>,
    {isConcrete, /*admitsInEntry=*/nullptr, /*entry=*/"", Tensors::Nowhere,
     /*attributeDialects=*/{}, kModelParts, kCauses}};
