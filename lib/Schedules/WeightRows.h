//===- WeightRows.h - Weights in rows that end with zeros
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_WEIGHTROWS_H
#define TIR_LIB_SCHEDULES_WEIGHTROWS_H

#include "AccumulatorInit.h"
#include "KernelArguments.h"

namespace tir {

/// The weights of a kernel as rows: the products of an output channel with
/// zeros at the end, or the channels of a position of a depthwise window, or
/// the window of a depthwise channel, four rows for each of its columns.
class WeightRows {
public:
  WeightRows(const BlockedKernel &kernel, int64_t rowSize,
             bool hasWindows = false)
      : kernel(kernel), rowSize(rowSize), hasWindows(hasWindows) {}

  /// Computes the rows of the weights of all calls, and the sums that their
  /// channels can have.
  mlir::LogicalResult pack(const KernelArguments &arguments, unsigned numCalls);

  /// Returns the sums of the channels of each call.
  llvm::SmallVector<llvm::ArrayRef<ChannelSum>> getSums() const;

  /// Lets the kernel read the rows.
  void rewrite(KernelArguments &arguments) const;

private:
  int64_t getPlace(int64_t i) const;
  mlir::LogicalResult pack(const KernelArguments &arguments,
                           const AccumulatorInit &start, unsigned call);

  mlir::Value readWindows(mlir::OpBuilder &builder, mlir::Value rows) const;

  const BlockedKernel &kernel;
  int64_t rowSize;
  bool hasWindows;
  llvm::SmallVector<mlir::DenseElementsAttr> rows;
  llvm::SmallVector<llvm::SmallVector<ChannelSum>> sums;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_WEIGHTROWS_H
