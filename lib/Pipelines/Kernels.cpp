//===- Kernels.cpp - Phase kernels: what runs as one function
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "PhaseOperations.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Schedules/Passes.h"

using namespace mlir;
using namespace tir;

static void build(OpPassManager &pm, const PhaseOptions &phases) {
  // Canonicalization turns branches into selections of whole tensors.
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createTIRNormalizeControlFlowPass());
  pm.addPass(createTIRTabulateDifferencesPass());
  if (!phases.kernels.keepConstantChannels)
    pm.addPass(
        createTIRFoldConstantChannelsPass({phases.kernels.keepUnreadChannels}));
  // The arithmetic of `schedule=elementwise` is the specification's.
  if (phases.schedule.schedule == ScheduleChoice::Auto)
    pm.addPass(createTIRTabulateElementsPass(
        makeTargetOptions<TIRTabulateElementsPassOptions>(phases.schedule)));
  pm.addPass(createTIROutlineKernelsPass());
  pm.addPass(createTIRMergeKernelsPass());
}

static constexpr ModelPart kModelParts[] = {ModelPart::Name};
static constexpr LeftoverCause kCauses[] = {
    {isOfDialect<linalg::LinalgDialect>,
     "it was left outside every kernel, so tir-outline-kernels does not know "
     "how to outline it; express it by operations on tensors that bufferize"}};

LLVM_REQUIRE_CONSTANT_INITIALIZATION const Phase tir::kernelsPhase = {
    "kernels",
    "what runs as one function",
    /*after=*/"import",
    build,
    registerPhase<&PhaseOptions::kernels>,
    {isKernelCode, isKernelCodeInEntry, /*entry=*/"tir.prim_func",
     Tensors::Everywhere, /*attributeDialects=*/{}, kModelParts, kCauses}};
