//===- Registry.cpp - A registry for models that were compiled before
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Phase.h"

#include "mlir/Pass/PassManager.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

using namespace mlir;
using namespace tir;

void tir::buildRegistryPipeline(OpPassManager &pm) {
  pm.addPass(createTIRDeclareModelsPass());
  pm.addPass(
      createTIRMakePackedAPIPass({OnError::LastError, /*runtimeChecks=*/true}));
  pm.addPass(createTIRMakeUnpackedAPIPass(
      {/*passDynamicFields=*/false, OnError::LastError}));
  pm.addPass(createTIRMakeRegistryPass({/*systemLib=*/true, /*ffi=*/false}));
}
