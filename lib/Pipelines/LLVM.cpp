//===- LLVM.cpp - Phase llvm: loops to the LLVM dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "PhaseOperations.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "tir/Conversion/Passes.h"

using namespace mlir;
using namespace tir;

static void build(OpPassManager &pm, const PhaseOptions &phases) {
  const LLVMOptions &options = phases.llvm;
  auto target = makeTargetOptions<TIRSetLLVMTargetPassOptions>(options);
  target.floatABI = options.floatABI;
  pm.addPass(createTIRSetLLVMTargetPass(target));
  pm.addPass(createTIRCheckSizesPass());
  pm.addPass(createTIRExpandStepsPass(
      makeTargetOptions<TIRExpandStepsPassOptions>(options)));
  pm.addPass(createTIRExpandAtomicsPass(
      makeTargetOptions<TIRExpandAtomicsPassOptions>(options)));
  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createTIRExpandFunctionsPass());
  pm.addPass(createTIRExpandMinMaxPass());
  pm.addPass(arith::createArithExpandOpsPass());
  pm.addPass(createSCFToControlFlowPass());
  auto narrowFloats =
      makeTargetOptions<TIRNarrowFloatsToLLVMPassOptions>(options);
  narrowFloats.floatABI = options.floatABI;
  pm.addPass(createTIRNarrowFloatsToLLVMPass(narrowFloats));
  pm.addPass(createTIRLegalizeCScalarsPass());
  pm.addPass(createTIRMathToC99Pass());
  // Convert functions that are LLVM intrinsics first: each may be one
  // instruction.
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createTIRConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createTIRFinalizeLLVMPass());
  pm.addPass(createCSEPass());
}

static constexpr StringLiteral kAttributeDialects[] = {"llvm", "dlti"};

LLVM_REQUIRE_CONSTANT_INITIALIZATION const Phase tir::llvmPhase = {
    "llvm",
    "a module of the LLVM dialect only, for one target",
    /*after=*/"abi",
    build,
    registerPhase<&PhaseOptions::llvm>,
    {isOfDialect<LLVM::LLVMDialect>, /*admitsInEntry=*/nullptr, /*entry=*/"",
     Tensors::Nowhere, kAttributeDialects, /*modelParts=*/{},
     /*causes=*/{},
     /*otherwise=*/"it has no conversion to the LLVM dialect"}};
