//===- ArithToEmitC.h - Arithmetic as C expressions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_ARITHTOEMITC_ARITHTOEMITC_H
#define TIR_CONVERSION_ARITHTOEMITC_ARITHTOEMITC_H

#include "mlir/Transforms/DialectConversion.h"

namespace tir {

/// Converts integer arithmetic on i1, i8, i16, i32, i64 and the signed type
/// that the converter gives `index` to C99. The C neither overflows where MLIR
/// wraps nor relies on implicit conversions: a result that C computes in `int`
/// is cast back, arithmetic that may wrap is computed in unsigned numbers, and
/// arithmetic with `overflow<nsw>` becomes the plain operator. Covers
/// constants, comparisons, minima and maxima, division with every rounding,
/// shifts and `mul*_extended`.
void populateIntegerArithToEmitCPatterns(const mlir::TypeConverter &converter,
                                         mlir::RewritePatternSet &patterns);

/// Converts arithmetic on f32 and f64: comparisons with every predicate, and
/// minima and maxima that treat NaN and signed zeros as MLIR defines.
void populateFloatArithToEmitCPatterns(const mlir::TypeConverter &converter,
                                       mlir::RewritePatternSet &patterns);

/// Converts the casts between number types: extension, truncation, float to
/// integer and back, `index_cast` and `bitcast`; also `select`.
void populateArithCastToEmitCPatterns(const mlir::TypeConverter &converter,
                                      mlir::RewritePatternSet &patterns);

} // namespace tir

#endif // TIR_CONVERSION_ARITHTOEMITC_ARITHTOEMITC_H
