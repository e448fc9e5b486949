//===- KernelLayout.h - Constants in the layout of a schedule
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_KERNELLAYOUT_H
#define TIR_LIB_SCHEDULES_KERNELLAYOUT_H

#include "AccumulatorInit.h"
#include "RescaleConstants.h"

namespace tir {

/// Brings the constants of a kernel and its calls into the layout of a
/// schedule. `layOutConstants` makes and runs one.
class KernelLayout {
protected:
  using Sums = llvm::ArrayRef<llvm::ArrayRef<ChannelSum>>;

  KernelLayout(PrimFuncOp function, const BlockedKernel &kernel,
               mlir::Attribute schedule, llvm::ArrayRef<CallTIROp> calls,
               mlir::SymbolTable &symbols)
      : function(function), kernel(kernel), numCalls(calls.size()),
        arguments(function, calls, symbols, kernel.weights.getArgNumber()),
        builder(function.getContext()), attribute(schedule) {}

  /// Returns a rescale in other terms for the sums of each call's channels.
  std::optional<ShortRescale> findRescale(Sums sums, RescaleForms forms) const;
  /// Lets the sums begin with the biases, or with zero if the rescale adds
  /// them, and the rescale read its numbers.
  void rewriteNumbers(std::optional<ShortRescale> &rescale, Sums sums);
  /// Returns what `rewriteNumbers` and `findRescale` take.
  static llvm::SmallVector<llvm::ArrayRef<ChannelSum>>
  getSums(llvm::ArrayRef<llvm::SmallVector<ChannelSum>> calls);
  /// Adds an argument with scratch memory, unless it has no elements.
  void addScratch(llvm::StringRef name, int64_t size, unsigned bits);
  /// Gives the function and its calls the new arguments, and the function its
  /// schedule.
  mlir::LogicalResult finish();

  PrimFuncOp function;
  const BlockedKernel &kernel;
  unsigned numCalls;
  KernelArguments arguments;
  mlir::OpBuilder builder;

private:
  mlir::Attribute attribute;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_KERNELLAYOUT_H
