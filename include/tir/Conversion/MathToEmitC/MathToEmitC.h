//===- MathToEmitC.h - Mathematical functions as calls of the C99 library
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_MATHTOEMITC_MATHTOEMITC_H
#define TIR_CONVERSION_MATHTOEMITC_MATHTOEMITC_H

#include "mlir/Transforms/DialectConversion.h"

namespace tir {

/// Converts `math` operations on f32 and f64 to the functions of C99's
/// <math.h>, with the suffix `f` for f32, and `absi`, `ctlz`, `cttz`, `ctpop`
/// on integers to C. Complements upstream's patterns (floor, ceil, rint, exp,
/// cos, sin, acos, asin, atan2, absf, powf, round).
///
/// `ctlz`, `cttz` and `ctpop` call helper functions (`tir_clz32` …) whose
/// definitions `insertMathHelpers` puts into the module.
void populateMathGapsToEmitCPatterns(const mlir::TypeConverter &converter,
                                     mlir::RewritePatternSet &patterns);

/// Defines the helper functions that `module` calls at the beginning of the
/// module.
void insertMathHelpers(mlir::Operation *module);

} // namespace tir

#endif // TIR_CONVERSION_MATHTOEMITC_MATHTOEMITC_H
