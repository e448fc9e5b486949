//===- ReadPositions.h - Which elements a part of a result needs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_READPOSITIONS_H
#define TIR_DIALECT_TIR_ANALYSIS_READPOSITIONS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/MapVector.h"

namespace tir {

/// The numbers from `low` to `high`, both included.
struct IndexRange {
  int64_t low, high;
};

/// A part of a tensor: a range of indices for each dimension.
using TensorPart = llvm::SmallVector<IndexRange, 4>;

/// Finds the elements of a kernel's arguments from which a tensor is computed.
/// The body of the kernel works on tensors, which it reads from arguments with
/// `bufferization.to_tensor`.
class ReadPositions {
public:
  explicit ReadPositions(mlir::Value tensor);

  /// Returns, for each argument that is read for `part`, the position of the
  /// first element that may be read, counted from front to back.
  llvm::SmallMapVector<unsigned, int64_t, 8> find(const TensorPart &part) const;

private:
  /// How an operation computes its results from its operands: in loops whose
  /// indices determine the indices of the results and of the operands. A
  /// reshape keeps positions instead.
  struct Step {
    llvm::SmallVector<int64_t> extents;
    /// Tensors by their number. The dimensions of results are loops, or nothing
    /// is known of the loop.
    llvm::SmallVector<std::pair<unsigned, mlir::AffineMap>> results, reads;
    mlir::Operation *reshape = nullptr;
  };
  /// The part of each tensor that is needed, empty if none is. A number of rank
  /// 0 has an empty part, too, and is in `isNeeded` only.
  struct Parts {
    llvm::SmallVector<TensorPart> parts;
    llvm::SmallVector<bool> isNeeded;

    void join(unsigned tensor, llvm::ArrayRef<IndexRange> part);
  };

  unsigned number(mlir::Value tensor);
  void addResults(mlir::Operation *op, Step &step);
  void addStep(mlir::Operation *op);
  static llvm::SmallVector<IndexRange> getLoops(const Step &step,
                                                const Parts &parts);
  void visit(const Step &step, Parts &parts) const;

  /// The result has number 0.
  llvm::SmallMapVector<mlir::Value, TensorPart, 16> tensors;
  /// Each operation after all that read its results.
  llvm::SmallVector<Step> steps;
  /// The tensors that have the elements of an argument, and buffers.
  llvm::SmallVector<std::pair<unsigned, unsigned>> arguments;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_READPOSITIONS_H
