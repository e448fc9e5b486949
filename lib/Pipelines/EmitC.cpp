//===- EmitC.cpp - The phase emitc
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "PhaseOperations.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/Transforms/Passes.h"
#include "tir/Conversion/Passes.h"
#include "tir/Pipelines/Passes.h"

using namespace mlir;
using namespace tir;

static void build(OpPassManager &pm, const PhaseOptions &phases) {
  const EmitCOptions &options = phases.emitc;
  if (!options.loaders)
    pm.addPass(createTIRDropLoaderEntriesPass());
  // The sizes of index and pointers are those that the conversion uses.
  pm.addPass(createTIRCheckSizesPass({options.pointerBits, /*indexBits=*/32}));
  // The phases have lowered these, but other modules may have them.
  pm.addPass(createTIRSequenceLoopsPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createTIRFlattenMemRefsPass());
  // The canonicalizer would rebuild loops and drop their names.
  pm.addPass(createCSEPass());
  pm.addPass(createTIRConvertToEmitCPass());
  if (options.loaders)
    pm.addPass(createTIRUseFFIRuntimePass());
  pm.addPass(createTIRCoalesceVariablesPass());
  pm.addPass(createTIROrderFunctionsPass());
}

static constexpr StringLiteral kAttributeDialects[] = {"emitc"};

LLVM_REQUIRE_CONSTANT_INITIALIZATION const Phase tir::emitcPhase = {
    "emitc",
    "a module of EmitC only, for the C writer",
    /*after=*/"abi",
    build,
    registerPhase<&PhaseOptions::emitc>,
    {isOfDialect<emitc::EmitCDialect>, /*admitsInEntry=*/nullptr, /*entry=*/"",
     Tensors::Nowhere, kAttributeDialects, /*modelParts=*/{},
     /*causes=*/{},
     /*otherwise=*/"it has no conversion to EmitC in tir-convert-to-emitc"}};
