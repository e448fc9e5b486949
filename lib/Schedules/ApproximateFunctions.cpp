//===- ApproximateFunctions.cpp - Functions of floats in the lanes of vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "tir/TargetInfo/FloatVectors.h"
#include "tir/TargetInfo/TargetOptions.h"

namespace tir {
#define GEN_PASS_DEF_TIRAPPROXIMATEFUNCTIONSPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct ApproximateFunctionsPass
    : public tir::impl::TIRApproximateFunctionsPassBase<
          ApproximateFunctionsPass> {
  using TIRApproximateFunctionsPassBase::TIRApproximateFunctionsPassBase;

  void runOnOperation() override {
    TargetOptions target = {triple, cpu, features};
    if (getFloatVectors(target).lanes <= 1)
      return;
    getOperation().walk([](Operation *op) {
      if (!isa<math::ErfOp, math::ExpOp, math::TanhOp>(op) ||
          !op->getResult(0).getType().isF32())
        return;
      auto math = cast<arith::ArithFastMathInterface>(op);
      arith::FastMathFlags flags = math.getFastMathFlagsAttr().getValue();
      op->setAttr(math.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(
                      op->getContext(), flags | arith::FastMathFlags::afn));
    });
  }
};
} // namespace
