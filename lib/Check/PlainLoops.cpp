//===- PlainLoops.cpp - Kernels without schedules
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainLoops.h"

#include "CheckedProgram.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

std::string tir::findObstacle(ModuleOp kernels) {
  std::string obstacle;
  kernels.walk([&](Operation *op) {
    if (isa<CallExternOp, CallPackedOp, CallCPackedOp, DeviceOp>(op))
      obstacle = "it calls functions of the application";
    else if (isa<scf::WhileOp>(op))
      obstacle = "how often its loops run depends on its inputs";
    return obstacle.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return obstacle;
}

bool tir::hasPositions(ModuleOp kernels) {
  return kernels
      .walk([](Operation *op) {
        return isa<tensor::ExtractOp>(op) ? WalkResult::interrupt()
                                          : WalkResult::advance();
      })
      .wasInterrupted();
}

FailureOr<OwningOpRef<ModuleOp>> tir::makePlainLoops(ModuleOp kernels) {
  OwningOpRef<ModuleOp> module = kernels.clone();
  PhaseOptions options;
  options.plan.strategy = PlanStrategy::Separate;
  options.plan.overlap = OverlapChoice::Off;
  if (failed(runPhases(*module, {"buffers", "plan", "loops"}, options)))
    return failure();
  return module;
}
