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

/// Converts integer arithmetic on i1, i8, i16, i32, i64 and on what the
/// converter makes of `index` (a signed type) to C99 that neither overflows
/// where MLIR wraps nor converts without a cast: what C computes in `int` is
/// cast back, what wraps is computed unsigned, what says `overflow<nsw>` is
/// the plain operator. Constants, comparisons, minima and maxima, division
/// with every rounding, shifts, `mul*_extended`.
void populateIntegerArithToEmitCPatterns(const mlir::TypeConverter &converter,
                                         mlir::RewritePatternSet &patterns);

/// Converts arithmetic on f32 and f64: comparisons with every predicate,
/// minima and maxima (with what MLIR says of NaN and of signed zeros).
void populateFloatArithToEmitCPatterns(const mlir::TypeConverter &converter,
                                       mlir::RewritePatternSet &patterns);

/// Converts between number types: extension, truncation, float to integer and
/// back, `index_cast`, `bitcast`, `select`.
void populateArithCastToEmitCPatterns(const mlir::TypeConverter &converter,
                                      mlir::RewritePatternSet &patterns);

} // namespace tir

#endif // TIR_CONVERSION_ARITHTOEMITC_ARITHTOEMITC_H
