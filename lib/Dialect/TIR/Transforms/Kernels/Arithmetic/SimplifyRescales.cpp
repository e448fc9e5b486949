//===- SimplifyRescales.cpp - Rescales by powers of two as shifts
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"

namespace tir {
#define GEN_PASS_DEF_TIRSIMPLIFYRESCALESPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns n for a rescale that divides by 2^n; negative for a product.
/// Returns std::nullopt for other rescales.
static std::optional<int64_t> getLogOfDivisor(tosa::ApplyScaleOp op) {
  APInt multiplier, shift;
  if (!op.getValue().getType().isInteger(32) || !op.getType().isInteger(32) ||
      !matchPattern(op.getMultiplier(), m_ConstantInt(&multiplier)) ||
      !matchPattern(op.getShift(), m_ConstantInt(&shift)) ||
      !multiplier.isStrictlyPositive() || !multiplier.isPowerOf2())
    return std::nullopt;
  // DOUBLE_ROUND rounds a second time if the shift is greater.
  constexpr uint64_t kMaxShift = 31;
  if (shift.isZero() || shift.ugt(kMaxShift))
    return std::nullopt;
  return int64_t(shift.getZExtValue()) - multiplier.logBase2();
}

/// Returns floor(value / 2^n + 1/2), which cannot overflow in this form.
static Value createRoundingShift(OpBuilder &builder, Location loc, Value value,
                                 int64_t n) {
  auto shift = [&](int64_t by) {
    return arith::ShRSIOp::create(
        builder, loc, value,
        arith::ConstantIntOp::create(builder, loc, by, /*width=*/32));
  };
  Value floor = shift(n);
  Value lastBits = n == 1 ? value : shift(n - 1);
  Value isHalf = arith::AndIOp::create(
      builder, loc, lastBits,
      arith::ConstantIntOp::create(builder, loc, 1, /*width=*/32));
  return arith::AddIOp::create(builder, loc, floor, isHalf);
}

static Value createShift(tosa::ApplyScaleOp op, int64_t n) {
  OpBuilder builder(op);
  if (n == 0)
    return op.getValue();
  if (n > 0)
    return createRoundingShift(builder, op.getLoc(), op.getValue(), n);
  // C has a product of negative numbers, but no left shift of them.
  return arith::MulIOp::create(
      builder, op.getLoc(), op.getValue(),
      arith::ConstantIntOp::create(builder, op.getLoc(), int64_t(1) << -n,
                                   /*width=*/32));
}

namespace {
struct SimplifyRescalesPass
    : public tir::impl::TIRSimplifyRescalesPassBase<SimplifyRescalesPass> {
  void runOnOperation() override {
    getOperation()->walk([](tosa::ApplyScaleOp op) {
      if (std::optional<int64_t> n = getLogOfDivisor(op)) {
        op.replaceAllUsesWith(createShift(op, *n));
        op.erase();
      }
    });
  }
};
} // namespace
