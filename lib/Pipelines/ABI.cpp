//===- ABI.cpp - Phase abi: concrete signatures
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Phases.h"

#include "tir/Dialect/TIR/Transforms/Passes.h"

using namespace mlir;

void tir::buildABIPipeline(OpPassManager &pm, const ABIOptions &options) {
  pm.addPass(createTIRSetCallingConventionsPass(
      {options.unpackedAPI, options.kernelCalls}));
  pm.addPass(createTIRMakeCInterfacePass());
  pm.addPass(createTIRMakeUnpackedAPIPass({options.onError}));
  pm.addPass(createTIRVerifyPhasePass({"abi"}));
}
