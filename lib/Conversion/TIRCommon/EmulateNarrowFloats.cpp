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
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace tir;

/// Upstream lets its casts be contracted: an `extf` of a `truncf` folds away,
/// and with it the rounding between two operations.
static void forbidContraction(Operation *root) {
  root->walk([](arith::ExtFOp op) { op.removeFastmathAttr(); });
  root->walk([](arith::TruncFOp op) { op.removeFastmathAttr(); });
}

/// Float has more than twice the digits of either, so that rounding twice gives
/// what rounding once does.
LogicalResult tir::emulateNarrowFloats(Operation *root) {
  MLIRContext *context = root->getContext();
  Type wide = Float32Type::get(context);

  // First math, whose casts the second half takes as they are.
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
  // Neither folds, or what forbids it would come too late.
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  if (failed(applyPartialConversion(root, mathTarget, std::move(mathPatterns),
                                    config)) ||
      failed(applyPartialConversion(root, target, std::move(patterns), config)))
    return failure();
  forbidContraction(root);
  return success();
}
