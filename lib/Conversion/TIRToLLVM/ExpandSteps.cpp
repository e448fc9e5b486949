//===- ExpandSteps.cpp - Inner steps as loops of instructions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneSteps.h"
#include "StepBuilder.h"
#include "VectorSteps.h"

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"

namespace tir {
#define GEN_PASS_DEF_TIREXPANDSTEPSPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct ExpandStepsPass
    : public tir::impl::TIRExpandStepsPassBase<ExpandStepsPass> {
  using TIRExpandStepsPassBase::TIRExpandStepsPassBase;

  void runOnOperation() override {
    TargetOptions target = {triple, cpu, features};
    bool hasInstructions = hasDSP(target);
    bool loadsAnywhere = !StringRef(features).contains("+strict-align");
    bool isThumb1 = hasFewRegisters(target);
    auto instruction = DotInstruction::None;
    if (llvm::Triple(getTargetTriple(target)).getArch() == llvm::Triple::x86_64)
      instruction = DotInstruction::PMADDWD;
    else if (hasMVE(target))
      instruction = DotInstruction::VMLADAVA;
    FloatVectors floats = getFloatVectors(target);
    ByteVectors vectors = getByteVectors(target);
    getOperation()->walk([&](Operation *op) {
      if (expandScalarStep(op, isThumb1, hasInstructions) ||
          expandHalfStep(op, hasInstructions, loadsAnywhere) ||
          expandPairStep(op, hasInstructions, loadsAnywhere) ||
          expandDepthwiseStep(op, hasInstructions) ||
          expandColumnStep(op, hasInstructions) ||
          expandVectorStep(op, instruction) || expandLaneStep(op, floats) ||
          expandByteLaneStep(op, vectors) || expandCallStep(op))
        op->erase();
    });
  }
};
} // namespace
