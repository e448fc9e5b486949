//===- SlideRules.h - How rows of results depend on rows -------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SLIDERULES_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SLIDERULES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tir::slide {

/// Rows `begin` to `end - 1` along the axis that slides.
struct Rows {
  int64_t begin = 0, end = 0;

  int64_t size() const { return std::max<int64_t>(end - begin, 0); }
  bool empty() const { return end <= begin; }
  Rows intersect(Rows other) const {
    return {std::max(begin, other.begin), std::min(end, other.end)};
  }
};

/// What is known of a tensor of the whole window.
struct Track {
  /// The dimension along which the window slides, and its size.
  unsigned axis = 0;
  int64_t rows = 0;
  /// How many rows of the input the window moves for one row of the tensor.
  int64_t stride = 1;
  /// The rows that depend on no padding and on nothing but the rows of the
  /// input that they move with.
  Rows interior;
  /// Whether it depends on nothing but the input, apart from padding.
  bool moves = true;
};

using Tracks = llvm::DenseMap<mlir::Value, Track>;

/// Row r of a result depends on the rows r * step - before to
/// r * step - before + extent - 1 of an operand; those that do not exist are
/// padding.
struct Use {
  unsigned operand = 0;
  int64_t rows = 0;
  int64_t step = 1, before = 0, extent = 1;

  /// The rows for `needed`, with padding.
  Rows getPadded(Rows needed) const {
    return {needed.begin * step - before,
            (needed.end - 1) * step - before + extent};
  }
  Rows getRows(Rows needed) const {
    return getPadded(needed).intersect({0, rows});
  }
};

/// How the rows of an operation's result are computed from rows.
struct Rule {
  /// The dimension of the result, and its size.
  unsigned axis = 0;
  int64_t rows = 0;
  llvm::SmallVector<Use, 2> uses;
  /// Whether rows that depend on no padding move with the window.
  bool moves = true;

  /// Returns the rows to compute for `needed`: a `tosa.pad` of nothing but
  /// padding is not possible.
  Rows widen(mlir::Operation *op, Rows needed) const;
};

/// The number of rows of a tensor along `axis`.
int64_t getNumRows(mlir::Value value, unsigned axis);

/// Returns the rule of an operation that reads tensors of `tracks`, if its rows
/// can be computed by themselves. `isConstant` says whether an operand is the
/// same in each call.
std::optional<Rule> findRule(mlir::Operation *op, const Tracks &tracks,
                             llvm::function_ref<bool(mlir::Value)> isConstant);

/// Returns the tensor of the result of `op` and the rule.
Track getTrack(const Rule &rule, mlir::Operation *op, const Tracks &tracks);

/// Computes `rows` of the result of `op`. `getRows` returns rows of an operand.
mlir::Value
buildRows(mlir::OpBuilder &builder, mlir::Operation *op, const Rule &rule,
          Rows rows,
          llvm::function_ref<mlir::Value(const Use &, Rows)> getRows);

/// Returns `rows` of a tensor along `axis`.
mlir::Value sliceRows(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value, unsigned axis, Rows rows);

/// Returns the multiplications that a row of the result takes.
int64_t countMultiplications(mlir::Operation *op, const Rule &rule);

} // namespace tir::slide

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_SLIDE_SLIDERULES_H
