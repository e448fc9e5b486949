//===- BlockedLoops.h - The loops of a kernel over blocks of sums
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_BLOCKEDLOOPS_H
#define TIR_LIB_SCHEDULES_BLOCKEDLOOPS_H

#include "KernelLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

namespace tir {

/// Writes the loops of a kernel over blocks of sums.
class BlockedLoops : private KernelLoops {
public:
  BlockedLoops(const BlockedKernel &kernel,
               kernel::BlockedScheduleAttr schedule, mlir::Value scratch)
      : KernelLoops(kernel), schedule(schedule), scratch(scratch),
        init(getInit()), isOneRow(kernel.isOneRow()),
        readsElements(kernel.readsElements(schedule)) {}

  mlir::LogicalResult run();

private:
  mlir::Value constantWord(int64_t number) {
    return mlir::arith::ConstantIntOp::create(builder, location, number, 32);
  }
  mlir::LogicalResult emitRow(mlir::Value image, mlir::Value row);
  mlir::LogicalResult emitLonePixels();
  mlir::LogicalResult emitBlock(mlir::Value image, mlir::Value row,
                                mlir::Value first, int64_t pixels);
  void widen(mlir::Value image, mlir::Value row, mlir::Value first,
             int64_t pixels);
  void widenWindows(mlir::Value image, mlir::Value row, mlir::Value first,
                    int64_t pixels);
  mlir::Value getPixelWords(mlir::Value first, int64_t pixels);
  mlir::LogicalResult multiply(mlir::Value words, mlir::Value image,
                               mlir::Value row, mlir::Value first,
                               int64_t pixels);
  mlir::Operation *emitProducts(mlir::Value words, mlir::Value pair,
                                int64_t pairs, mlir::ValueRange starts,
                                mlir::Value image, mlir::Value row,
                                mlir::Value first, int64_t pixels);
  llvm::SmallVector<mlir::Value> emitLongSums(mlir::Value words,
                                              mlir::Value element,
                                              mlir::Value pair, int64_t pixels);
  llvm::SmallVector<mlir::Value> loadSums(int64_t count);
  mlir::Value getElement(mlir::Value image, mlir::Value row,
                         mlir::Value column);
  llvm::SmallVector<mlir::Value> emitHalves(mlir::Value element,
                                            mlir::Value weightsAt, int64_t size,
                                            int64_t pairs);
  mlir::LogicalResult emitSums(mlir::Value words, mlir::Value pair,
                               int64_t pairs, int64_t channels,
                               mlir::Value image, mlir::Value row,
                               mlir::Value first, int64_t pixels);
  /// Drops the shifts by 8 if all users of some sums are such shifts. Returns
  /// whether this is so.
  static bool dropShifts(llvm::ArrayRef<mlir::Operation *> users);
  mlir::LogicalResult emitOutput(llvm::ArrayRef<mlir::AffineExpr> position,
                                 mlir::Value sum);
  mlir::LogicalResult emitImages();

  // BlockedDepthwiseLoops.cpp
  void padColumns(int64_t channels, int64_t rows, int64_t begin, int64_t end);
  mlir::IntegerAttr getMoves() const;
  void shiftInSteps(mlir::Operation *taps);
  mlir::LogicalResult
  emitColumns(mlir::ValueRange taps, mlir::Value at, mlir::Value start,
              int64_t rows, int64_t pixels,
              llvm::function_ref<mlir::LogicalResult(int64_t row, int64_t pixel,
                                                     mlir::Value sum)>
                  store);
  mlir::LogicalResult emitDepthwiseChannel(mlir::Value image, mlir::Value row,
                                           int64_t rows, mlir::Value channel,
                                           mlir::Value words);
  mlir::LogicalResult emitDepthwiseColumns(mlir::Value image, mlir::Value row,
                                           int64_t rows);
  mlir::LogicalResult emitDepthwiseImage(mlir::Value image);
  mlir::LogicalResult emitDepthwiseRow(mlir::Value image, mlir::Value row);
  mlir::LogicalResult emitDepthwisePixels(mlir::Value image, mlir::Value row,
                                          mlir::Value first, int64_t pixels,
                                          bool isBorder);

  kernel::BlockedScheduleAttr schedule;
  mlir::Value scratch;
  /// What the sums start with, or null if it is 0, and whether the step adds
  /// it.
  mlir::Value init;
  bool isInitInStep = false;
  /// All pixels of all images are one row.
  bool isOneRow;
  /// The elements of a pixel are widened in registers.
  bool readsElements;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_BLOCKEDLOOPS_H
