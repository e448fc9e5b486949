//===- EmitC.cpp - The phase emitc
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Phases.h"

#include "mlir/Transforms/Passes.h"
#include "tir/Conversion/Passes.h"
#include "tir/Dialect/TIR/Transforms/Passes.h"

using namespace mlir;
using namespace tir;

void tir::buildEmitCPipeline(OpPassManager &pm, const EmitCOptions &options) {
  pm.addPass(createTIRDropLoaderEntriesPass());
  // As the conversion takes them.
  pm.addPass(createTIRCheckSizesPass({options.pointerBits, /*indexBits=*/32}));
  pm.addPass(createTIRFlattenMemRefsPass());
  // Not the canonicalizer: it rebuilds loops, and their names would go.
  pm.addPass(createCSEPass());
  pm.addPass(createTIRConvertToEmitCPass());
  pm.addPass(createTIRCoalesceVariablesPass());
  pm.addPass(createTIROrderFunctionsPass());
  pm.addPass(createTIRVerifyPhasePass(TIRVerifyPhasePassOptions{"emitc"}));
}
