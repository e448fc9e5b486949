//===- Buffers.cpp - Phase buffers: tensors between kernels to buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Phases.h"

#include "mlir/Transforms/Passes.h"
#include "tir/Dialect/TIR/Transforms/Passes.h"

using namespace mlir;

void tir::buildBuffersPipeline(OpPassManager &pm) {
  pm.addPass(createTIRBufferizePass());
  // Bufferization leaves copies of a buffer onto itself and unused views.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createTIRVerifyPhasePass({"buffers"}));
}

void tir::buildAdoptBuffersPipeline(OpPassManager &pm,
                                    const AdoptBuffersOptions &options) {
  // Before anything can fold, move or copy an operation.
  pm.addPass(createTIRNameLocationsPass({options.source}));
  pm.addPass(createTIRInlineResourcesPass());
  pm.addPass(createTIRAdoptBuffersPass({options.entry}));
  pm.addPass(createTIRAnnotateModelPass(
      {options.modelName, options.source, llvm::to_vector(options.ioQuant)}));
  pm.addPass(createTIRWidenStoragePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createTIRVerifyPhasePass({"buffers"}));
}
