//===- CycleEstimate.h - The cycles that an element takes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_CYCLEESTIMATE_H
#define TIR_LIB_SCHEDULES_CYCLEESTIMATE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace tir {

/// Counts the operations that ElementEmitter emits for an element: each
/// operation on scalars, each load and each store takes one cycle.
class CycleEstimate {
public:
  uint64_t ofElement(mlir::Value tensor);

  /// Returns the cycles of computing and storing all elements of `tensor`.
  uint64_t ofStores(mlir::Value tensor);

  /// Has elements of `tensor` loaded, instead of computed.
  void setLoaded(mlir::Value tensor) { known[tensor] = 1; }

private:
  uint64_t compute(mlir::Value tensor);
  uint64_t ofStructured(mlir::linalg::LinalgOp op);

  llvm::DenseMap<mlir::Value, uint64_t> known;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_CYCLEESTIMATE_H
