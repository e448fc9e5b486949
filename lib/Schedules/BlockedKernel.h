//===- BlockedKernel.h - A convolution that #kernel.blocked can compute
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_BLOCKEDKERNEL_H
#define TIR_LIB_SCHEDULES_BLOCKEDKERNEL_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include <vector>

namespace tir {

/// A kernel whose main operation is a convolution of int8, int16 or f32 tensors
/// in the layout NHWC, and whose other operations compute each output element
/// from the sum at the same position. The weights have the layout OHWI, and
/// HWCM with one output for each channel if the convolution is depthwise.
struct BlockedKernel {
  /// Whether the elements are floats. Each row of a product with a matrix then
  /// is a pixel; `batch` matrices are multiplied.
  bool isFloat = false, isMatrix = false;
  /// Whether each channel of the input is a plane of its own (NCHW). Only
  /// inputs of floats are.
  bool hasPlanes = false;
  bool isDepthwise = false;
  /// Whether the elements of the input are int16, and the sums int64.
  bool isWide = false, hasLongSums = false;
  mlir::linalg::LinalgOp conv;
  /// The padding of the input, or null.
  mlir::tensor::PadOp pad;
  mlir::bufferization::MaterializeInDestinationOp store;
  mlir::BlockArgument input, weights;
  /// Whether the input and the stored elements are words
  /// (`kernel.narrow_words`, `kernel.widen_words`).
  bool readsWords = false, storesWords = false;
  /// Whether the weights are words in the layout of a step, each weight is a
  /// byte of its own, and the elements of a word are neighbours.
  bool hasWords = false, hasBytes = false, hasOrder = false;
  /// Whether the words are for windows of which one row is computed at a
  /// time.
  bool hasRowTaps = false;
  /// Whether the weights are bytes in the layout of `#kernel.scalar`, and 128
  /// was added to each.
  bool hasChannels = false, hasExcess = false;
  /// The channels whose weights lie together in the layout of `#kernel.lanes`,
  /// or 0 if they are in another one.
  int64_t lanes = 0;
  /// Whether there is an argument for the words of a block.
  bool hasScratch = false;
  /// Whether the weights are rows in the layout of `#kernel.portable` or
  /// `#kernel.vector`, and whether each has the window of a depthwise channel.
  bool hasRows = false, hasWindows = false;
  /// The operation that adds the biases to the sums, or null.
  mlir::linalg::GenericOp addBias;
  /// The operations from the convolution (exclusive) to the store (exclusive).
  llvm::SmallVector<mlir::Operation *> epilogue;
  /// Whether one of these results is read several times. Only kernels of floats
  /// have such.
  bool isForked = false;
  /// Other sums of products, of the same kind, for the same elements. The
  /// operations after them join those after this one. Only kernels of floats
  /// have such.
  std::vector<BlockedKernel> others;

  int64_t batch, inputHeight, inputWidth, inputChannels;
  /// The rows of an image and the columns of a row in memory. The convolution
  /// may leave out the last ones.
  int64_t imageHeight, rowWidth;
  int64_t height, width, channels;
  int64_t kernelHeight, kernelWidth;
  int64_t strideHeight, strideWidth, dilationHeight, dilationWidth;
  int64_t padTop = 0, padLeft = 0;
  /// What the input is padded with, and what is subtracted from its elements.
  int64_t paddingValue = 0, zeroPoint = 0;

  int64_t getProducts() const {
    return kernelHeight * kernelWidth * (isDepthwise ? 1 : inputChannels);
  }
  /// Consecutive elements of the input that belong to one row of the window, or
  /// to one of its positions if the window is dilated.
  int64_t getSegment() const {
    return dilationWidth == 1 ? kernelWidth * inputChannels : inputChannels;
  }
  /// Whether a step leaves its sums in memory, as steps do that read int16
  /// elements where they are.
  bool storesSums(kernel::BlockedScheduleAttr schedule) const {
    return isWide && (isDepthwise ? !isByColumns() : readsElements(schedule));
  }
  /// Whether words of the pixels and of the weights have two neighbours.
  bool hasHalves() const { return isWide && !isDepthwise; }
  /// The least and the largest element of the input.
  int64_t getLeast() const { return isWide ? INT16_MIN : INT8_MIN; }
  int64_t getMost() const { return isWide ? INT16_MAX : INT8_MAX; }
  /// Calls `visit` with this sum of products and with the others.
  void forSums(llvm::function_ref<void(const BlockedKernel &)> visit) const {
    visit(*this);
    llvm::for_each(others, visit);
  }
  int64_t getNumSegments() const { return getProducts() / getSegment(); }
  /// Whether the windows of a block share the words of the columns that they
  /// have in common. The words of each window then begin with a group of four
  /// elements. With few channels, `kernel.dot_pairs` would multiply few words
  /// at a time.
  bool sharesColumns() const {
    constexpr int64_t kLeastPitch = 16;
    int64_t pitch = strideWidth * inputChannels;
    return !isDepthwise && dilationWidth == 1 && strideWidth <= kernelWidth &&
           pitch >= kLeastPitch && pitch % 4 == 0 && getSegment() % 4 == 0;
  }
  /// Whether a step widens windows of few words that share nothing, together.
  /// All of their rows are in the input.
  bool widensWindows(int64_t pixels) const;
  /// Consecutive elements of the input that belong to one row of a block's
  /// windows, or of one window if they share nothing.
  int64_t getBlockSegment(int64_t pixels) const {
    return sharesColumns()
               ? getSegment() + (pixels - 1) * strideWidth * inputChannels
               : getSegment();
  }
  /// Whether `#kernel.blocked` has steps for the kernel: kernel.dot_taps
  /// computes four channels together.
  bool isBlockable() const {
    if (isDepthwise && hasLongSums)
      return false;
    return !isDepthwise || isByColumns() || channels % 4 == 0;
  }
  /// Returns how many channels are computed together: all of them if they are
  /// at most `most`, or else parts of the same size if there are such, of whole
  /// vectors and at least half as large.
  int64_t getTogether(int64_t most, int64_t vector) const;
  /// The words that a pixel is multiplied as.
  int64_t getWords() const;
  /// Whether a depthwise kernel is computed row by row by `kernel.dot_columns`.
  bool isByColumns() const {
    return isDepthwise && kernelHeight == 3 && kernelWidth == 3 &&
           dilationWidth == 1 && (width >= 3 || channels % 4 != 0);
  }
  /// The rows that a depthwise kernel by columns computes together: two rows of
  /// windows have two of their rows in common.
  int64_t getRowsTogether() const {
    return strideHeight == 1 && dilationHeight == 1 && height > 1 ? 2 : 1;
  }
  /// Whether windows have rows above or below the input.
  bool hasRowsOfPadding() const {
    return padTop != 0 ||
           (height - 1) * strideHeight + (kernelHeight - 1) * dilationHeight >=
               inputHeight;
  }
  /// The columns that the windows of a row cover.
  int64_t getRowColumns() const {
    return (width - 1) * strideWidth + (kernelWidth - 1) * dilationWidth + 1;
  }
  /// The words of a channel's columns, for some rows of a depthwise kernel by
  /// columns.
  int64_t getColumnWords(int64_t rows) const;
  /// The words that the schedule needs besides inputs and outputs.
  int64_t getScratchWords(kernel::BlockedScheduleAttr schedule) const;
  /// The same if the weights are in their final layout.
  int64_t getFinalScratchWords(kernel::BlockedScheduleAttr schedule) const {
    return readsRows(schedule) ? channels : getScratchWords(schedule);
  }
  /// The pixels of a good block, and the most that a block can have.
  int64_t choosePixels() const;
  int64_t getMaxPixels() const;
  /// Whether a block by columns is computed and stored one or two pixels at a
  /// time (`kernel.dot_next_columns`).
  bool isChain(int64_t pixels) const {
    return pixels > kernel::kMostColumnSums;
  }
  /// Whether blocks of one row by columns begin with the first column of a
  /// pair, as `kernel.dot_columns` needs them.
  bool keepsPairs(int64_t pixels) const {
    return strideWidth % 2 == 0 || pixels % 2 == 0 || pixels >= width;
  }
  /// The cycles of a Cortex-M4 for all channels of a block, and for the blocks
  /// of a row.
  int64_t estimateBlock(int64_t pixels) const;
  int64_t estimateRow(int64_t pixels) const;
  /// The cycles of a Cortex-M4 for the blocks of one row of a channel, by
  /// columns.
  int64_t estimateBlocks(int64_t pixels) const;
  /// The pixels of the largest block.
  int64_t getBlockPixels(kernel::BlockedScheduleAttr schedule) const;
  /// The pairs of channels that are multiplied with that many pixels at once.
  int64_t getPairs(int64_t pixels) const;
  /// Whether blocks with different channels run the same code.
  bool hasChannelLoop(kernel::BlockedScheduleAttr schedule) const;
  /// Whether a block is one pixel whose elements follow each other in the
  /// input. They are widened in registers then, each time they are multiplied.
  bool readsElements(kernel::BlockedScheduleAttr schedule) const;
  /// Whether the weights are as the application passes them, and a lone pixel
  /// is multiplied with their rows.
  bool readsRows(kernel::BlockedScheduleAttr schedule) const {
    return !hasWords && !isFloat && !isWide && readsElements(schedule);
  }
  /// Whether all pixels of all images are computed as one row.
  bool isOneRow() const {
    return !isDepthwise && isPointwise() && isEpilogueByChannel();
  }
  /// The pixels of a row.
  int64_t getRowPixels() const {
    return isOneRow() ? batch * height * width : width;
  }
  /// Whether the constants have got the layout of a schedule.
  bool hasLayout() const {
    return hasWords || hasScratch || hasChannels || lanes != 0;
  }
  /// Whether the constants are in the layout of the schedule.
  bool isLaidOut() const { return hasWords || (isDepthwise && !isByColumns()); }
  /// Returns what the sums of products start with, or null if it is 0.
  mlir::Value getInit() const;
  /// Whether each pixel is computed from the input's pixel at the same position
  /// only.
  bool isPointwise() const;
  /// Whether the only window of an image has consecutive elements, in the order
  /// of the weights.
  bool isOneWindow() const;
  /// Whether blocks can multiply the pixels without widening them first, if
  /// they are words.
  bool canReadWords() const {
    return isOneRow() && hasWords && !isWide && inputChannels % 2 == 0;
  }
  /// Whether the kernel reads argument `index` only as the convolution's input.
  bool readsOnlyPixels(unsigned index) const;
  /// Whether the epilogue reads nothing that depends on the pixel, except for
  /// the sum.
  bool isEpilogueByChannel() const;
};

/// Returns what a schedule computes together, such as `blocks of 3 pixels x 2
/// channels`. Several rows come first.
std::string describeBlock(int64_t rows, int64_t pixels, int64_t channels);

/// Returns the argument whose elements `tensor` has, or null.
mlir::BlockArgument getReadArgument(mlir::Value tensor);

/// Returns whether `map` selects the last dimension, so that an operand has one
/// element for each channel.
bool isChannelMap(mlir::AffineMap map);

/// Returns the kernel in the terms of the schedule, or std::nullopt if it is
/// something else. The input has int8 elements.
std::optional<BlockedKernel>
matchBlockedKernel(mlir::FunctionOpInterface kernel);
/// The same of a kernel whose input has int8 or int16 elements.
std::optional<BlockedKernel>
matchIntegerKernel(mlir::FunctionOpInterface kernel);
/// The same of a kernel that sums products of floats.
std::optional<BlockedKernel> matchFloatKernel(mlir::FunctionOpInterface kernel);

/// Gives the constants of a kernel the layout of the schedule, here and in its
/// calls. Returns failure, with nothing changed and without an error, if the
/// schedule cannot compute the kernel with the constants of one of the calls.
mlir::LogicalResult layOutBlockedKernel(mlir::FunctionOpInterface kernel,
                                        kernel::BlockedScheduleAttr schedule,
                                        llvm::ArrayRef<mlir::Operation *> calls,
                                        mlir::SymbolTable &symbols);

/// Returns the constants with the weights of a kernel, which `calls` pass on
/// memrefs, or nothing if some are not constants, or something else reads them.
llvm::SmallVector<mlir::memref::GlobalOp>
findWeightConstants(const BlockedKernel &kernel,
                    llvm::ArrayRef<mlir::Operation *> calls,
                    mlir::SymbolTable &symbols);

/// Gives the weights of a kernel that reads words the order of these.
void orderBlockedWeights(const BlockedKernel &kernel,
                         llvm::ArrayRef<mlir::Operation *> calls,
                         mlir::SymbolTable &symbols);

/// Replaces the store of a kernel that is laid out by loops. `scratch` is null
/// if the kernel needs none.
mlir::LogicalResult lowerBlockedKernel(const BlockedKernel &kernel,
                                       kernel::BlockedScheduleAttr schedule,
                                       mlir::Value scratch);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_BLOCKEDKERNEL_H
