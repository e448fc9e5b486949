//===- VectorSchedule.cpp - Blocks of pixels by steps that are written as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorSchedule.h"

#include "BlocksModel.h"
#include "VectorKernel.h"
#include "VectorRescale.h"

#include "tir/Steps/Steps.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The products of a row are a whole number of vectors of 16 int8 elements.
constexpr int64_t kVector = 16;
/// The most channels that are computed together.
constexpr int64_t kMostTogether = 64;

/// Whether there are steps for windows of columns of words.
static bool hasColumns(const BlockedKernel &kernel) {
  constexpr int64_t kMostRows = 4, kMostColumns = 4;
  return kernel.isDepthwise && kernel.kernelHeight <= kMostRows &&
         kernel.kernelWidth <= kMostColumns && kernel.dilationWidth == 1;
}

/// Returns the pixels of the largest block: blocks of a row are about as large
/// as each other.
static int64_t getMostPixels(const BlockedKernel &kernel) {
  constexpr int64_t kMostPixels = 3, kMostWindows = 6;
  int64_t pixels = kernel.getRowPixels();
  if (kernel.isDepthwise)
    return hasColumns(kernel)
               ? llvm::divideCeil(pixels,
                                  llvm::divideCeil(pixels, kMostWindows))
               : 1;
  return std::min(pixels, kMostPixels);
}

VectorBlocks::VectorBlocks(const BlockedKernel &kernel, int64_t most)
    : kernel(kernel), pixels(std::min(most, getMostPixels(kernel))) {
  bool isByColumns = hasColumns(kernel) && pixels > 1;
  channels = kernel.getTogether(isByColumns ? kMostTogether / 2 : kMostTogether,
                                kVector);
  sums = pixels * channels;
  if (isByColumns) {
    rowSize = kVector;
    columns = getColumns(pixels) * channels + kVector - 1;
  } else if (kernel.isDepthwise) {
    rowSize = kernel.channels;
    sums = llvm::alignTo(channels, kVector);
    padding = kernel.pad ? channels : 0;
  } else {
    rowSize = llvm::alignTo(kernel.getProducts(), kVector);
    copies = isDirect() ? 0 : pixels * rowSize;
  }
  if (isBySegments())
    copies = kernel.kernelHeight * getColumns(pixels) * kernel.inputChannels;
  if (VectorSum::find(kernel))
    elements = pixels * channels;
}

bool VectorBlocks::isBySegments() const {
  // The products of a vector that is not whole cost more than a copy.
  return !kernel.isDepthwise && !isDirect() && kernel.dilationWidth == 1 &&
         kernel.getSegment() % kVector == 0;
}

bool tir::isVectorKernel(const BlockedKernel &kernel) {
  constexpr int64_t kMostPositions = 32;
  return !kernel.readsWords && !kernel.storesWords &&
         (!kernel.isDepthwise || kernel.getProducts() <= kMostPositions);
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

namespace {
/// The instructions of the steps of a family.
class StepCosts {
public:
  StepCosts(const VectorBlocks &blocks, StringRef family)
      : kernel(blocks.kernel), blocks(blocks), family(family) {}

  double ofKernel() const {
    int64_t rows = kernel.isOneRow() ? 1 : kernel.batch * kernel.height;
    int64_t row = kernel.getRowPixels(), rest = row % blocks.pixels;
    return rows * (row / blocks.pixels * ofPixels(blocks.pixels) +
                   (rest != 0 ? ofPixels(rest) : 0));
  }

private:
  double of(StringRef step, ArrayRef<int64_t> sizes) const {
    return findStep((family + "_" + step).str())->getCost(sizes);
  }
  /// Of all channels of neighbouring pixels.
  double ofPixels(int64_t pixels) const {
    constexpr double kBlock = 20;
    double cost = kBlock;
    if (blocks.copies != 0 && !blocks.isBySegments())
      cost += pixels * kernel.getNumSegments() *
              of("copy_row", {kernel.getSegment(), 0});
    int64_t rest = kernel.channels % blocks.channels;
    cost +=
        kernel.channels / blocks.channels * ofChannels(pixels, blocks.channels);
    return cost + (rest != 0 ? ofChannels(pixels, rest) : 0);
  }
  double ofChannels(int64_t pixels, int64_t channels) const {
    double sums = blocks.elements != 0
                      ? of("add_elements", {0, 0, 0, 0, INT8_MIN, INT8_MAX, 0,
                                            0, pixels, channels})
                      : 0;
    return sums + ofProducts(pixels, channels) +
           of("requantize",
              {0, 0, /*by_sign=*/0, INT8_MIN, INT8_MAX, pixels, channels});
  }

  double ofProducts(int64_t pixels, int64_t channels) const {
    if (blocks.isBySegments())
      return of("dot_segments", {kernel.kernelHeight, blocks.getColumns(pixels),
                                 0, kernel.inputChannels, kernel.strideWidth,
                                 kernel.getSegment(), pixels, channels, 0});
    if (!kernel.isDepthwise)
      return of("dot_rows",
                {0, kernel.getProducts(), blocks.rowSize, pixels, channels});
    if (!blocks.isByColumns())
      return of("dot_window",
                {kernel.kernelHeight, kernel.kernelWidth, 0, 0, 0, channels});
    return of("interleave_rows",
              {kernel.kernelHeight, blocks.getColumns(pixels), 0,
               kernel.channels, channels, 0}) +
           of("dot_columns",
              {kernel.kernelWidth, kernel.strideWidth, pixels, channels});
  }

  const BlockedKernel &kernel;
  const VectorBlocks &blocks;
  StringRef family;
};
} // namespace

uint64_t VectorBlocks::estimate(StringRef family) const {
  double steps = StepCosts(*this, family).ofKernel();
  int64_t outputs =
      kernel.batch * kernel.height * kernel.width * kernel.channels;
  // What comes after the rescale, element by element.
  constexpr int64_t kOperation = 12;
  int64_t others = 0;
  for (Operation *op : kernel.epilogue)
    others += isa<linalg::LinalgOp>(op) && op != kernel.addBias ? 1 : 0;
  others -= elements != 0 ? 1 : 0;
  return static_cast<uint64_t>(steps) +
         std::max<int64_t>(others - 1, 0) * outputs * kOperation;
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

namespace {
struct VectorModel : BlocksModel<VectorModel, VectorScheduleAttr> {
  static constexpr StringLiteral kExpected =
      "one convolution of int8 tensors with weights from rows of a buffer";

  static VectorBlocks getBlocks(const BlockedKernel &kernel,
                                Schedule schedule) {
    return {kernel, schedule.getPixels()};
  }
  static bool canCompute(const BlockedKernel &kernel) {
    return isVectorKernel(kernel);
  }
  static bool isLaidOut(const BlockedKernel &kernel, Schedule) {
    return kernel.hasRows;
  }

  static LogicalResult verify(FunctionOpInterface kernel,
                              const BlockedKernel &matched, Schedule schedule) {
    VectorBlocks blocks = getBlocks(matched, schedule);
    auto weights = cast<MemRefType>(matched.weights.getType());
    if (weights.getDimSize(1) != blocks.rowSize ||
        matched.hasWindows != blocks.isByColumns())
      return kernel->emitOpError("has rows of ")
             << weights.getDimSize(1) << " weights, expected " << blocks.rowSize
             << (blocks.isByColumns() ? " with the window of a channel" : "");
    SmallVector<std::pair<int64_t, unsigned>> expected = {{blocks.sums, 32}};
    if (blocks.columns != 0)
      expected.emplace_back(blocks.columns, 32);
    for (int64_t bytes : {blocks.copies, blocks.padding, blocks.elements})
      if (bytes != 0)
        expected.emplace_back(bytes, 8);
    return KernelArguments::verifyScratches(kernel, expected, "#kernel.vector",
                                            blocks.pixels);
  }

  static uint64_t estimate(const BlockedKernel &kernel, Schedule schedule,
                           const TargetOptions &) {
    return getBlocks(kernel, schedule).estimate(schedule.getFamily());
  }

  static ScheduleMemory getMemory(const BlockedKernel &kernel,
                                  Schedule schedule, uint64_t numCalls) {
    VectorBlocks blocks = getBlocks(kernel, schedule);
    uint64_t scratch = 4 * (blocks.sums + blocks.columns) + blocks.copies +
                       blocks.padding + blocks.elements;
    // What clang -O2 makes for a Cortex-M55, for whole blocks and for the rest.
    constexpr uint64_t kKernel = 500, kNumbers = 8;
    uint64_t padding =
        kernel.isDepthwise && !blocks.isByColumns()
            ? 0
            : kernel.channels * (blocks.rowSize - kernel.getProducts());
    return {scratch,
            kKernel + numCalls * (padding + kNumbers * kernel.channels)};
  }

  static ReadProgress getProgress(const BlockedKernel &kernel,
                                  Schedule schedule, unsigned input) {
    VectorBlocks blocks = getBlocks(kernel, schedule);
    // The pixels of a block are copied, or multiplied with all channels, before
    // the first of the block's elements is stored.
    bool readsFirst = (blocks.copies != 0 && !blocks.isBySegments()) ||
                      blocks.channels == kernel.channels;
    if (readsFirst && kernel.readsOnlyPixels(input))
      return {kernel.channels, /*delay=*/0};
    // The elements of a block are stored in the order of its channels.
    return {/*unit=*/1, blocks.pixels * kernel.channels};
  }

  static constexpr auto layOutKernel = layOutVectorKernel;
  static constexpr auto lower = lowerVectorKernel;

  static std::string describe(const BlockedKernel &kernel, Schedule schedule) {
    VectorBlocks blocks = getBlocks(kernel, schedule);
    return describeBlock(/*rows=*/1, blocks.pixels, blocks.channels) +
           "; weights: a row of " + std::to_string(blocks.rowSize) +
           (kernel.isDepthwise && !blocks.isByColumns()
                ? " for each position of the window"
                : " for each channel");
  }
};

/// Proposes blocks for processors for which there are steps.
struct VectorProvider : public BlocksProvider<VectorModel> {
  bool servesTarget(const TargetOptions &target) const override {
    // Objects need the bitcode, and C and objects have the same schedules.
    return !target.triple.empty() && hasMVE(target) &&
           llvm::none_of(getMVESteps(), [](const StepDescription &step) {
             return step.bitcode.empty();
           });
  }

  void proposeBlocks(const BlockedKernel &kernel, const TargetOptions &target,
                     Schedules &schedules) const override {
    int64_t pixels = getMostPixels(kernel);
    auto propose = [&](int64_t count) {
      add(schedules,
          VectorScheduleAttr::get(kernel.conv->getContext(), "mve", count));
    };
    propose(pixels);
    // One pixel at a time takes less memory.
    if (pixels > 1)
      propose(1);
  }
};
} // namespace

void tir::registerVectorSchedule(KernelDialect &dialect) {
  registerBlocks<VectorModel, VectorProvider>(dialect);
}
