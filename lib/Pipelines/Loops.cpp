//===- Loops.cpp - Phase loops: kernels' bodies
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "PhaseOperations.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Pipelines/Passes.h"

using namespace mlir;
using namespace tir;

static void build(OpPassManager &pm, const PhaseOptions &) {
  pm.addPass(createTIRLowerKernelsPass());
  // Kernels that came with the model are on buffers already.
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createForallToForLoopPass());
  pm.addPass(createParallelForToNestedForsPass());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(affine::createAffineExpandIndexOpsPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createTIRLowerCopiesPass());
  pm.addPass(createTIRSimplifyPass({/*canonicalize=*/true, /*cse=*/false}));
  pm.addPass(createTIRHoistLoopInvariantsPass());
  pm.addPass(createTIRSimplifyPass({/*canonicalize=*/false, /*cse=*/true}));
  pm.addPass(createTIRDefineArithmeticPass());
  // Leaves out what the pass before it need not have added.
  pm.addPass(createTIROptimizeIntegerRangesPass());
  pm.addPass(createTIRSimplifyPass({/*canonicalize=*/true, /*cse=*/false}));
}

/// Functions may have concrete signatures already, so that the phase also runs
/// on what the passes of the phase `abi` made.
static bool isLoopModule(Operation *op) {
  return isLoopCode(op) || isCallOrStructure(op) || isLowLevel(op) ||
         isOfDialect<func::FuncDialect>(op);
}

static constexpr StringLiteral kModelAttributes[] = {kModelAttrName,
                                                     kPlanAttrName};

LLVM_REQUIRE_CONSTANT_INITIALIZATION const Phase tir::loopsPhase = {
    "loops",
    "kernels' bodies to loops",
    /*after=*/"plan",
    build,
    registerPhase<&PhaseOptions::none>,
    {isLoopModule, /*admitsInEntry=*/nullptr, /*entry=*/"", Tensors::Nowhere,
     /*attributeDialects=*/{}, kModelAttributes}};
