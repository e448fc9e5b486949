//===- ColumnStepOps.cpp - Steps of depthwise windows of 3 x 3
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepVerification.h"
#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "tir/Dialect/Kernel/IR/ColumnSteps.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Checks that there are the weights of a window.
static LogicalResult verifyTaps(Operation *op, ValueRange taps, bool isOneRow,
                                bool mayBeOfTwo) {
  if ((isOneRow && taps.size() == 5) || (mayBeOfTwo && taps.size() == 6))
    return success();
  InFlightDiagnostic diag =
      op->emitOpError("has ")
      << taps.size() << " words of weights, expected the "
      << (mayBeOfTwo ? "6 of kernel.load_taps" : "5 of kernel.load_row_taps");
  if (!taps.empty())
    noteOrigin(diag, taps.front(), "the first word");
  return diag;
}

/// Checks that `sums` sums fit the registers.
static LogicalResult verifyNumSums(Operation *op, uint64_t sums) {
  if (sums <= kMostColumnSums)
    return success();
  return op->emitOpError("has ")
         << sums << " sums, expected at most " << kMostColumnSums
         << ", which fit the registers; make the block smaller";
}

LogicalResult DotColumnsOp::inferReturnTypes(MLIRContext *context,
                                             std::optional<Location>,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &types) {
  // The verifier reports a block that is too large.
  uint64_t sums = llvm::SaturatingMultiply<uint64_t>(adaptor.getRows(),
                                                     adaptor.getPixels());
  types.assign(std::min<uint64_t>(sums, 64), IntegerType::get(context, 32));
  return success();
}

LogicalResult DotColumnsOp::verify() {
  if (failed(verifyTaps(*this, getTaps(), getRows() == 1, /*mayBeOfTwo=*/true)))
    return failure();
  uint64_t sums = llvm::SaturatingMultiply<uint64_t>(getRows(), getPixels());
  if (failed(verifyNumSums(*this, sums)))
    return failure();
  int64_t columns = (getPixels() - 1) * getStride() + 3;
  return verifyReach(*this, getWords(), getAt(),
                     getNumColumnWords(getRows() + 2, columns), "words");
}

LogicalResult DotNextColumnsOp::inferReturnTypes(MLIRContext *context,
                                                 std::optional<Location>,
                                                 Adaptor adaptor,
                                                 SmallVectorImpl<Type> &types) {
  uint64_t sums =
      llvm::SaturatingAdd<uint64_t>(adaptor.getPixels(), adaptor.getBegins());
  types.assign(std::min<uint64_t>(sums, 64), IntegerType::get(context, 32));
  return success();
}

LogicalResult DotNextColumnsOp::verify() {
  if (failed(verifyTaps(*this, getTaps(), /*isOneRow=*/true,
                        /*mayBeOfTwo=*/false)) ||
      failed(verifyNumSums(
          *this, llvm::SaturatingAdd<uint64_t>(getPixels(), getBegins()))))
    return failure();
  RowWindows windows = getRowWindows();
  // A pair has two columns.
  int64_t together = std::min<int64_t>(windows.pixels, windows.getNumBegun());
  if (windows.begun != 0 && windows.begun != together) {
    InFlightDiagnostic diag = emitOpError("has ")
                              << windows.begun
                              << " sums of windows that have begun, expected "
                                 "none or "
                              << together;
    noteOrigin(diag, getBegun().front(), "the first sum");
    return diag;
  }
  int64_t last = windows.getNumColumns() - 1;
  for (int64_t pixel :
       llvm::seq(windows.pixels, windows.pixels + windows.begins))
    if (pixel * windows.stride / 2 != last / 2)
      return emitOpError("begins the window of pixel ")
             << pixel << " at column " << pixel * windows.stride
             << ", expected one of the pair of column " << last
             << ", with which the last pixel ends";
  return verifyReach(*this, getWords(), getAt(),
                     getNumColumnWords(3, windows.getNumColumns()), "words");
}

RowWindows DotNextColumnsOp::getRowWindows() {
  return {static_cast<int64_t>(getPixels()), static_cast<int64_t>(getStride()),
          static_cast<int64_t>(getBegun().size()),
          static_cast<int64_t>(getBegins())};
}

LogicalResult LoadTapsOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>, Adaptor,
                                           SmallVectorImpl<Type> &types) {
  types.assign(6, IntegerType::get(context, 32));
  return success();
}

LogicalResult LoadTapsOp::verify() {
  return verifyReach(*this, getWords(), getAt(), 3, "words");
}

LogicalResult LoadRowTapsOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location>, Adaptor,
                                              SmallVectorImpl<Type> &types) {
  types.assign(5, IntegerType::get(context, 32));
  return success();
}

LogicalResult LoadRowTapsOp::verify() {
  return verifyReach(*this, getWords(), getAt(), 3, "words");
}
