//===- Kernels.cpp - Phase kernels: what runs as one function
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Phases.h"

#include "mlir/Dialect/Linalg/Passes.h"
#include "tir/Dialect/TIR/Transforms/Passes.h"

using namespace mlir;

void tir::buildKernelsPipeline(OpPassManager &pm) {
  // Selections of whole tensors, which canonicalization makes of branches.
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createTIRNormalizeControlFlowPass());
  pm.addPass(createTIROutlineKernelsPass());
  pm.addPass(createTIRVerifyPhasePass({"kernels"}));
}
