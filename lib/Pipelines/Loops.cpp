//===- Loops.cpp - Phase loops: kernels' bodies
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

void tir::buildLoopsPipeline(OpPassManager &pm) {
  pm.addPass(createTIRLowerKernelsPass());
  pm.addPass(createTIRLowerCopiesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createCSEPass());
  pm.addPass(createTIROptimizeIntegerRangesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createTIRVerifyPhasePass({"loops"}));
}
