//===- Plan.cpp - Phase plan: a static place for each buffer
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "PhaseOperations.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h"
#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"

using namespace mlir;
using namespace tir;

/// Returns the most bytes that buffers may take: less than the RAM by what
/// guard words around a pool take.
static uint64_t getLimit(const PlanOptions &options) {
  if (options.ram == 0 || !options.canaries)
    return options.ram;
  uint64_t guards =
      kCanaryBytes + llvm::alignTo(kCanaryBytes, options.alignment);
  return options.ram > guards ? llvm::alignDown(options.ram - guards, 4)
                              : uint64_t(1);
}

static void build(OpPassManager &pm, const PhaseOptions &phases) {
  const PlanOptions &options = phases.plan;
  if (!options.pools.empty()) {
    TIRDeclarePoolsPassOptions declared;
    declared.pools.assign(options.pools.begin(), options.pools.end());
    pm.addPass(createTIRDeclarePoolsPass(declared));
  }
  pm.addPass(createTIRStreamRowsPass());
  if (options.io == IOMemory::Pool)
    pm.addPass(createTIRAllocateArgumentsPass());
  if (options.overlap == OverlapChoice::Auto) {
    pm.addPass(createTIRViewConcatenationsPass());
    pm.addPass(createTIRInferDistancesPass({options.changeVariables}));
    pm.addPass(createTIRElideCopiesPass({options.changeVariables}));
  }
  pm.addPass(createTIROrderStepsPass());
  if (options.constantsAlignment > 1)
    pm.addPass(createTIRPlaceSectionsPass({/*constantsSection=*/"",
                                           /*workspaceSection=*/"",
                                           options.constantsAlignment}));
  // More memory may be live while a device computes.
  bool mayGrow = options.ram == 0 && !options.minRAM;
  pm.addPass(createTIROverlapLaunchesPass({/*reorder=*/mayGrow}));
  TIRStoreRowsAsInt16PassOptions words;
  words.overlap = options.overlap;
  words.overwriteInputs = options.overwriteInputs;
  words.alignment = options.alignment;
  words.mayGrow = mayGrow;
  pm.addPass(createTIRStoreRowsAsInt16Pass(words));
  TIRPlanMemoryPassOptions memory;
  memory.strategy = options.strategy;
  memory.overlap = options.overlap;
  memory.alignment = options.alignment;
  memory.limit = getLimit(options);
  memory.overwriteInputs = options.overwriteInputs;
  pm.addPass(createTIRPlanMemoryPass(memory));
  pm.addPass(createTIRVerifyLaunchesPass());
  // Kernels that came with the model are on buffers from the start.
  pm.addPass(createTIRMergeKernelsPass());
  if (options.profile)
    pm.addPass(createTIRInsertProfileHooksPass());
  if (options.canaries)
    pm.addPass(createTIRAddCanariesPass());
}

static bool isPlannedCode(Operation *op) {
  // Guard words are checked.
  return (isKernelCode(op) && !isAllocation(op)) || isa<RebaseOp, AssertOp>(op);
}

static bool isPlannedCodeInEntry(Operation *op) {
  // With hooks, each kernel is in a tir.try. Casts make the memory of an input
  // a pool.
  return (isBufferCodeInEntry(op) && !isAllocation(op)) ||
         isa<TryOp, PointerCastOp>(op);
}

static constexpr ModelPart kModelParts[] = {ModelPart::Name, ModelPart::Plan};
static constexpr LeftoverCause kCauses[] = {
    {[](Operation *op) { return isa<memref::AllocOp>(op); },
     "no offset was planned for it; only static allocations of the main "
     "function get one, so allocate it there, and pass it as an argument"}};

LLVM_REQUIRE_CONSTANT_INITIALIZATION const Phase tir::planPhase = {
    "plan",
    "a static place for each buffer",
    /*after=*/"buffers",
    build,
    registerPhase<&PhaseOptions::plan>,
    {isPlannedCode, isPlannedCodeInEntry, /*entry=*/"tir.prim_func",
     Tensors::InKernels, /*attributeDialects=*/{}, kModelParts, kCauses}};
