//===- ExpandFunctions.cpp - Exponentials and tangents without a library
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace tir {
#define GEN_PASS_DEF_TIREXPANDFUNCTIONSPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// Builds what `tir_exp`, `tir_tanh` and `tir_erf` compute in generated C
/// (MathHelpers.cpp), operation by operation.
class FunctionBuilder {
public:
  FunctionBuilder(Location loc, OpBuilder &builder) : b(loc, builder) {}

  Value erf(Value x);
  Value exp(Value x);
  Value tanh(Value x);

private:
  Value number(float value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }
  Value bits(uint32_t value) {
    return arith::ConstantOp::create(
        b, b.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  Value add(Value lhs, Value rhs) { return arith::AddFOp::create(b, lhs, rhs); }
  Value mul(Value lhs, Value rhs) { return arith::MulFOp::create(b, lhs, rhs); }
  Value sub(Value lhs, Value rhs) { return arith::SubFOp::create(b, lhs, rhs); }
  Value lower(Value lhs, Value rhs) {
    return arith::SubIOp::create(b, lhs, rhs);
  }
  Value toBits(Value x) {
    return arith::BitcastOp::create(b, b.getI32Type(), x);
  }
  Value toNumber(Value x) {
    return arith::BitcastOp::create(b, b.getF32Type(), x);
  }
  Value choose(arith::CmpFPredicate predicate, Value lhs, Value rhs,
               Value chosen, Value other) {
    Value holds = arith::CmpFOp::create(b, predicate, lhs, rhs);
    return arith::SelectOp::create(b, holds, chosen, other);
  }
  Value odd(Value x, function_ref<Value(Value)> compute);
  /// Returns a polynomial, whose coefficients begin with the highest power's
  /// power.
  Value polynomial(Value x, ArrayRef<float> coefficients) {
    Value sum = number(coefficients.front());
    for (float coefficient : coefficients.drop_front())
      sum = add(mul(sum, x), number(coefficient));
    return sum;
  }
  /// Returns a power of 2, whose exponent has 256 added to it.
  Value power(Value exponent) {
    Value biased = lower(exponent, bits(256 - 127));
    return toNumber(arith::ShLIOp::create(b, biased, bits(23)));
  }

  ImplicitLocOpBuilder b;
};
} // namespace

Value FunctionBuilder::exp(Value x) {
  using Pred = arith::CmpFPredicate;
  Value most = number(100.0f), least = number(-105.0f);
  x = choose(Pred::OGT, x, most, most, x);
  x = choose(Pred::OLT, x, least, least, x);
  // x is n * ln 2 + r. The sum has n in its last bits.
  Value rounded = add(mul(x, number(1.44269502f)), number(12582912.0f));
  Value n = lower(toBits(rounded), bits(0x4B400000u - 512));
  Value m = arith::SIToFPOp::create(b, b.getF32Type(), lower(n, bits(512)));
  Value r =
      add(sub(x, mul(m, number(0.693359375f))), mul(m, number(2.12194442e-4f)));
  Value p = polynomial(
      r, {1.38145406e-3f, 8.36874545e-3f, 4.16683890e-2f, 0.166665211f, 0.5f});
  p = add(add(mul(mul(r, r), p), r), number(1.0f));
  // The power of 2 is two factors, each of which is a number.
  Value half = arith::ShRUIOp::create(b, n, bits(1));
  return mul(mul(p, power(half)), power(lower(n, half)));
}

/// Calls `compute` with the absolute value, and gives the result the sign.
Value FunctionBuilder::odd(Value x, function_ref<Value(Value)> compute) {
  Value all = toBits(x);
  Value sign = arith::AndIOp::create(b, all, bits(0x80000000u));
  Value result = compute(toNumber(arith::XOrIOp::create(b, all, sign)));
  return toNumber(arith::OrIOp::create(b, toBits(result), sign));
}

Value FunctionBuilder::tanh(Value x) {
  return odd(x, [&](Value a) {
    Value z = mul(a, a);
    Value p = polynomial(z, {-6.27423963e-3f, 2.10716799e-2f, -5.38523085e-2f,
                             0.133325860f, -0.333333164f});
    Value small = add(mul(mul(a, z), p), a);
    Value one = number(1.0f);
    Value quotient =
        arith::DivFOp::create(b, number(2.0f), add(exp(add(a, a)), one));
    return choose(arith::CmpFPredicate::OLT, a, number(0.55f), small,
                  sub(one, quotient));
  });
}

Value FunctionBuilder::erf(Value x) {
  using Pred = arith::CmpFPredicate;
  return odd(x, [&](Value a) {
    Value p =
        polynomial(mul(a, a), {-6.31512899e-4f, 5.05109457e-3f, -2.68025473e-2f,
                               0.112827174f, -0.376125723f, 0.128379166f});
    Value small = add(mul(a, p), a), most = number(4.0f);
    // The logarithm of what is missing to 1.
    Value q = polynomial(choose(Pred::OGT, a, most, most, a),
                         {2.04719486e-4f, -3.12771322e-3f, 2.25568208e-2f,
                          -0.104600988f, -0.636437237f, -1.12810719f,
                          -9.39144011e-5f});
    return choose(Pred::OLT, a, number(0.85f), small,
                  sub(number(1.0f), exp(q)));
  });
}

namespace {
template <typename Op, Value (FunctionBuilder::*build)(Value)>
LogicalResult expandFunction(Op op, PatternRewriter &rewriter) {
  if (!op.getType().isF32() ||
      !arith::bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
    return rewriter.notifyMatchFailure(op, "the library's function");
  FunctionBuilder builder(op.getLoc(), rewriter);
  rewriter.replaceOp(op, (builder.*build)(op.getOperand()));
  return success();
}

struct ExpandFunctionsPass
    : public tir::impl::TIRExpandFunctionsPassBase<ExpandFunctionsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(expandFunction<math::ErfOp, &FunctionBuilder::erf>)
        .add(expandFunction<math::ExpOp, &FunctionBuilder::exp>)
        .add(expandFunction<math::TanhOp, &FunctionBuilder::tanh>);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
