//===- Plan.cpp - Phase plan: a static place for each buffer
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/Phases.h"

using namespace mlir;

void tir::buildPlanPipeline(OpPassManager &pm, const PlanOptions &options) {
  TIRPlanMemoryPassOptions memory;
  memory.strategy = options.strategy;
  memory.alignment = options.alignment;
  pm.addPass(createTIRPlanMemoryPass(memory));
  pm.addPass(createTIRVerifyPhasePass({"plan"}));
}
