//===- Loops.cpp - Phase loops: kernels' bodies
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Phases.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "tir/Dialect/TIR/Transforms/Passes.h"

using namespace mlir;

void tir::buildLoopsPipeline(OpPassManager &pm) {
  pm.addPass(createTIRLowerKernelsPass());
  // Kernels that came with the model are on buffers already.
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createForallToForLoopPass());
  pm.addPass(createParallelForToNestedForsPass());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(affine::createAffineExpandIndexOpsPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createTIRLowerCopiesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createTIRHoistLoopInvariantsPass());
  pm.addPass(createCSEPass());
  pm.addPass(createTIRDefineArithmeticPass());
  // Leaves out what the pass before it need not have added.
  pm.addPass(createTIROptimizeIntegerRangesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createTIRVerifyPhasePass({"loops"}));
}
