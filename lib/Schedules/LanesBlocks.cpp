//===- LanesBlocks.cpp - Blocks of pixels and channels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LanesKernel.h"

using namespace mlir;
using namespace tir;

bool tir::hasPackedWeights(const BlockedKernel &kernel) {
  return !kernel.isDepthwise && !kernel.isMatrix;
}

/// Returns whether pixels have one number, as a batch has in a step of a
/// recurrent layer. It is their position then, whatever the kernel reads.
static bool hasOneDimension(const BlockedKernel &kernel) {
  bool isPointwise = true;
  kernel.forSums([&](const BlockedKernel &sum) {
    isPointwise &= !sum.isDepthwise && !sum.isMatrix && sum.isPointwise() &&
                   !(sum.hasPlanes && sum.batch > 1);
  });
  return isPointwise && kernel.isFloat &&
         (kernel.batch > 1) + (kernel.height > 1) + (kernel.width > 1) <= 1;
}

bool tir::isOneRowOfLanes(const BlockedKernel &kernel) {
  if (hasOneDimension(kernel))
    return true;
  return kernel.others.empty() && !kernel.isMatrix && kernel.isOneRow() &&
         !(kernel.hasPlanes && kernel.batch > 1);
}

/// Returns the pixels of a row.
static int64_t getRowPixels(const BlockedKernel &kernel) {
  return isOneRowOfLanes(kernel) ? kernel.batch * kernel.height * kernel.width
                                 : kernel.width;
}

/// Returns the rows of all images.
static int64_t getNumRows(const BlockedKernel &kernel) {
  return isOneRowOfLanes(kernel) ? 1 : kernel.batch * kernel.height;
}

bool tir::isLanesKernel(const BlockedKernel &kernel) {
  auto isStatic = [](Value value) {
    return cast<ShapedType>(value.getType()).hasStaticShape();
  };
  bool hasAll = true;
  kernel.forSums([&](const BlockedKernel &sum) {
    // A vector of a depthwise convolution has neighbouring channels.
    hasAll &= !(sum.isDepthwise && sum.hasPlanes) && sum.channels >= 4 &&
              llvm::all_of(linalg::LinalgOp(sum.conv)->getOperands(), isStatic);
  });
  if (!hasAll)
    return false;
  constexpr int64_t kMostSteps = 64;
  return LanesBlocks(kernel, /*pixels=*/4, /*lanes=*/8).getNumBorderSteps() <=
         kMostSteps;
}

LanesBlocks::LanesBlocks(const BlockedKernel &kernel, int64_t pixels,
                         int64_t lanes)
    : pixels(std::min(pixels, getRowPixels(kernel))), lanes(lanes),
      kernel(kernel) {}

std::pair<int64_t, int64_t> LanesBlocks::getColumns(const BlockedKernel &kernel,
                                                    int64_t pixel) {
  if (!kernel.pad)
    return {0, kernel.kernelWidth};
  int64_t left = pixel * kernel.strideWidth - kernel.padLeft;
  int64_t begin = kernel.kernelWidth, end = 0;
  for (int64_t column = 0; column < kernel.kernelWidth; ++column) {
    int64_t place = left + column * kernel.dilationWidth;
    if (place < 0 || place >= kernel.inputWidth)
      continue;
    begin = std::min(begin, column);
    end = column + 1;
  }
  return {std::min(begin, end), end};
}

/// Returns the pixels from `first` on, up to `end`, whose windows have the same
/// columns of padding.
static int64_t countSame(const BlockedKernel &kernel, int64_t first,
                         int64_t end) {
  auto columns = LanesBlocks::getColumns(kernel, first);
  int64_t pixel = first + 1;
  while (pixel < end && LanesBlocks::getColumns(kernel, pixel) == columns)
    ++pixel;
  return pixel - first;
}

SmallVector<PixelBlock> LanesBlocks::getRow() const {
  SmallVector<PixelBlock> blocks;
  int64_t row = getRowPixels(kernel);
  for (int64_t first = 0; first < row; first += blocks.back().pixels) {
    PixelBlock block = {first, std::min(pixels, row - first)};
    block.isUniform = hasUniformBlocks();
    if (block.isUniform)
      block.pixels = countSame(kernel, first, first + block.pixels);
    kernel.forSums([&](const BlockedKernel &sum) {
      for (int64_t pixel = first; sum.pad && pixel < first + block.pixels;
           ++pixel)
        block.isBorder |= getColumns(sum, pixel) !=
                          std::pair<int64_t, int64_t>(0, sum.kernelWidth);
    });
    if (!blocks.empty() && !block.isBorder && !blocks.back().isBorder &&
        blocks.back().pixels == block.pixels)
      ++blocks.back().times;
    else
      blocks.push_back(block);
  }
  return blocks;
}

int64_t LanesBlocks::getNumBorderSteps() const {
  int64_t columns = 0, steps = 0;
  kernel.forSums([&](const BlockedKernel &sum) { columns += sum.kernelWidth; });
  for (const PixelBlock &block : getRow())
    steps += !block.isBorder ? 0 : block.isUniform ? 1 : columns;
  return steps;
}

bool LanesBlocks::needsScratch() const {
  return !LanesOutputs::find(kernel) ||
         llvm::any_of(getRow(), [](const PixelBlock &block) {
           return block.isBorder && !block.isUniform;
         });
}

bool LanesBlocks::isByChannels() const {
  // Half of a small second-level cache.
  constexpr int64_t kBytes = 131072;
  int64_t weights = 0, input = 0, rows = getNumRows(kernel);
  kernel.forSums([&](const BlockedKernel &sum) {
    weights += sum.getProducts() * sum.channels;
    input += sum.inputHeight * sum.inputWidth * sum.inputChannels;
  });
  if (kernel.isDepthwise || weights * (kernel.isFloat ? 4 : 1) <= kBytes)
    return false;
  return weights * rows * llvm::divideCeil(getRowPixels(kernel), pixels) >
         kernel.batch * input * llvm::divideCeil(kernel.channels, lanes);
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// Returns how many vectors have these channels. What is left of them is in
/// smaller and smaller vectors.
static int64_t getNumVectors(int64_t channels, int64_t lanes) {
  return channels / lanes + llvm::popcount<uint64_t>(channels % lanes);
}

/// Returns the cycles in which a small first-level cache gets the weights.
double LanesBlocks::estimateWeights() const {
  constexpr double kFirst = 32768, kSecond = 524288;
  double bytes = 0;
  kernel.forSums([&](const BlockedKernel &sum) {
    if (!sum.isDepthwise)
      bytes += 4 * static_cast<double>(sum.getProducts() * sum.channels);
  });
  if (!kernel.isFloat || bytes <= kFirst)
    return 0;
  double matrices = kernel.isMatrix ? static_cast<double>(kernel.batch) : 1;
  double passes =
      isByChannels()
          ? matrices
          : static_cast<double>(getNumRows(kernel) *
                                llvm::divideCeil(getRowPixels(kernel), pixels));
  double bytesInACycle = bytes <= kSecond ? 48 : 20;
  return bytes * passes / bytesInACycle;
}

uint64_t LanesBlocks::estimate(const FloatVectors &vectors) const {
  // What comes before the products of a block, and what is done with a sum.
  constexpr double kBlock = 30, kOutput = 1.5, kLatency = 4;
  // A product and a sum of a Cortex-M4 take a cycle each.
  constexpr double kScalarLoad = 1.25, kScalarLoop = 4;
  double products = 0;
  kernel.forSums([&](const BlockedKernel &sum) {
    products += static_cast<double>(sum.getProducts());
  });
  auto getBlock = [&](int64_t count, int64_t channels) -> double {
    if (count == 0 || channels == 0)
      return 0;
    auto numVectors =
        static_cast<double>(getNumVectors(channels, vectors.lanes));
    double sums = static_cast<double>(count) * numVectors;
    // A product and a sum each, and loads beside them.
    double loads = kernel.isDepthwise ? sums + numVectors
                                      : static_cast<double>(count) + numVectors;
    double product = vectors.areScalar()
                         ? 2 * sums + loads * kScalarLoad + kScalarLoop
                         : std::max({sums + loads / 4, kLatency, loads / 2});
    return kBlock + products * product +
           static_cast<double>(count * channels) * kOutput;
  };
  auto getPixels = [&](int64_t count) {
    return static_cast<double>(kernel.channels / lanes) *
               getBlock(count, lanes) +
           getBlock(count, kernel.channels % lanes);
  };
  int64_t row = getRowPixels(kernel);
  double cycles = static_cast<double>(getNumRows(kernel)) *
                  (static_cast<double>(row / pixels) * getPixels(pixels) +
                   getPixels(row % pixels));
  return static_cast<uint64_t>(std::max(cycles, estimateWeights()));
}

std::pair<int64_t, int64_t> LanesBlocks::choose(const BlockedKernel &kernel,
                                                const FloatVectors &vectors) {
  constexpr int64_t kMostPixels = 8, kFewestLanes = 4, kMostLanes = 64;
  // Operands take some registers; without vectors, so do products.
  int64_t sums =
      vectors.areScalar() ? vectors.registers / 2 : vectors.registers * 3 / 4;
  int64_t step = std::max(vectors.lanes, kFewestLanes);
  std::pair<int64_t, int64_t> best = {1, step};
  uint64_t least = UINT64_MAX;
  for (int64_t lanes = step; lanes <= kMostLanes; lanes += step)
    for (int64_t pixels = 1; pixels <= kMostPixels; ++pixels) {
      bool isLarge = lanes > step && lanes > kernel.channels;
      if (isLarge || pixels * (lanes / vectors.lanes) > sums ||
          pixels > getRowPixels(kernel))
        continue;
      uint64_t cycles = LanesBlocks(kernel, pixels, lanes).estimate(vectors);
      if (cycles < least) {
        least = cycles;
        best = {pixels, lanes};
      }
    }
  // No weights are padded if one vector has all channels.
  best.second = std::min(best.second, kernel.channels);
  return best;
}
