//===- ColumnProducts.h - The products of rows of 3 x 3 windows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_COLUMNPRODUCTS_H
#define TIR_DIALECT_KERNEL_IR_COLUMNPRODUCTS_H

#include "tir/Dialect/Kernel/IR/ColumnSteps.h"

namespace tir::kernel {

/// The halves of two words that are multiplied: both with both, or one with the
/// other.
enum class Halves { Both, LowHigh, HighLow };

/// The products of a word of elements with a word of weights, for one window.
struct ColumnProduct {
  int64_t window;
  /// Of the words of a pair of columns: 0 and 1 have rows 0 and 1 of the first
  /// and of the second column, and 2 has row 2 of both.
  unsigned word;
  /// Rows 0 and 1 of column 0, 1 or 2 of the weights; or row 2 of columns 0 and
  /// 1 (3), or of columns 1 and 2 (4).
  unsigned weights;
  Halves halves;
};

/// Returns the products of a row of windows with `column` and the next one, in
/// which a window may begin. There are none if no window has these columns.
llvm::SmallVector<ColumnProduct> getColumnProducts(const RowWindows &windows,
                                                   int64_t column);

} // namespace tir::kernel

#endif // TIR_DIALECT_KERNEL_IR_COLUMNPRODUCTS_H
