//===- BufferLifetimes.h - When the buffers of a function live
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_BUFFERLIFETIMES_H
#define TIR_DIALECT_TIR_ANALYSIS_BUFFERLIFETIMES_H

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <optional>

namespace tir {

/// Steps, both included.
struct Lifetime {
  unsigned first, last;
};

/// The lifetimes of a function's buffers, counted in steps: each operation that
/// works on memory is one, in the order of the text. Control flow
/// (`RegionBranchOpInterface`) is the steps of its regions; what another
/// operation holds belongs to that operation's step.
class BufferLifetimes {
public:
  explicit BufferLifetimes(PrimFuncOp function);

  llvm::ArrayRef<mlir::Operation *> getSteps() const { return steps; }

  /// The steps of each loop that has any; an outer loop stands behind those
  /// within it.
  llvm::SmallVector<Lifetime> getLoops() const {
    return llvm::map_to_vector(loops,
                               [](const auto &loop) { return loop.second; });
  }

  /// From the first step that uses the buffer, itself or through a view, to
  /// the last; nothing where no step does. A buffer that a loop uses and that
  /// is older than the loop lives through all of it, as the next round may
  /// need it.
  std::optional<Lifetime> getLifetime(mlir::Value buffer) const;

  /// The first operand through which a step writes the buffer, or null.
  mlir::OpOperand *getFirstWrite(mlir::Value buffer) const;

  /// A view of the buffer outside the region that `buffer` belongs to, or null.
  mlir::Value getViewOutside(mlir::Value buffer) const;

  /// An operation through which the buffer's address reaches something that is
  /// not known to be a view of it, or null: the lifetime may then be too short.
  mlir::Operation *getEscape(mlir::Value buffer) const;

private:
  void addSteps(mlir::Region &region);
  std::optional<Lifetime> getUse(mlir::Operation *user,
                                 mlir::Region *home) const;

  mlir::BufferViewFlowAnalysis views;
  llvm::SmallVector<mlir::Operation *> steps;
  llvm::DenseMap<mlir::Operation *, unsigned> stepOf;
  llvm::MapVector<mlir::Operation *, Lifetime> loops;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_BUFFERLIFETIMES_H
