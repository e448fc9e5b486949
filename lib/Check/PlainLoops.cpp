//===- PlainLoops.cpp - Kernels without schedules
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainLoops.h"

#include "CheckedProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
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

/// Returns whether an operation makes integers of floats that are wide enough
/// for positions; quantised numbers are narrower.
static bool makesWideIntegers(linalg::LinalgOp op) {
  auto isWide = [](Type type) {
    auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
    return integer && integer.getWidth() >= 32;
  };
  return llvm::any_of(op->getResultTypes(), isWide) &&
         op->walk([](Operation *each) {
             return isa<arith::FPToSIOp, arith::FPToUIOp>(each)
                        ? WalkResult::interrupt()
                        : WalkResult::advance();
           }).wasInterrupted();
}

PositionInputs tir::findPositionInputs(ModuleOp kernels) {
  bool hasPositions = false, hasWide = false;
  kernels.walk([&](Operation *op) {
    hasPositions |= isa<tensor::ExtractOp>(op);
    if (auto loops = dyn_cast<linalg::LinalgOp>(op))
      hasWide |= makesWideIntegers(loops);
  });
  if (!hasPositions)
    return PositionInputs::None;
  return hasWide ? PositionInputs::All : PositionInputs::Integers;
}

/// Returns how often the loops around an operation run it.
static uint64_t countRepetitions(Operation *op) {
  uint64_t count = 1;
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>())
    if (std::optional<APInt> turns = loop.getStaticTripCount())
      count = llvm::SaturatingMultiply(count, turns->getLimitedValue());
  return count;
}

static uint64_t countTurns(PrimFuncOp kernel) {
  uint64_t turns = 0;
  kernel.walk([&](linalg::LinalgOp op) {
    uint64_t here = countRepetitions(op);
    for (int64_t extent : op.getStaticLoopRanges())
      here = llvm::SaturatingMultiply<uint64_t>(here,
                                                std::max<int64_t>(extent, 1));
    turns = llvm::SaturatingAdd(turns, here);
  });
  return turns;
}

uint64_t tir::countTurns(ModuleOp kernels) {
  SymbolTable symbols(kernels);
  uint64_t turns = 0;
  kernels.walk([&](CallTIROp call) {
    if (auto kernel = symbols.lookup<PrimFuncOp>(call.getCallee()))
      turns = llvm::SaturatingMultiplyAdd(::countTurns(kernel),
                                          countRepetitions(call), turns);
  });
  return turns;
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
