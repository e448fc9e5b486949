//===- ColumnSteps.h - Parts of rows of depthwise windows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_COLUMNSTEPS_H
#define TIR_DIALECT_KERNEL_IR_COLUMNSTEPS_H

#include "tir/Dialect/Kernel/IR/Kernel.h"

namespace tir::kernel {

/// Windows of 3 x 3 in a row, as the steps of one row multiply them.
struct RowWindows {
  /// The windows that end, and the columns from one to the next.
  int64_t pixels = 1, stride = 1;
  /// The first windows, whose columns of the first pair are done, and those
  /// that begin in the last pair.
  int64_t begun = 0, begins = 0;

  int64_t getNumWindows() const { return pixels + begins; }
  int64_t getFirstColumn() const { return begun == 0 ? 0 : 2; }
  int64_t getNumColumns() const { return (pixels - 1) * stride + 3; }
  /// The windows that begin in a pair of columns.
  int64_t getNumBegun() const { return stride == 1 ? 2 : 1; }
  /// Whether a window begins with the second column of a pair.
  bool needsRight() const {
    return stride % 2 != 0 && (begun != 0 || getNumWindows() > 1);
  }
};

} // namespace tir::kernel

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelColumnStepOps.h.inc"

#endif // TIR_DIALECT_KERNEL_IR_COLUMNSTEPS_H
