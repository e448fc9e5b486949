//===- ByteLanesBlocks.cpp - Blocks of pixels and channels of int8
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteLanesKernel.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// The channels of the smallest vectors.
constexpr int64_t kFewestLanes = 8;

ByteLanesBlocks::ByteLanesBlocks(const BlockedKernel &kernel, int64_t pixels,
                                 int64_t lanes, int64_t products)
    : kernel(kernel), blocks(kernel, pixels, lanes), products(products) {}

bool ByteLanesBlocks::isJoined() const {
  constexpr int64_t kFewChannels = 8;
  return !kernel.isDepthwise && kernel.kernelWidth > 1 &&
         kernel.dilationWidth == 1 && kernel.inputChannels <= kFewChannels &&
         kernel.inputChannels % products != 0;
}

int64_t ByteLanesBlocks::getSegment() const {
  if (kernel.isDepthwise)
    return kernel.kernelHeight;
  return (isJoined() ? kernel.kernelWidth : 1) * kernel.inputChannels;
}

int64_t ByteLanesBlocks::getNumSegments() const {
  return kernel.getProducts() / getSegment();
}

bool tir::isByteLanesKernel(const BlockedKernel &kernel) {
  auto isStatic = [](Value value) {
    auto type = dyn_cast<ShapedType>(value.getType());
    return !type || type.hasStaticShape();
  };
  if (kernel.isFloat || kernel.readsWords || kernel.storesWords ||
      !llvm::all_of(linalg::LinalgOp(kernel.conv)->getOperands(), isStatic))
    return false;
  // Columns of padding, and all positions of a depthwise window, are code.
  constexpr int64_t kMostPositions = 25, kMostSteps = 48;
  if (kernel.isDepthwise && kernel.getProducts() > kMostPositions)
    return false;
  int64_t borders = 0;
  for (const PixelBlock &block :
       LanesBlocks(kernel, /*pixels=*/4, kFewestLanes).getRow())
    borders += block.isBorder ? 1 : 0;
  return borders * kernel.kernelWidth <= kMostSteps;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

double ByteLanesBlocks::estimateBlock(const ByteVectors &vectors,
                                      int64_t pixels, int64_t channels) const {
  if (pixels == 0 || channels == 0)
    return 0;
  // What comes before the products of a block, and the rescale of a vector.
  constexpr double kBlock = 40, kRescale = 7, kLatency = 4;
  auto numVectors =
      static_cast<double>(llvm::divideCeil(channels, vectors.lanes));
  auto count = static_cast<double>(pixels);
  double sums = count * numVectors;
  // Four products take one instruction, two of which run in a cycle.
  double sum = products == 4 ? 0.5 : 1;
  if (kernel.isDepthwise) {
    auto groups =
        static_cast<double>(llvm::divideCeil(kernel.kernelHeight, products));
    int64_t columns =
        std::min((pixels - 1) * kernel.strideWidth + kernel.kernelWidth,
                 pixels * kernel.kernelWidth);
    double words = static_cast<double>(columns) *
                   (static_cast<double>(kernel.kernelHeight) + groups);
    return kBlock + numVectors * words +
           sums * (groups * static_cast<double>(kernel.kernelWidth) * sum +
                   kRescale);
  }
  auto groups = static_cast<double>(getWeightsOfChannel() / products);
  double operands =
      (count + numVectors) / 2 + (products == 4 ? 0 : numVectors / 2);
  return kBlock +
         groups * std::max({sums * sum + operands / 4, operands, kLatency}) +
         sums * kRescale;
}

uint64_t ByteLanesBlocks::estimate(const ByteVectors &vectors) const {
  int64_t row = kernel.getRowPixels(), rows = kernel.batch * kernel.height;
  if (isOneRowOfLanes(kernel))
    rows = 1;
  else
    row = kernel.width;
  auto getPixels = [&](int64_t pixels) {
    int64_t lanes = blocks.lanes;
    return static_cast<double>(kernel.channels / lanes) *
               estimateBlock(vectors, pixels, lanes) +
           estimateBlock(vectors, pixels, kernel.channels % lanes);
  };
  int64_t pixels = blocks.pixels;
  double cycles = static_cast<double>(rows) *
                  (static_cast<double>(row / pixels) * getPixels(pixels) +
                   getPixels(row % pixels));
  return static_cast<uint64_t>(cycles);
}

ByteLanesScheduleAttr ByteLanesBlocks::choose(const BlockedKernel &kernel,
                                              MLIRContext *context,
                                              const ByteVectors &vectors) {
  constexpr int64_t kMostPixels = 8, kMostLanes = 64;
  // Operands take some registers. The channels of a depthwise convolution are
  // computed one vector at a time.
  int64_t sums = vectors.registers * 3 / 4;
  int64_t channels = llvm::alignTo(kernel.channels, kFewestLanes);
  std::pair<int64_t, int64_t> best = {1, std::min(channels, vectors.lanes)};
  uint64_t least = UINT64_MAX;
  for (int64_t size = vectors.lanes; size <= kMostLanes; size += vectors.lanes)
    for (int64_t pixels = 1; pixels <= kMostPixels; ++pixels) {
      int64_t lanes = std::min(size, channels);
      int64_t together = kernel.isDepthwise ? 1 : lanes / vectors.lanes;
      if (pixels * together > sums || size - lanes >= vectors.lanes)
        continue;
      ByteLanesBlocks blocks(kernel, pixels, lanes, vectors.products);
      uint64_t cycles = blocks.estimate(vectors);
      if (blocks.blocks.pixels == pixels && cycles < least) {
        least = cycles;
        best = {pixels, lanes};
      }
    }
  return ByteLanesScheduleAttr::get(context, best.first, best.second,
                                    vectors.products);
}
