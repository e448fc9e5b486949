//===- PackWeights.h - Weights that a run brings into a layout -*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_PACKWEIGHTS_H
#define TIR_LIB_SCHEDULES_PACKWEIGHTS_H

#include "AccumulatorInit.h"
#include "BlockedKernel.h"
#include "KernelArguments.h"

namespace tir {

/// Weights that are not known when the model is compiled, such as inputs, in
/// the layout of `#kernel.blocked`. Each run computes them by a kernel of its
/// own just before the kernel that reads them, and so it does the biases, which
/// have the zero point of the input.
class PackedWeights {
public:
  PackedWeights(PrimFuncOp function, const BlockedKernel &kernel,
                const AccumulatorInit &start, mlir::SymbolTable &symbols)
      : function(function), kernel(kernel), start(start), symbols(symbols) {}

  /// Returns whether the calls can compute the weights before they pass them,
  /// and the kernel has enough pixels for that to pay.
  bool canPack() const;

  /// Returns whether steps for unknown weights were built, for objects, too.
  static bool hasSteps();

  /// Lets the kernel read the words of the weights and the biases, which its
  /// calls compute. Returns both tensors.
  std::pair<mlir::Value, mlir::Value> add(KernelArguments &arguments);

  /// The sums that any weights and biases can have, modulo 2^32.
  llvm::SmallVector<ChannelSum> getSums() const;

private:
  int64_t getNumWords() const;
  PrimFuncOp createKernel();

  PrimFuncOp function;
  const BlockedKernel &kernel;
  const AccumulatorInit &start;
  mlir::SymbolTable &symbols;
};

/// Returns the bytes that a kernel needs in RAM for the weights of those calls
/// that do not know them.
uint64_t estimatePackedWeights(mlir::FunctionOpInterface function,
                               llvm::ArrayRef<mlir::Operation *> calls);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_PACKWEIGHTS_H
