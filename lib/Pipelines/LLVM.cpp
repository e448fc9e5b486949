//===- LLVM.cpp - Phase llvm: loops to the LLVM dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Phases.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "tir/Conversion/Passes.h"
#include "tir/Dialect/TIR/Transforms/Passes.h"

using namespace mlir;
using namespace tir;

void tir::buildLLVMPipeline(OpPassManager &pm, const LLVMOptions &options) {
  TIRSetLLVMTargetPassOptions target;
  target.triple = options.triple;
  target.cpu = options.cpu;
  target.features = options.features;
  target.floatABI = options.floatABI;
  pm.addPass(createTIRSetLLVMTargetPass(target));
  pm.addPass(createTIRCheckSizesPass());

  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createTIRExpandMinMaxPass());
  pm.addPass(arith::createArithExpandOpsPass());
  pm.addPass(createSCFToControlFlowPass());
  TIRNarrowFloatsToLLVMPassOptions narrowFloats;
  narrowFloats.triple = options.triple;
  narrowFloats.cpu = options.cpu;
  narrowFloats.features = options.features;
  narrowFloats.floatABI = options.floatABI;
  pm.addPass(createTIRNarrowFloatsToLLVMPass(narrowFloats));
  pm.addPass(createTIRLegalizeCScalarsPass());
  pm.addPass(createTIRMathToC99Pass());
  // What LLVM has an intrinsic for first: it may be one instruction.
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createTIRConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createTIRFinalizeLLVMPass());
  pm.addPass(createCSEPass());
  pm.addPass(createTIRVerifyPhasePass(TIRVerifyPhasePassOptions{"llvm"}));
}
