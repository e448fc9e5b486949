//===- EmulateNarrowFloats.cpp - f16 and bf16 by way of f32
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/ArithToEmitC/ArithToEmitC.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"

using namespace mlir;
using namespace tir;

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
  return success(
      succeeded(
          applyPartialConversion(root, mathTarget, std::move(mathPatterns))) &&
      succeeded(applyPartialConversion(root, target, std::move(patterns))));
}
