//===- EmulateNarrowFloats.cpp - f16 and bf16 by way of f32
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRCommon/NarrowFloats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace tir;

/// Forbids contraction of the casts that upstream creates. Otherwise an `extf`
/// of a `truncf` folds away, and with it the rounding between two operations.
static void forbidContraction(Operation *root) {
  root->walk([](arith::ExtFOp op) { op.removeFastmathAttr(); });
  root->walk([](arith::TruncFOp op) { op.removeFastmathAttr(); });
}

/// Rounds f64 to f16 or bf16 once, by way of f32. If the f32 is not exact, its
/// last bit is set to one, so that it is never halfway between two narrower
/// numbers. Neither C nor the libraries of compilers have such a conversion.
static void narrowByWayOfSingle(arith::TruncFOp op) {
  if (!op.getIn().getType().isF64() ||
      !isa<Float16Type, BFloat16Type>(op.getType()))
    return;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto constant = [&](Type type, int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  };
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  auto magnitude = [&](Value number) -> Value {
    return arith::AndIOp::create(b, arith::BitcastOp::create(b, i64, number),
                                 constant(i64, INT64_MAX));
  };
  Value nearest = arith::TruncFOp::create(b, b.getF32Type(), op.getIn());
  Value back = arith::ExtFOp::create(b, b.getF64Type(), nearest);
  Value isRounded =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, op.getIn());
  Value isAbove = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt,
                                        magnitude(back), magnitude(op.getIn()));
  Value bits = arith::BitcastOp::create(b, i32, nearest);
  Value below = arith::AddIOp::create(b, bits, constant(i32, -1));
  Value towardZero = arith::SelectOp::create(b, isAbove, below, bits);
  Value odd = arith::OrIOp::create(b, towardZero, constant(i32, 1));
  Value chosen = arith::SelectOp::create(b, isRounded, odd, bits);
  op.getInMutable().set(arith::BitcastOp::create(b, b.getF32Type(), chosen));
}

// Float has more than twice the digits of f16 and bf16. Therefore rounding the
// result of an operation on f32 once more gives the same as rounding once.
LogicalResult tir::emulateNarrowFloats(Operation *root) {
  MLIRContext *context = root->getContext();
  Type wide = Float32Type::get(context);

  // First rewrite math. The second half accepts the casts that this inserts.
  TypeConverter mathConverter;
  SetVector<Type> known;
  known.insert(wide);
  known.insert(Float64Type::get(context));
  math::populateExtendToSupportedTypesTypeConverter(mathConverter, known, wide);
  ConversionTarget mathTarget(*context);
  math::populateExtendToSupportedTypesConversionTarget(mathTarget,
                                                       mathConverter);
  RewritePatternSet mathPatterns(context);
  math::populateExtendToSupportedTypesPatterns(mathPatterns, mathConverter);

  TypeConverter converter;
  arith::populateEmulateUnsupportedFloatsConversions(
      converter, {Float16Type::get(context), BFloat16Type::get(context)}, wide);
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  arith::populateEmulateUnsupportedFloatsLegality(target, converter);
  RewritePatternSet patterns(context);
  arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
  // No folding in either half: the casts would fold before `forbidContraction`
  // sees them.
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  if (failed(applyPartialConversion(root, mathTarget, std::move(mathPatterns),
                                    config)) ||
      failed(applyPartialConversion(root, target, std::move(patterns), config)))
    return failure();
  root->walk(narrowByWayOfSingle);
  forbidContraction(root);
  return success();
}
