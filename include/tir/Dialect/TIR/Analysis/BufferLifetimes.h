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

/// A range of steps; both ends are included.
struct Lifetime {
  unsigned first, last;
};

/// Returns what a run does with an argument that has these attributes.
Effect getArgumentEffect(mlir::DictionaryAttr attributes);

/// Returns true if the operation that `operand` belongs to may write the
/// buffer.
bool mayWrite(mlir::OpOperand &operand);

/// Computes the lifetimes of a function's buffers, counted in steps. Each
/// operation that accesses memory is one step, in textual order. For control
/// flow (`RegionBranchOpInterface`), the operations in its regions are steps;
/// an operation nested in any other operation belongs to the step of that
/// operation.
class BufferLifetimes {
public:
  explicit BufferLifetimes(PrimFuncOp function);

  llvm::ArrayRef<mlir::Operation *> getSteps() const { return steps; }

  /// Returns the steps of each loop that has any. An outer loop comes after the
  /// loops inside it.
  const llvm::MapVector<mlir::Operation *, Lifetime> &getLoops() const {
    return loops;
  }

  /// Returns the steps of a loop, or std::nullopt if it has none.
  std::optional<Lifetime> getSteps(mlir::Operation *loop) const;

  /// Returns when the contents of the buffer must be kept: from the first to
  /// the last step that uses it, itself or through a view, or std::nullopt if
  /// no step does. A buffer that is used in a loop and allocated outside it
  /// lives through the whole loop, since the next iteration may need it.
  ///
  /// Inputs and outputs (arguments, and allocations with `argument` of
  /// `tir.port`) also live while the application uses them: an input from
  /// before the first step, an output until after the last one, which is step
  /// `getSteps().size()`, and state through all steps and after them.
  std::optional<Lifetime> getLifetime(mlir::Value buffer) const;

  /// Returns the first operand through which a step writes the buffer, or null.
  /// A step of an operator (`#tir.kernel`) comes before what fills the buffer.
  mlir::OpOperand *getFirstWrite(mlir::Value buffer) const;

  /// Returns a view of the buffer outside the region that `buffer` belongs to,
  /// or null.
  mlir::Value getViewOutside(mlir::Value buffer) const;

  /// Returns an operation that passes the buffer's address to something that is
  /// not known to be a view of it, or null. The lifetime may be too short if
  /// there is such an operation.
  mlir::Operation *getEscape(mlir::Value buffer) const;

private:
  void addSteps(mlir::Region &region);
  std::optional<Lifetime> getUse(mlir::Operation *user,
                                 mlir::Region *home) const;
  std::optional<Lifetime> getUsedSteps(mlir::Value buffer) const;

  mlir::BufferViewFlowAnalysis views;
  llvm::SmallVector<mlir::Operation *> steps;
  llvm::DenseMap<mlir::Operation *, unsigned> stepOf;
  llvm::MapVector<mlir::Operation *, Lifetime> loops;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_BUFFERLIFETIMES_H
