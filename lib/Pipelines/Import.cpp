//===- Import.cpp - Phase import: any front end's tensors to linalg
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

void tir::buildImportPipeline(OpPassManager &pm, const ImportOptions &options) {
  // Before anything can fold, move or copy an operation.
  pm.addPass(createTIRNameLocationsPass({options.source}));

  pm.addPass(createTIRSelectEntryPass({options.entry}));
  // Its canonicalizer would fold TOSA operators (see tir-canonicalize-tosa).
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createTIRCheckSupportedPass());
  pm.addPass(createTIRAnnotateModelPass(
      {options.modelName, options.source, llvm::to_vector(options.ioQuant)}));

  pm.addPass(createTIRSpecializeInputsPass(
      {llvm::to_vector(options.inputShape)}));
  pm.addPass(createTIRInlineResourcesPass());
  pm.addPass(createTIRCanonicalizeTOSAPass());
  pm.addPass(createTIRRefineResultsPass());

  pm.addPass(createTIRLowerTOSAPass());
  pm.addPass(createTIRPromoteVariablesPass());
  pm.addPass(createTIRDecomposeAggregatesPass());
  pm.addPass(createTIRWidenStoragePass());
  pm.addPass(createTIRNormalizeGenericsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createTIRVerifyPhasePass({"import"}));
}
