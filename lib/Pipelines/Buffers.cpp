//===- Buffers.cpp - Phase buffers: tensors between kernels to buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Phases.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
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

  // Kernels of tirc's own are on tensors until the phase `loops`; these are on
  // buffers already, and on parts of buffers, which a pointer cannot say.
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createForallToForLoopPass());
  pm.addPass(createParallelForToNestedForsPass());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(affine::createAffineExpandIndexOpsPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createTIRVerifyPhasePass({"buffers"}));
}
