//===- PairLayout.h - Where steps of #kernel.blocked find their operands
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_PAIRLAYOUT_H
#define TIR_DIALECT_KERNEL_IR_PAIRLAYOUT_H

#include "mlir/IR/BuiltinAttributes.h"
#include <array>

namespace tir::kernel {

/// Returns the number of words that `kernel.widen_bytes` writes for `size`
/// elements.
int64_t getNumPairWords(int64_t size);

/// The place of an element in the words that `kernel.widen_bytes` writes.
struct PairPlace {
  int64_t word;
  bool isHigh;
};

/// Returns the place of element `index` of `size` elements.
PairPlace getPairPlace(int64_t index, int64_t size);

/// Returns whether each pair of `weights` (int8; output channels x products)
/// fits 16 bits as 256 times the first weight plus the second.
bool fitPairs(mlir::DenseElementsAttr weights);

/// Returns the words of `weights` (int8; output channels x products) in the
/// layout of `kernel.dot_pairs`, with segments of `segment` products. An odd
/// number of channels is completed by a channel of zeros. Unless each weight is
/// a byte (`bytes`), the pairs of weights must fit.
llvm::SmallVector<int32_t> packPairs(mlir::DenseElementsAttr weights,
                                     int64_t segment, bool bytes = false);

/// Returns the words of `packPairs` with the two elements of each word in their
/// order, as `kernel.widen_words` stores pixels, and as int16 elements are.
llvm::SmallVector<int32_t> orderPairs(llvm::ArrayRef<int32_t> words,
                                      int64_t segment);

/// Returns the words of the weights of a depthwise convolution (int8; 3 x 3 x
/// channels x 1) in the layout of `kernel.load_taps`, of which one row of
/// outputs is computed at a time (`oneRow`) or two.
llvm::SmallVector<int32_t> packTaps(mlir::DenseElementsAttr weights,
                                    bool oneRow);

/// A weight of a window of 3 x 3, and the byte of a word that it is.
struct Tap {
  int64_t byte, row, column;
};

/// Returns the weights in the word of a column. With `oneRow`, a weight of the
/// next column lies there, too.
llvm::SmallVector<Tap, 4> getTaps(bool oneRow, int64_t column);

/// The most sums of `kernel.dot_columns` and `kernel.dot_next_columns`, which
/// fit the registers of an Armv7E-M.
inline constexpr int64_t kMostColumnSums = 6;

/// Returns the number of words that `kernel.widen_rows` writes for `columns`
/// columns of a channel, of which it reads three or four rows.
int64_t getNumColumnWords(int64_t rows, int64_t columns);

} // namespace tir::kernel

#endif // TIR_DIALECT_KERNEL_IR_PAIRLAYOUT_H
