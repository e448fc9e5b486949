//===- IntegerArith.h - What the conversions of integer arithmetic share
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_ARITHTOEMITC_INTEGERARITH_H
#define TIR_LIB_CONVERSION_ARITHTOEMITC_INTEGERARITH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Conversion/EmitCCommon/ExpressionPattern.h"

namespace tir {

/// Creates `lhs predicate rhs` on converted integers. `true` of an i1 is -1 if
/// the predicate is signed.
mlir::Value createCompare(EmitCBuilder &c, mlir::arith::CmpIPredicate predicate,
                          mlir::Value lhs, mlir::Value rhs);

/// Adds the patterns for division and remainder with every rounding.
void populateIntegerDivisionToEmitCPatterns(
    const mlir::TypeConverter &converter, mlir::RewritePatternSet &patterns);

/// Returns the converted type if these patterns compute in it, otherwise null.
/// Also returns null for f16 and bf16, which are converted to their bits.
inline mlir::Type convertScalar(const mlir::TypeConverter &converter,
                                mlir::Type type) {
  mlir::Type converted = converter.convertType(type);
  return converted && isCScalar(converted) &&
                 llvm::isa<mlir::FloatType>(type) ==
                     llvm::isa<mlir::FloatType>(converted)
             ? converted
             : mlir::Type();
}

} // namespace tir

#endif // TIR_LIB_CONVERSION_ARITHTOEMITC_INTEGERARITH_H
