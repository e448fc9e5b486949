//===- PortableSchedule.cpp - Blocks of pixels for vector instructions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PortableSchedule.h"

#include "KernelArguments.h"
#include "PortableKernel.h"

#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/TargetInfo/TargetOptions.h"
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
struct PortableScheduleModel
    : public ScheduleAttrInterface::ExternalModel<PortableScheduleModel,
                                                  PortableScheduleAttr> {
  LogicalResult verifyKernel(Attribute attr, FunctionOpInterface kernel) const {
    if (kernel.isExternal())
      return success();
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched || !matched->hasRows || !isPortable(*matched))
      return kernel->emitOpError(
          "is not a kernel for #kernel.portable, expected one convolution of "
          "int8 "
          "tensors with weights from rows of a buffer; run "
          "tir-schedule-kernels, which lays out the constants");
    int64_t pixels = cast<PortableScheduleAttr>(attr).getPixels();
    if (matched->isDepthwise && pixels != 1)
      return kernel->emitOpError("has blocks of ")
             << pixels
             << " pixels, expected 1: it is a depthwise convolution, which "
                "computes one pixel at a time";
    PortableBlocks blocks(*matched, pixels);
    auto weights = cast<MemRefType>(matched->weights.getType());
    if (weights.getDimSize(1) != blocks.rowSize)
      return kernel->emitOpError("has rows of ")
             << weights.getDimSize(1) << " weights, expected "
             << blocks.rowSize;
    return verifyScratches(kernel, blocks);
  }

  uint64_t estimateCycles(Attribute attr, FunctionOpInterface kernel,
                          const TargetOptions &target) const {
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched || !isPortable(*matched))
      return UINT64_MAX;
    PortableBlocks blocks(*matched,
                          cast<PortableScheduleAttr>(attr).getPixels());
    return !target.triple.empty() && hasMVE(target)
               ? estimateMVE(*matched, blocks)
               : estimateSSE2(*matched, blocks);
  }

  ScheduleMemory estimateMemory(Attribute attr, FunctionOpInterface kernel,
                                uint64_t numCalls) const {
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched)
      return {};
    PortableBlocks blocks(*matched,
                          cast<PortableScheduleAttr>(attr).getPixels());
    uint64_t scratch = 4 * blocks.sums + 2 * blocks.numbers + blocks.padding;
    // What gcc 12 -O2 makes for an x86-64.
    constexpr uint64_t kSteps = 800, kPixel = 200;
    uint64_t code = kSteps + kPixel * blocks.pixels;
    uint64_t padding =
        matched->isDepthwise
            ? 0
            : matched->channels * (blocks.rowSize - matched->getProducts());
    return {scratch, code + numCalls * padding};
  }

  LogicalResult layOut(Attribute attr, FunctionOpInterface kernel,
                       ArrayRef<Operation *> calls,
                       SymbolTable &symbols) const {
    return layOutPortableKernel(kernel, cast<PortableScheduleAttr>(attr), calls,
                                symbols);
  }

  std::optional<ReadProgress> getReadProgress(Attribute attr,
                                              FunctionOpInterface kernel,
                                              unsigned input) const {
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched)
      return std::nullopt;
    PortableBlocks blocks(*matched,
                          cast<PortableScheduleAttr>(attr).getPixels());
    // The pixels of a block are widened, or the channels of a pixel are summed,
    // before the first of the block's elements is stored.
    bool readsFirst =
        !matched->isDepthwise || blocks.channels == matched->channels;
    if (readsFirst && matched->readsOnlyPixels(input))
      return ReadProgress{matched->channels, /*delay=*/0};
    // The elements of a block are stored in the order of its channels.
    return ReadProgress{/*unit=*/1, blocks.pixels * matched->channels};
  }

  LogicalResult lowerToLoops(Attribute attr, FunctionOpInterface kernel) const {
    if (failed(verifyKernel(attr, kernel)))
      return failure();
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (failed(lowerPortableKernel(*matched, cast<PortableScheduleAttr>(attr),
                                   KernelArguments::findScratches(kernel))))
      return failure();
    PortableBlocks blocks(*matched,
                          cast<PortableScheduleAttr>(attr).getPixels());
    std::string text =
        describeBlock(/*rows=*/1, blocks.pixels, blocks.channels) +
        "; weights: a row of " + std::to_string(blocks.rowSize) +
        (matched->isDepthwise ? " for each position of the window"
                              : " for each channel");
    describeBlocks(kernel, text);
    matched->store.erase();
    return success();
  }

private:
  /// Checks that there are arguments for what the blocks need.
  static LogicalResult verifyScratches(FunctionOpInterface kernel,
                                       const PortableBlocks &blocks) {
    SmallVector<std::pair<int64_t, unsigned>> expected = {{blocks.sums, 32}};
    if (blocks.numbers != 0)
      expected.emplace_back(blocks.numbers, 16);
    if (blocks.padding != 0)
      expected.emplace_back(blocks.padding, 8);
    return KernelArguments::verifyScratches(kernel, expected,
                                            "#kernel.portable", blocks.pixels);
  }

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
struct PortableProvider : public ScheduleProvider {
  bool servesTarget(const TargetOptions &target) const override {
    if (target.triple.empty())
      return true;
    llvm::Triple::ArchType arch = llvm::Triple(target.triple).getArch();
    return arch == llvm::Triple::x86_64 || arch == llvm::Triple::aarch64 ||
           hasMVE(target);
  }

  void
  propose(PrimFuncOp kernel, const TargetOptions &target,
          SmallVectorImpl<ScheduleAttrInterface> &schedules) const override {
    auto function = cast<FunctionOpInterface>(kernel.getOperation());
    std::optional<BlockedKernel> matched = matchBlockedKernel(function);
    if (!matched || matched->hasLayout() || !isPortable(*matched))
      return;
    // VMLADAVA adds to a scalar register, and to one with an even number.
    bool isMVE = !target.triple.empty() && hasMVE(target);
    int64_t best =
        PortableBlocks::choosePixels(*matched, /*maxPixels=*/isMVE ? 4 : 8);
    auto add = [&](int64_t pixels) {
      schedules.push_back(
          cast<ScheduleAttrInterface>(Attribute(PortableScheduleAttr::get(
              kernel.getContext(), pixels, /*integers=*/isMVE))));
    };
    add(best);
    // One pixel at a time takes more cycles and less memory.
    if (best > 1)
      add(1);
  }
};
} // namespace

void tir::registerPortableSchedule(KernelDialect &dialect) {
  PortableScheduleAttr::attachInterface<PortableScheduleModel>(
      *dialect.getContext());
  addScheduleProvider(dialect, std::make_unique<PortableProvider>());
}
