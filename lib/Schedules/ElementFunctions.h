//===- ElementFunctions.h - The values of functions of one element
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_ELEMENTFUNCTIONS_H
#define TIR_LIB_SCHEDULES_ELEMENTFUNCTIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"

namespace tir {

/// The values of a scalar for each value of a variable.
using FunctionValues = llvm::SmallVector<mlir::Attribute, 0>;

/// Returns the numbers that an int8 can be, from the least one on.
FunctionValues getInt8Numbers(mlir::MLIRContext *context);

/// Returns whether an operation computes each element of its only result from
/// elements of its inputs alone, in the order of their positions.
bool isElementByElement(mlir::linalg::GenericOp generic);

/// Replaces an operation by one that reads `values` from a table. Its element
/// is at the bits of the int8 that `getByte` computes from elements of the
/// inputs; `maps` has a map for each of them, and for the result.
void replaceByTable(mlir::linalg::GenericOp op, mlir::ValueRange inputs,
                    llvm::ArrayRef<mlir::AffineMap> maps,
                    llvm::ArrayRef<mlir::Attribute> values,
                    llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                                   mlir::ValueRange)>
                        getByte);

/// Evaluates what operations compute element by element from one variable.
class FunctionEvaluator {
public:
  FunctionEvaluator(mlir::Value variable, FunctionValues values)
      : numValues(static_cast<int64_t>(values.size())) {
    tensors.insert({variable, std::move(values)});
  }

  bool isKnown(mlir::Value tensor) const { return tensors.contains(tensor); }
  llvm::ArrayRef<mlir::Attribute> get(mlir::Value tensor) const {
    return tensors.find(tensor)->second;
  }

  /// Evaluates the result of an operation, if it is a function of the variable
  /// and constants.
  void evaluate(mlir::linalg::GenericOp generic);

private:
  bool bindInputs(mlir::linalg::GenericOp generic);
  mlir::Attribute getNumber(mlir::Value scalar, int64_t i);
  mlir::Attribute fold(mlir::Operation &op, int64_t i);

  int64_t numValues;
  llvm::MapVector<mlir::Value, FunctionValues> tensors;
  /// The scalars of the operation that is evaluated: those that depend on the
  /// variable, and those that do not.
  llvm::DenseMap<mlir::Value, const FunctionValues *> varying;
  llvm::DenseMap<mlir::Value, mlir::Attribute> fixed;
  /// The scalars for one value of the variable.
  llvm::DenseMap<mlir::Value, mlir::Attribute> computed;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_ELEMENTFUNCTIONS_H
