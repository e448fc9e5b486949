//===- NarrowFloatsToLLVM.cpp - f16 and bf16 without library calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"
#include "tir/Conversion/TIRCommon/NarrowFloats.h"
#include "tir/TargetInfo/TargetOptions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace tir {
#define GEN_PASS_DEF_TIRNARROWFLOATSTOLLVMPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// Arithmetic on the bits of numbers, as i32. Both sides of a selection are
/// computed, so that no branch keeps a loop from being vectorized.
class Bits {
public:
  Bits(OpBuilder &builder, Location loc) : b(loc, builder) {}

  Value constant(int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value add(Value x, int64_t y) { return add(x, constant(y)); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, x, y); }
  Value mask(Value x, int64_t y) {
    return arith::AndIOp::create(b, x, constant(y));
  }
  Value unite(Value x, Value y) { return arith::OrIOp::create(b, x, y); }
  Value unite(Value x, int64_t y) { return unite(x, constant(y)); }
  Value left(Value x, Value by) { return arith::ShLIOp::create(b, x, by); }
  Value left(Value x, int64_t by) { return left(x, constant(by)); }
  Value right(Value x, Value by) { return arith::ShRUIOp::create(b, x, by); }
  Value right(Value x, int64_t by) { return right(x, constant(by)); }
  Value isLess(Value x, Value y) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, y);
  }
  Value isLess(Value x, int64_t y) { return isLess(x, constant(y)); }
  Value choose(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  Value least(Value x, int64_t y) {
    return arith::MinUIOp::create(b, x, constant(y));
  }
  Value leadingZeros(Value x) {
    return math::CountLeadingZerosOp::create(b, x);
  }

  Value fromFloat(Value number) {
    unsigned width = number.getType().getIntOrFloatBitWidth();
    Value bits = arith::BitcastOp::create(b, b.getIntegerType(width), number);
    return width == 32 ? bits
                       : Value(arith::ExtUIOp::create(b, b.getI32Type(), bits));
  }
  Value toFloat(FloatType type, Value bits) {
    if (type.getWidth() != 32)
      bits =
          arith::TruncIOp::create(b, b.getIntegerType(type.getWidth()), bits);
    return arith::BitcastOp::create(b, type, bits);
  }

private:
  ImplicitLocOpBuilder b;
};
} // namespace

/// Returns the bits of the f32 that equals the f16 with the bits `half`.
static Value extendHalf(Bits &b, Value half) {
  Value sign = b.left(b.mask(half, 0x8000), 16);
  Value rest = b.mask(half, 0x7fff);
  Value shifted = b.left(rest, 13);
  Value normal = b.add(shifted, (127 - 15) << 23);
  Value special = b.add(normal, (127 - 15) << 23);
  Value quiet = b.unite(special, 0x400000);

  // A multiple of 2^-24. Its first bit becomes the implicit one of f32.
  Value by = b.sub(b.leadingZeros(rest), b.constant(8));
  Value digits = b.mask(b.left(rest, by), 0x7fffff);
  Value exponent = b.left(b.sub(b.constant(127 - 24 + 23), by), 23);
  Value tiny = b.choose(b.isLess(rest, 1), rest, b.unite(exponent, digits));

  Value finite = b.choose(b.isLess(rest, 0x400), tiny, normal);
  Value upper = b.choose(b.isLess(rest, 0x7c01), special, quiet);
  return b.unite(sign, b.choose(b.isLess(rest, 0x7c00), finite, upper));
}

/// Returns the sum of `bits` and the number that rounds its `by` lowest bits to
/// even.
static Value roundUp(Bits &b, Value bits, Value by) {
  Value half = b.left(b.constant(1), b.sub(by, b.constant(1)));
  Value odd = b.mask(b.right(bits, by), 1);
  return b.add(b.add(bits, b.sub(half, b.constant(1))), odd);
}

/// Returns the bits of the f16 nearest to the f32 with the bits `single`.
static Value truncateToHalf(Bits &b, Value single) {
  Value sign = b.mask(b.right(single, 16), 0x8000);
  Value rest = b.mask(single, 0x7fffffff);
  Value thirteen = b.constant(13);
  Value normal =
      b.right(b.add(roundUp(b, rest, thirteen), -((127 - 15) << 23)), thirteen);

  // A multiple of 2^-24. A shift by 26 bits or more leaves nothing.
  Value digits = b.unite(b.mask(rest, 0x7fffff), 0x800000);
  Value by = b.sub(b.constant(127 - 24 + 23), b.right(rest, 23));
  by = b.least(by, 26);
  Value tiny = b.right(roundUp(b, digits, by), by);

  Value infinite = b.constant(0x7c00);
  Value nan = b.unite(b.mask(b.right(rest, 13), 0x3ff), 0x7e00);
  Value finite = b.choose(b.isLess(rest, 0x38800000), tiny, normal);
  Value upper = b.choose(b.isLess(rest, 0x7f800001), infinite, nan);
  return b.unite(sign, b.choose(b.isLess(rest, 0x477ff000), finite, upper));
}

/// Returns the bits of the bf16 nearest to the f32 with the bits `single`.
static Value truncateToBFloat(Bits &b, Value single) {
  Value sixteen = b.constant(16);
  Value rounded = b.right(roundUp(b, single, sixteen), sixteen);
  Value nan = b.unite(b.right(single, sixteen), 0x40);
  Value isNumber = b.isLess(b.mask(single, 0x7fffffff), 0x7f800001);
  return b.choose(isNumber, rounded, nan);
}

namespace {
struct ExpandExtension : OpRewritePattern<arith::ExtFOp> {
  ExpandExtension(MLIRContext *context, bool expandHalf)
      : OpRewritePattern(context), expandHalf(expandHalf) {}

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType();
    if (!from.isBF16() && !(from.isF16() && expandHalf))
      return rewriter.notifyMatchFailure(op, "an instruction");
    Bits b(rewriter, op.getLoc());
    Value bits = b.fromFloat(op.getIn());
    bits = from.isBF16() ? b.left(bits, 16) : extendHalf(b, bits);
    Value single = b.toFloat(rewriter.getF32Type(), bits);
    if (op.getType().isF32())
      rewriter.replaceOp(op, single);
    else
      rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, op.getType(), single);
    return success();
  }

  bool expandHalf;
};

struct ExpandTruncation : OpRewritePattern<arith::TruncFOp> {
  ExpandTruncation(MLIRContext *context, bool expandHalf)
      : OpRewritePattern(context), expandHalf(expandHalf) {}

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type to = op.getType();
    if (!op.getIn().getType().isF32() ||
        (!to.isBF16() && !(to.isF16() && expandHalf)))
      return rewriter.notifyMatchFailure(op, "an instruction");
    Bits b(rewriter, op.getLoc());
    Value bits = b.fromFloat(op.getIn());
    bits = to.isBF16() ? truncateToBFloat(b, bits) : truncateToHalf(b, bits);
    rewriter.replaceOp(op, b.toFloat(cast<FloatType>(to), bits));
    return success();
  }

  bool expandHalf;
};

struct NarrowFloatsToLLVMPass
    : public tir::impl::TIRNarrowFloatsToLLVMPassBase<NarrowFloatsToLLVMPass> {
  using TIRNarrowFloatsToLLVMPassBase::TIRNarrowFloatsToLLVMPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetOptions options{triple, cpu, features, floatABI};
    if (failed(validateTarget(options, [&] { return module.emitError(); })) ||
        failed(emulateNarrowFloats(module)))
      return signalPassFailure();
    bool expandHalf = !hasHalfConversion(options);
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExtension, ExpandTruncation>(&getContext(), expandHalf);
    walkAndApplyPatterns(module, std::move(patterns));
  }
};
} // namespace
