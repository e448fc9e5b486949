//===- Windows.h - What the iterations of a loop access
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_ANALYSIS_WINDOWS_H
#define TIR_LIB_DIALECT_TIR_ANALYSIS_WINDOWS_H

#include "LinearForms.h"
#include "llvm/ADT/STLExtras.h"

namespace tir {

/// Bytes, or indices of one dimension, that the iterations of a loop access:
/// windows of numbers, each with a width.
class Windows {
public:
  Windows(mlir::scf::ForOp loop, LinearForms &forms)
      : loop(loop), forms(forms), bounds(*getConstantBounds(loop)) {}

  void add(const LinearForm &first, int64_t width) {
    firsts.push_back(first);
    widths.push_back(width);
  }

  /// Returns whether the windows of two iterations never have a number in
  /// common.
  bool areApart() const {
    return moveApart(/*pitch=*/0) ||
           llvm::any_of(getPitches(), [&](int64_t p) { return moveApart(p); });
  }

private:
  bool isInside(mlir::Value value) const {
    return loop->getRegion(0).isAncestor(value.getParentRegion()) &&
           value != loop.getInductionVar();
  }
  bool moveApart(int64_t pitch) const;
  llvm::SmallVector<int64_t> getPitches() const;

  mutable mlir::scf::ForOp loop;
  LinearForms &forms;
  LoopBounds bounds;
  llvm::SmallVector<LinearForm> firsts;
  llvm::SmallVector<int64_t> widths;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_ANALYSIS_WINDOWS_H
