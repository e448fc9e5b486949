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
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Pipelines/Passes.h"

using namespace mlir;
using namespace tir;

static void build(OpPassManager &pm, const PhaseOptions &) {
  pm.addPass(createTIRLowerKernelsPass());
  // By now, schedules have lowered the rescales that they compute in their own
  // way.
  pm.addPass(createTIRSimplifyRescalesPass());
  TosaToArithPassOptions rescales;
  rescales.includeApplyRescale = true;
  pm.addPass(createTosaToArithPass(rescales));
  // Kernels that came with the model are already on buffers.
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createTIRSequenceLoopsPass());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(affine::createAffineExpandIndexOpsPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createTIRLowerCopiesPass());
  pm.addPass(createTIRSimplifyPass({/*canonicalize=*/true, /*cse=*/false}));
  pm.addPass(createTIRHoistLoopInvariantsPass());
  pm.addPass(createTIRPackConstantsPass());
  pm.addPass(createTIRSimplifyPass({/*canonicalize=*/false, /*cse=*/true}));
  pm.addPass(createTIRDefineArithmeticPass());
  // Removes what the previous pass added without need.
  pm.addPass(createTIROptimizeIntegerRangesPass());
  pm.addPass(createTIRSimplifyPass({/*canonicalize=*/true, /*cse=*/false}));
}

/// Returns whether an operation is allowed after the phase. Functions may
/// already have concrete signatures, so that the phase also runs on the output
/// of passes of the phase `abi`.
static bool isLoopModule(Operation *op) {
  return isLoopCode(op) || isCallOrStructure(op) || isLowLevel(op) ||
         isOfDialect<func::FuncDialect>(op) || isa<TryOp>(op);
}

static constexpr ModelPart kModelParts[] = {ModelPart::Name, ModelPart::Plan};

LLVM_REQUIRE_CONSTANT_INITIALIZATION const Phase tir::loopsPhase = {
    "loops",
    "kernels' bodies to loops",
    /*after=*/"plan",
    build,
    registerPhase<&PhaseOptions::none>,
    {isLoopModule, /*admitsInEntry=*/nullptr, /*entry=*/"", Tensors::Nowhere,
     /*attributeDialects=*/{}, kModelParts}};
