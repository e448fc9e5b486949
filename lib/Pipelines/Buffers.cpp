//===- Buffers.cpp - Phase buffers: tensors between kernels to buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "PhaseOperations.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Pipelines/Passes.h"

using namespace mlir;
using namespace tir;

static void build(OpPassManager &pm, const PhaseOptions &) {
  pm.addPass(createTIRBufferizePass());
  // Bufferization leaves copies of a buffer onto itself and unused views.
  pm.addPass(createTIRSimplifyPass());
}

static bool isCodeInEntry(Operation *op) {
  return isBufferCodeInEntry(op) || isByRows(op);
}

static constexpr ModelPart kModelParts[] = {ModelPart::Name};
static constexpr LeftoverCause kCauses[] = {
    {isOfDialect<tensor::TensorDialect>,
     "the main function may only reshape and call, and its tensors become "
     "buffers; express this in the model by an operator that becomes a "
     "kernel"}};

LLVM_REQUIRE_CONSTANT_INITIALIZATION const Phase tir::buffersPhase = {
    "buffers",
    "tensors to buffers",
    /*after=*/"schedule",
    build,
    registerPhase<&PhaseOptions::none>,
    {isKernelCode, isCodeInEntry, /*entry=*/"tir.prim_func", Tensors::InKernels,
     /*attributeDialects=*/{}, kModelParts, kCauses}};

void tir::buildAdoptBuffersPipeline(OpPassManager &pm,
                                    const AdoptBuffersOptions &options) {
  // This comes before any pass that can fold, move or copy an operation.
  pm.addPass(createTIRNameLocationsPass({options.source}));
  pm.addPass(createTIRInlineResourcesPass());
  pm.addPass(createTIRAdoptBuffersPass({options.entry}));
  pm.addPass(createTIRAnnotateModelPass({options.modelName, options.source,
                                         llvm::to_vector(options.ioQuant),
                                         llvm::to_vector(options.rename)}));
  pm.addPass(createTIRWidenStoragePass());
  pm.addPass(createTIRSimplifyPass());
  pm.addPass(createTIRVerifyPhasePass({buffersPhase.name.str()}));
}
