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
  pm.addPass(createTIRPlaceWorkspacePass({options.workspace, options.onError}));
  pm.addPass(createTIRInsertDeviceHooksPass());
  pm.addPass(createTIRThreadDeviceContextsPass());
  pm.addPass(createTIRMakeStateArgumentPass());
  if (options.interfaceAPI == InterfaceAPI::C)
    pm.addPass(createTIRMakeCInterfacePass(
        {/*packedEntry=*/options.systemLib, options.onError}));
  else
    pm.addPass(
        createTIRMakePackedInterfacePass({options.tvmCompat, options.onError}));
  if (options.loaders)
    pm.addPass(createTIRMakeFFIInterfacePass({options.onError}));
  pm.addPass(
      createTIRMakePackedAPIPass({options.onError, options.runtimeChecks}));
  pm.addPass(createTIRLowerCPackedCallsPass({options.onError}));
  pm.addPass(createTIRLowerPackedCallsPass({options.onError}));
  pm.addPass(createTIRMakeUnpackedAPIPass(
      {/*passDynamicFields=*/false, options.onError}));
  pm.addPass(createTIRLowerTryPass());
  pm.addPass(createTIRMakeRegistryPass({options.systemLib}));
  pm.addPass(createTIRVerifyPhasePass({"abi"}));
}
