//===- HoistLoopInvariants.cpp - Loop invariants move before loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/Speculation.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace tir {
#define GEN_PASS_DEF_TIRHOISTLOOPINVARIANTSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct HoistLoopInvariantsPass
    : public tir::impl::TIRHoistLoopInvariantsPassBase<
          HoistLoopInvariantsPass> {
  void runOnOperation() override {
    // Inner loops first, so that an operation leaves all loops in one go.
    getOperation()->walk([](LoopLikeOpInterface loop) {
      moveLoopInvariantCode(
          loop.getLoopRegions(),
          [&](Value value, Region *) {
            return loop.isDefinedOutsideOfLoop(value);
          },
          [](Operation *op, Region *) { return canSpeculate(op); },
          [&](Operation *op, Region *) {
            dropLocalPromises(op);
            loop.moveOutOfLoop(op);
          });
    });
  }
};
} // namespace
