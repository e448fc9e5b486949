//===- ResultTensors.h - What kernels should compute
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_RESULTTENSORS_H
#define TIR_LIB_CHECK_RESULTTENSORS_H

#include "CheckedProgram.h"
#include "ResultHooks.h"
#include <random>

namespace tir {

/// The results of kernels in a run of the plain loops. In some runs, the next
/// kernels get other numbers in their place, so that each kernel has random
/// inputs of its own: a network passes on few values, and the result of one
/// kernel in a hundred is all that a softmax depends on.
class ResultTensors {
public:
  /// `isShared` says for each result whether both programs show it. Others are
  /// passed on as they are. If the model has positions, so is what they may be
  /// computed of: a random one may lie outside of its dimension.
  ResultTensors(llvm::ArrayRef<KernelResult> results,
                llvm::ArrayRef<bool> isShared, bool hasPositions);

  /// Begins a run. If `mixes`, kernels get random numbers between the smallest
  /// and the largest that the results had in runs without.
  void begin(unsigned run, bool mixes);

  /// Keeps a result of the plain loops, and changes it to what is passed on.
  void record(unsigned number, char *result);

  mlir::Type getElementType(unsigned number) const;
  llvm::ArrayRef<char> getExpected(unsigned number) const {
    return tensors[number].expected;
  }
  llvm::ArrayRef<char> getPassed(unsigned number) const {
    return tensors[number].passed;
  }

private:
  struct Tensor {
    mlir::Type type;
    bool mayMix;
    Bytes expected, passed;
    /// The range of the elements so far.
    double low = 0, high = 0;
    bool hasRange = false;
  };

  void widenRange(Tensor &tensor);
  void mix(Tensor &tensor);

  std::vector<Tensor> tensors;
  std::mt19937_64 random;
  bool mixes = false;
};

} // namespace tir

#endif // TIR_LIB_CHECK_RESULTTENSORS_H
