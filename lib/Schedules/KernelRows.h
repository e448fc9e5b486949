//===- KernelRows.h - Which loops may surround the steps of a kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_KERNELROWS_H
#define TIR_LIB_SCHEDULES_KERNELROWS_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// A kernel with `kernel.keep` operations whose output and kept tensors can be
/// computed row after row.
class KernelRows {
public:
  /// Returns the kernel without rows, or std::nullopt if it keeps nothing, or
  /// its body does anything but compute one output.
  static std::optional<KernelRows> get(mlir::FunctionOpInterface kernel);

  /// Adds a dimension of the output, the indices of which are rows then. Fails
  /// if an element of a kept tensor would be needed in several rows.
  mlir::LogicalResult addDim(int64_t dim);

  mlir::bufferization::MaterializeInDestinationOp getStore() const {
    return store;
  }
  /// Returns the kept tensors in program order.
  llvm::ArrayRef<kernel::KeepOp> getKept() const { return kept; }
  /// Returns the dimensions of the output that number the rows.
  llvm::ArrayRef<int64_t> getDims() const { return dims; }

  /// Returns the dimension of a kept tensor that dimension `dim` of the output,
  /// which is one of `getDims`, corresponds to.
  unsigned getKeptDim(kernel::KeepOp keep, int64_t dim) const {
    return keptDims.at({keep, dim});
  }
  /// Returns the buffer for one row of a kept tensor, or null if it has one
  /// element.
  mlir::MemRefType getScratchType(kernel::KeepOp keep) const;

  /// Returns how many elements a row of the output has.
  int64_t getRowElements() const;

  /// Returns the tensors that are read from arguments of which each row is read
  /// before the same row of the output is stored, and not again later. The rows
  /// are stored from front to back.
  llvm::SmallVector<mlir::bufferization::ToTensorOp> findReadsBeforeRow() const;

private:
  mlir::bufferization::MaterializeInDestinationOp store;
  llvm::SmallVector<kernel::KeepOp> kept;
  llvm::SmallVector<int64_t> dims;
  /// The dimension for each kept tensor, and for each tensor that is read from
  /// an argument and has one.
  llvm::DenseMap<std::pair<mlir::Operation *, int64_t>, unsigned> keptDims;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_KERNELROWS_H
