//===- ColumnProducts.cpp - The products of rows of 3 x 3 windows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/ColumnProducts.h"

using namespace mlir;
using namespace tir::kernel;

/// The products of a window, by its column that is the first one of the pair.
static constexpr struct {
  int64_t column;
  unsigned word, weights;
  Halves halves;
} kProducts[] = {{-1, 1, 0, Halves::Both}, {-1, 2, 3, Halves::HighLow},
                 {0, 0, 0, Halves::Both},  {0, 1, 1, Halves::Both},
                 {0, 2, 3, Halves::Both},  {1, 0, 1, Halves::Both},
                 {1, 1, 2, Halves::Both},  {1, 2, 4, Halves::Both},
                 {2, 0, 2, Halves::Both},  {2, 2, 4, Halves::LowHigh}};

SmallVector<ColumnProduct>
tir::kernel::getColumnProducts(const RowWindows &windows, int64_t column) {
  SmallVector<ColumnProduct> products;
  for (int64_t window = 0; window < windows.getNumWindows(); ++window)
    for (const auto &[at, word, weights, halves] : kProducts)
      if (at == column - window * windows.stride)
        products.push_back({window, word, weights, halves});
  return products;
}
