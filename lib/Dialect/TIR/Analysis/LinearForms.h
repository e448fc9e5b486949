//===- LinearForms.h - Numbers as sums of multiples of loops ----*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_ANALYSIS_LINEARFORMS_H
#define TIR_LIB_DIALECT_TIR_ANALYSIS_LINEARFORMS_H

#include "Interval.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace tir {

/// A number: the sum of multiples of other values, and a rest of which the
/// smallest and the largest value are known. The values are the positions of
/// loops, and what nothing is known of.
struct LinearForm {
  using Terms = llvm::SmallMapVector<mlir::Value, int64_t, 4>;
  Terms terms;
  Interval rest = Interval::of(0);

  static LinearForm of(Interval rest) { return {Terms(), rest}; }

  int64_t getFactor(mlir::Value value) const { return terms.lookup(value); }
  bool isNumber() const { return terms.empty() && rest.isNumber(); }
  bool hasSameTerms(const LinearForm &other) const;

  /// Adds `factor` times another number.
  void add(const LinearForm &other, int64_t factor);
};

/// Computes the linear forms of the numbers in a function.
class LinearForms {
public:
  /// Returns the form of a number; if nothing is known of it, that is the value
  /// itself.
  LinearForm get(mlir::Value value);

  /// Returns the values that a number can have.
  Interval getRange(const LinearForm &form);
  Interval getRange(mlir::Value value) { return getRange(get(value)); }

  /// Replaces the terms that `isReplaced` selects by the values that they can
  /// have.
  LinearForm widen(const LinearForm &form,
                   llvm::function_ref<bool(mlir::Value)> isReplaced);

private:
  LinearForm compute(mlir::Value value);
  LinearForm computePosition(mlir::scf::ForOp loop);
  LinearForm compute(mlir::Operation *op);
  LinearForm join(const LinearForm &one, const LinearForm &other,
                  llvm::function_ref<Interval(Interval, Interval)> combine);
  /// Returns the values that one term can have.
  Interval getTermRange(mlir::Value value);

  llvm::DenseMap<mlir::Value, LinearForm> forms;
};

/// The numbers that a loop counts if they are constant.
struct LoopBounds {
  int64_t begin, end, step;

  int64_t getCount() const {
    return end <= begin ? 0 : (end - begin + step - 1) / step;
  }
  int64_t getLast() const { return begin + (getCount() - 1) * step; }
};
std::optional<LoopBounds> getConstantBounds(mlir::scf::ForOp loop);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_ANALYSIS_LINEARFORMS_H
