//===- WindowLoops.h - Loops over windows of int8 elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_WINDOWLOOPS_H
#define TIR_LIB_SCHEDULES_WINDOWLOOPS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace tir {

/// A position in a buffer, or another number: a sum of multiples of others.
struct Position {
  llvm::SmallMapVector<mlir::Value, int64_t, 4> terms;
  int64_t number = 0;

  void add(const Position &other, int64_t factor) {
    number += other.number * factor;
    for (auto [value, multiple] : other.terms)
      if ((terms[value] += multiple * factor) == 0)
        terms.erase(value);
  }
  /// Removes a number from the sum, and returns its factor.
  int64_t take(mlir::Value value) {
    int64_t factor = terms.lookup(value);
    terms.erase(value);
    return factor;
  }
  /// Returns whether this is `count` places after `other`.
  bool isAfter(const Position &other, int64_t count) const {
    Position difference = *this;
    difference.add(other, -1);
    return difference.terms.empty() && difference.number == count;
  }
};

/// Returns the position of an element in a whole buffer.
Position getPosition(mlir::MemRefType type, mlir::OperandRange indices);

/// One dimension of a window.
struct WindowRange {
  mlir::Value begin, end;
  int64_t extent = 1, pitch = 1;
};

/// The loops that reduce a window for four neighbouring elements.
struct WindowLoops {
  /// The elements of a word.
  static constexpr int64_t kLanes = 4;

  static std::optional<WindowLoops> match(mlir::scf::ForOp loop);

  mlir::scf::ForOp outer;
  /// The same loop if there is one only.
  mlir::scf::ForOp inner;
  bool isSum = false;
  /// What is added to each element of a sum.
  int64_t summand = 0;
  mlir::Value buffer;
  Position position;
  WindowRange rows, columns;

private:
  bool matchNest();
  bool matchElements();
  bool matchLane(unsigned lane, mlir::memref::LoadOp &load);
  bool matchPlaces();
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_WINDOWLOOPS_H
