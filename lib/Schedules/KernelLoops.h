//===- KernelLoops.h - What the loops of convolutions have in common
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_KERNELLOOPS_H
#define TIR_LIB_SCHEDULES_KERNELLOOPS_H

#include "BlockedKernel.h"

#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"

namespace tir {

/// Emits code in place of the store of a kernel.
class KernelLoops {
protected:
  explicit KernelLoops(const BlockedKernel &kernel);

  mlir::Value constant(int64_t number);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  /// Returns `value * factor + summand`.
  mlir::Value scale(mlir::Value value, int64_t factor, int64_t summand = 0);
  /// Emits a loop over [0, extent) in steps and returns its variable, or 0 if
  /// there is one iteration; code goes into the loop until the insertion point
  /// is restored.
  mlir::Value begin(int64_t extent, llvm::StringRef name, int64_t step = 1);

  /// A loop variable, or a constant in place of a loop with one iteration.
  struct Counter {
    mlir::Value value;
    mlir::AffineExpr index;
  };
  /// Emits a loop, unless there is one iteration.
  Counter count(int64_t extent, llvm::StringRef name, int64_t step = 1);
  /// Emits code for whole blocks, and for the rest.
  mlir::LogicalResult
  forBlocks(int64_t extent, int64_t block, llvm::StringRef name,
            llvm::function_ref<mlir::LogicalResult(Counter first, int64_t size)>
                emit);
  /// Stores `extent` times a number in a buffer, from element `first` on.
  void fill(mlir::Value buffer, mlir::AffineExpr first, int64_t extent,
            int64_t number);

  /// Returns the positions of a window from `origin` on that are inside of the
  /// input.
  std::pair<mlir::Value, mlir::Value> getWindowRange(mlir::Value origin,
                                                     int64_t extent,
                                                     int64_t window,
                                                     int64_t dilation);

  /// Consecutive elements of the input that belong to one or more windows.
  struct Segment {
    /// Its number in the window.
    mlir::Value number;
    /// The position of its first element in the input.
    mlir::Value offset;
    /// The elements that are not padding.
    mlir::Value begin, end;
  };
  /// Emits loops over the segments of the window of the pixel in `column`, and
  /// returns the one of an iteration. Each has `size` elements.
  Segment beginSegments(mlir::Value image, mlir::Value row, mlir::Value column,
                        int64_t size);

  /// The window of a pixel of a depthwise convolution, or of several that
  /// follow each other.
  struct Window {
    /// The position of its first element in the input.
    mlir::Value corner;
    /// The rows and the columns from there on that are inside of the input.
    std::pair<mlir::Value, mlir::Value> rows, columns;
  };
  /// Returns the window that begins at a pixel, with `width` columns.
  Window getWindow(mlir::Value image, mlir::Value row, mlir::Value column,
                   int64_t width);

  /// Emits code for blocks of the pixels of a row, in loops over the images and
  /// rows.
  mlir::LogicalResult forPixels(
      int64_t block,
      llvm::function_ref<mlir::LogicalResult(Counter image, Counter row,
                                             Counter first, int64_t pixels)>
          emit);

  /// Returns the index of a dimension; 0 if its extent is 1.
  mlir::AffineExpr getIndex(mlir::Value value, int64_t extent) {
    return extent == 1 ? emitter.constant(0) : emitter.createIndex(value);
  }
  /// Returns the position of the sum of a pixel and a channel in the result of
  /// the convolution. With `isOneRow`, `column` counts the pixels of all
  /// images.
  llvm::SmallVector<mlir::AffineExpr>
  getPosition(mlir::AffineExpr image, mlir::AffineExpr row,
              mlir::AffineExpr column, mlir::AffineExpr channel, bool isOneRow);
  /// Returns where the element of such a position lies in the output.
  mlir::AffineExpr getPlace(llvm::ArrayRef<mlir::AffineExpr> position,
                            bool isOneRow) const;

  /// Returns what the sums of products start with, or null if it is 0.
  mlir::Value getInit() const { return kernel.getInit(); }
  /// Emits what the kernel does with the sum of one element, at `position` of
  /// the convolution's result, and stores it at `place` of the output. `sum`
  /// has what it starts with.
  mlir::LogicalResult emitStore(llvm::ArrayRef<mlir::AffineExpr> position,
                                mlir::AffineExpr place, mlir::Value sum);

  /// Returns a buffer with one dimension.
  mlir::Value flatten(mlir::Value buffer);

  /// Loads a sum of products from `place` of a buffer, and does the same with
  /// it and what it starts with.
  mlir::LogicalResult emitSum(llvm::ArrayRef<mlir::AffineExpr> position,
                              mlir::AffineExpr place, mlir::Value sums,
                              mlir::AffineExpr from);
  /// Does so with all sums of a block, in loops over its pixels and channels.
  mlir::LogicalResult emitBlockSums(Counter image, Counter row,
                                    Counter firstColumn, int64_t pixels,
                                    Counter firstChannel, int64_t channels,
                                    mlir::Value sums);
  /// Stores zeros behind the products of each pixel of a block.
  void clearRowEnds(mlir::Value rows, int64_t pixels, int64_t rowSize);

  const BlockedKernel &kernel;
  mlir::OpBuilder builder;
  mlir::Location location;
  ElementEmitter emitter;
  /// The arguments with one dimension.
  mlir::Value input, weights, output;

private:
  mlir::Value widen(mlir::Value element);
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_KERNELLOOPS_H
