//===- EmitCBuilder.h - What the conversions to EmitC share
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_EMITCCOMMON_EMITCBUILDER_H
#define TIR_CONVERSION_EMITCCOMMON_EMITCBUILDER_H

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"
#include "tir/ABI/ScalarTypes.h"

namespace tir {

/// Builds C expressions at one place. Each function creates the operation for
/// the C operator of the same name.
class EmitCBuilder {
public:
  EmitCBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : b(loc, builder) {}

  mlir::Value cast(mlir::Type type, mlir::Value value);
  mlir::Value constant(mlir::Type type, int64_t value);
  mlir::Value opaque(mlir::Type type, llvm::StringRef text);
  mlir::Value compare(mlir::emitc::CmpPredicate predicate, mlir::Value lhs,
                      mlir::Value rhs);
  mlir::Value conditional(mlir::Value condition, mlir::Value ifTrue,
                          mlir::Value ifFalse);
  mlir::Value logicalAnd(mlir::Value lhs, mlir::Value rhs);
  mlir::Value logicalOr(mlir::Value lhs, mlir::Value rhs);
  mlir::Value logicalNot(mlir::Value value);
  mlir::Value call(mlir::Type type, llvm::StringRef callee,
                   mlir::ValueRange args);

  /// Creates `lhs op rhs`, computed in `type`.
  template <typename Op>
  mlir::Value binary(mlir::Type type, mlir::Value lhs, mlir::Value rhs) {
    return Op::create(b, type, lhs, rhs);
  }

  /// Wraps `value` to the range of `type`. An integer of a width that C does
  /// not have, such as i48, is stored in a wider one that always has the same
  /// value. `wrap` restores this invariant after an operation that gets only
  /// the lowest bits, as many as `type` has, right.
  mlir::Value wrap(mlir::Type type, mlir::Value value);
  /// Returns the bits of an integer of MLIR type `type` as an unsigned number.
  mlir::Value toUnsignedNumber(mlir::Type type, mlir::Value value);

  /// Creates a variable without an initial value.
  mlir::Value variable(mlir::Type type);
  /// Creates a variable with the initial value `init`.
  mlir::Value variable(mlir::Value init);
  void assign(mlir::Value variable, mlir::Value value);
  mlir::Value load(mlir::Value variable);

  mlir::ImplicitLocOpBuilder &builder() { return b; }

private:
  mlir::ImplicitLocOpBuilder b;
};

/// Returns the type that C computes in: `int` for every narrower type,
/// otherwise the type itself.
mlir::Type promote(mlir::Type type);
/// Returns the unsigned integer type of the same width. Floats and `unsigned`
/// stay as they are.
mlir::Type toUnsigned(mlir::Type type);
/// Converts numbers to the types that C has for them (tir/ABI/ScalarTypes.h).
void populateScalarTypeConversion(mlir::TypeConverter &converter);
/// Returns the number if `value` is a constant integer, otherwise std::nullopt.
std::optional<int64_t> getConstantInt(mlir::Value value);
/// Returns the attributes that may stay when the operation's dialect is gone:
/// discardable attributes whose values are builtin.
llvm::SmallVector<mlir::NamedAttribute>
getBuiltinAttributes(llvm::ArrayRef<mlir::NamedAttribute> attributes);

} // namespace tir

#endif // TIR_CONVERSION_EMITCCOMMON_EMITCBUILDER_H
