//===- PortableSchedule.cpp - Blocks of pixels for vector instructions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PortableSchedule.h"

#include "BlocksModel.h"
#include "PortableKernel.h"

#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "llvm/TargetParser/Triple.h"

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

PortableBlocks::PortableBlocks(const BlockedKernel &kernel, int64_t pixels)
    : pixels(std::min(kernel.isDepthwise ? 1 : pixels, kernel.getRowPixels())),
      channels(kernel.isDepthwise ? kernel.getTogether(kMostTogether, kVector)
                                  : std::min(kVector, kernel.channels)),
      rowSize(kernel.isDepthwise
                  ? kernel.channels
                  : llvm::alignTo(kernel.getProducts(), kVector)),
      sums(this->pixels * channels),
      numbers(kernel.isDepthwise ? 0 : this->pixels * rowSize),
      padding(kernel.isDepthwise && kernel.pad ? channels : 0) {}

int64_t PortableBlocks::choosePixels(const BlockedKernel &kernel,
                                     int64_t maxPixels) {
  if (kernel.isDepthwise)
    return 1;
  // The numbers of a block should not take much memory.
  constexpr int64_t kMostNumbers = 2304;
  int64_t rowSize = PortableBlocks(kernel, 1).rowSize;
  int64_t most = std::clamp<int64_t>(kMostNumbers / rowSize, 1, maxPixels);
  // A vector of weights takes three instructions, and three more for each
  // pixel that it is multiplied with.
  auto getCost = [](int64_t pixels) {
    return pixels == 0 ? 0 : 3 + 3 * pixels;
  };
  int64_t row = kernel.getRowPixels(), best = 1;
  uint64_t least = UINT64_MAX;
  for (int64_t pixels = std::min(most, row); pixels > 0; --pixels) {
    uint64_t cost = row / pixels * getCost(pixels) + getCost(row % pixels);
    if (cost < least) {
      least = cost;
      best = pixels;
    }
  }
  return best;
}

bool tir::isPortable(const BlockedKernel &kernel) {
  constexpr int64_t kMostPositions = 32;
  return !kernel.isDepthwise || kernel.getProducts() <= kMostPositions;
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

namespace {
struct PortableModel : BlocksModel<PortableModel, PortableScheduleAttr> {
  static constexpr StringLiteral kExpected =
      "one convolution of int8 tensors with weights from rows of a buffer";

  static PortableBlocks getBlocks(const BlockedKernel &kernel,
                                  Schedule schedule) {
    return {kernel, schedule.getPixels()};
  }
  static bool canCompute(const BlockedKernel &kernel) {
    return isPortable(kernel);
  }
  static bool isLaidOut(const BlockedKernel &kernel, Schedule) {
    return kernel.hasRows;
  }

  static LogicalResult verify(FunctionOpInterface kernel,
                              const BlockedKernel &matched, Schedule schedule) {
    int64_t pixels = schedule.getPixels();
    if (matched.isDepthwise && pixels != 1)
      return kernel->emitOpError("has blocks of ")
             << pixels
             << " pixels, expected 1: it is a depthwise convolution, which "
                "computes one pixel at a time";
    PortableBlocks blocks = getBlocks(matched, schedule);
    auto weights = cast<MemRefType>(matched.weights.getType());
    if (weights.getDimSize(1) != blocks.rowSize)
      return kernel->emitOpError("has rows of ")
             << weights.getDimSize(1) << " weights, expected "
             << blocks.rowSize;
    SmallVector<std::pair<int64_t, unsigned>> expected = {{blocks.sums, 32}};
    if (blocks.numbers != 0)
      expected.emplace_back(blocks.numbers, 16);
    if (blocks.padding != 0)
      expected.emplace_back(blocks.padding, 8);
    return KernelArguments::verifyScratches(kernel, expected,
                                            "#kernel.portable", blocks.pixels);
  }

  static uint64_t estimate(const BlockedKernel &kernel, Schedule schedule,
                           const TargetOptions &target) {
    PortableBlocks blocks = getBlocks(kernel, schedule);
    return !target.triple.empty() && hasMVE(target)
               ? estimateMVE(kernel, blocks)
               : estimateSSE2(kernel, blocks);
  }

  static ScheduleMemory getMemory(const BlockedKernel &kernel,
                                  Schedule schedule, uint64_t numCalls) {
    PortableBlocks blocks = getBlocks(kernel, schedule);
    uint64_t scratch = 4 * blocks.sums + 2 * blocks.numbers + blocks.padding;
    // What gcc 12 -O2 makes for an x86-64.
    constexpr uint64_t kSteps = 800, kPixel = 200;
    uint64_t code = kSteps + kPixel * blocks.pixels;
    uint64_t padding =
        kernel.isDepthwise
            ? 0
            : kernel.channels * (blocks.rowSize - kernel.getProducts());
    return {scratch, code + numCalls * padding};
  }

  static ReadProgress getProgress(const BlockedKernel &kernel,
                                  Schedule schedule, unsigned input) {
    PortableBlocks blocks = getBlocks(kernel, schedule);
    // The pixels of a block are widened, or the channels of a pixel are summed,
    // before the first of the block's elements is stored.
    bool readsFirst = !kernel.isDepthwise || blocks.channels == kernel.channels;
    if (readsFirst && kernel.readsOnlyPixels(input))
      return {kernel.channels, /*delay=*/0};
    // The elements of a block are stored in the order of its channels.
    return {/*unit=*/1, blocks.pixels * kernel.channels};
  }

  static constexpr auto layOutKernel = layOutPortableKernel;
  static constexpr auto lower = lowerPortableKernel;

  static std::string describe(const BlockedKernel &kernel, Schedule schedule) {
    PortableBlocks blocks = getBlocks(kernel, schedule);
    return describeBlock(/*rows=*/1, blocks.pixels, blocks.channels) +
           "; weights: a row of " + std::to_string(blocks.rowSize) +
           (kernel.isDepthwise ? " for each position of the window"
                               : " for each channel");
  }

private:
  /// The instructions of an x86-64 with SSE2.
  static uint64_t estimateSSE2(const BlockedKernel &kernel,
                               const PortableBlocks &blocks) {
    int64_t outputs =
        kernel.batch * kernel.height * kernel.width * kernel.channels;
    constexpr int64_t kOutput = 24;
    if (kernel.isDepthwise) {
      constexpr int64_t kPosition = 2, kPixel = 80;
      return outputs * (kernel.getProducts() * kPosition + kOutput) +
             outputs / kernel.channels * kPixel;
    }
    constexpr int64_t kSegment = 40;
    int64_t vectors = outputs * (blocks.rowSize / 8);
    return vectors * 3 + vectors * 3 / blocks.pixels + outputs * kOutput +
           outputs / kernel.channels *
               (blocks.rowSize / 2 + kernel.getNumSegments() * kSegment);
  }

  /// The instructions of a Cortex-M55: a load and a VMLADAVA for each vector of
  /// a pixel, and a load for each vector of weights.
  static uint64_t estimateMVE(const BlockedKernel &kernel,
                              const PortableBlocks &blocks) {
    int64_t outputs =
        kernel.batch * kernel.height * kernel.width * kernel.channels;
    constexpr int64_t kLanes = 8, kOutput = 14;
    if (kernel.isDepthwise) {
      // gcc 12 computes one channel at a time.
      constexpr int64_t kPosition = 4, kPixel = 80;
      return outputs * (kernel.getProducts() * kPosition + kOutput) +
             outputs / kernel.channels * kPixel;
    }
    // One pixel is multiplied with four channels at a time.
    int64_t shared = blocks.pixels == 1 ? 4 : blocks.pixels;
    constexpr int64_t kSum = 8, kSegment = 40;
    int64_t vectors = outputs * (blocks.rowSize / kLanes);
    return vectors * 2 + vectors * 2 / shared + outputs * (kSum + kOutput) +
           outputs / kernel.channels *
               (blocks.rowSize / 2 + kernel.getNumSegments() * kSegment);
  }
};

/// Proposes blocks for processors with vector instructions, and where nothing
/// is known of the processor.
struct PortableProvider : public BlocksProvider<PortableModel> {
  bool servesTarget(const TargetOptions &target) const override {
    if (target.triple.empty())
      return true;
    llvm::Triple::ArchType arch = llvm::Triple(target.triple).getArch();
    return arch == llvm::Triple::x86_64 || arch == llvm::Triple::aarch64 ||
           hasMVE(target);
  }

  void proposeBlocks(const BlockedKernel &kernel, const TargetOptions &target,
                     Schedules &schedules) const override {
    // VMLADAVA adds to a scalar register, and to one with an even number.
    bool isMVE = !target.triple.empty() && hasMVE(target);
    int64_t best =
        PortableBlocks::choosePixels(kernel, /*maxPixels=*/isMVE ? 4 : 8);
    auto propose = [&](int64_t pixels) {
      add(schedules,
          PortableScheduleAttr::get(kernel.conv->getContext(), pixels,
                                    /*integers=*/isMVE));
    };
    propose(best);
    // One pixel at a time takes more cycles and less memory.
    if (best > 1)
      propose(1);
  }
};
} // namespace

void tir::registerPortableSchedule(KernelDialect &dialect) {
  registerBlocks<PortableModel, PortableProvider>(dialect);
}
