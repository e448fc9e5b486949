//===- ScalarSchedule.cpp - Blocks in registers without vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarSchedule.h"

#include "ScalarKernel.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/TargetInfo/TargetOptions.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

bool tir::isScalarKernel(const BlockedKernel &kernel) {
  constexpr int64_t kMostColumns = 7;
  return kernel.isDepthwise
             ? kernel.kernelWidth <= kMostColumns
             : kernel.dilationWidth == 1 || kernel.kernelWidth == 1;
}

ScalarBlocks::ScalarBlocks(const BlockedKernel &kernel, int64_t pixels) {
  int64_t width = kernel.getRowPixels(), stride = kernel.strideWidth;
  left = right = 0;
  if (kernel.pad && !kernel.isOneRow()) {
    left = std::min<int64_t>(width, llvm::divideCeil(kernel.padLeft, stride));
    int64_t reach = (kernel.kernelWidth - 1) * kernel.dilationWidth;
    int64_t last = kernel.inputWidth - 1 - reach + kernel.padLeft;
    int64_t inside = last < 0 ? 0 : last / stride + 1;
    right = std::max<int64_t>(width - std::max(inside, left), 0);
  }
  int64_t inner = width - left - right;
  this->pixels = std::max<int64_t>(std::min(pixels, inner), 1);
  blocks = inner / this->pixels;
  rest = inner % this->pixels;
}

uint64_t ScalarBlocks::estimate(const BlockedKernel &kernel) const {
  // What follows the sum of an output.
  constexpr int64_t kOutput = 14;
  int64_t products = kernel.getProducts();
  auto getBlock = [&](int64_t count) -> int64_t {
    if (count == 0)
      return 0;
    if (kernel.isDepthwise) {
      constexpr int64_t kRow = 4, kStrip = 14;
      int64_t columns = std::min((count - 1) * kernel.strideWidth,
                                 count * kernel.kernelWidth) +
                        kernel.kernelWidth;
      return kStrip + count * (products + kOutput) + products +
             kernel.kernelHeight * (columns + kRow);
    }
    constexpr int64_t kBlock = 24, kRow = 8;
    int64_t rows = kernel.isOneRow() ? 0 : kernel.kernelHeight;
    return kBlock + rows * kRow + kScalarChannels * count * kOutput +
           products * (count + kScalarChannels + kScalarChannels * count) +
           products * 3 / 4;
  };
  int64_t groups = kernel.isDepthwise
                       ? kernel.channels
                       : llvm::divideCeil(kernel.channels, kScalarChannels);
  int64_t single = left + right + (kernel.isDepthwise ? 0 : rest);
  int64_t row = blocks * getBlock(pixels) + single * getBlock(1) +
                (kernel.isDepthwise ? getBlock(rest) : 0);
  int64_t rows = kernel.isOneRow() ? 1 : kernel.batch * kernel.height;
  return rows * groups * row;
}

int64_t ScalarBlocks::choosePixels(const BlockedKernel &kernel,
                                   int64_t maxPixels) {
  int64_t best = 1;
  uint64_t least = UINT64_MAX;
  for (int64_t pixels = 1; pixels <= maxPixels; ++pixels) {
    uint64_t instructions = ScalarBlocks(kernel, pixels).estimate(kernel);
    if (instructions < least) {
      least = instructions;
      best = pixels;
    }
  }
  return best;
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

namespace {
struct ScalarScheduleModel
    : public ScheduleAttrInterface::ExternalModel<ScalarScheduleModel,
                                                  ScalarScheduleAttr> {
  LogicalResult verifyKernel(Attribute attr, FunctionOpInterface kernel) const {
    if (kernel.isExternal())
      return success();
    auto schedule = cast<ScalarScheduleAttr>(attr);
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched || !matched->hasChannels || !isScalarKernel(*matched))
      return kernel->emitOpError(
          "is not a kernel for #tir.scalar, expected one convolution of int8 "
          "tensors with weights from tir.unpack_channels; run "
          "tir-schedule-kernels, which lays out the constants");
    if (!matched->isDepthwise && schedule.getPixels() > 2)
      return kernel->emitOpError("has blocks of ")
             << schedule.getPixels()
             << " pixels, expected 1 or 2: each has the sums of four channels";
    if (matched->hasExcess != (schedule.getExcess() && !matched->isDepthwise))
      return kernel->emitOpError("has weights ")
             << (matched->hasExcess ? "with" : "without")
             << " an excess of 128, expected the opposite for its schedule "
             << attr;
    return success();
  }

  uint64_t estimateCycles(Attribute attr, FunctionOpInterface kernel,
                          const TargetOptions &) const {
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched || !isScalarKernel(*matched))
      return UINT64_MAX;
    return getBlocks(attr, *matched).estimate(*matched);
  }

  ScheduleMemory estimateMemory(Attribute attr, FunctionOpInterface kernel,
                                uint64_t numCalls) const {
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched)
      return {};
    // What gcc 12 -O2 makes for a Cortex-M3.
    constexpr uint64_t kStep = 200, kOutput = 40, kRescale = 4;
    ScalarBlocks blocks = getBlocks(attr, *matched);
    uint64_t outputs = matched->isDepthwise ? 1 : kScalarChannels;
    uint64_t code = kStep + outputs * blocks.pixels * kOutput;
    if (blocks.left + blocks.rest + blocks.right != 0)
      code += kStep + outputs * kOutput;
    uint64_t channels = matched->channels;
    uint64_t padding =
        matched->isDepthwise
            ? 0
            : (llvm::alignTo(channels, kScalarChannels) - channels) *
                  matched->getProducts();
    return {0, code + numCalls * (padding + channels * kRescale)};
  }

  LogicalResult layOut(Attribute attr, FunctionOpInterface kernel,
                       ArrayRef<Operation *> calls,
                       SymbolTable &symbols) const {
    return layOutScalarKernel(kernel, cast<ScalarScheduleAttr>(attr), calls,
                              symbols);
  }

  std::optional<ReadProgress>
  getReadProgress(Attribute attr, FunctionOpInterface kernel, unsigned) const {
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched)
      return std::nullopt;
    ScalarBlocks blocks = getBlocks(attr, *matched);
    // Pixels at the borders come after the blocks between them.
    bool isInOrder = matched->isDepthwise || blocks.left == 0;
    int64_t pixels = isInOrder ? blocks.pixels : matched->getRowPixels();
    return ReadProgress{/*unit=*/1, pixels * matched->channels};
  }

  LogicalResult lowerToLoops(Attribute attr, FunctionOpInterface kernel) const {
    if (failed(verifyKernel(attr, kernel)))
      return failure();
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (failed(lowerScalarKernel(*matched, cast<ScalarScheduleAttr>(attr))))
      return failure();
    std::string text =
        describeBlock(/*rows=*/1, getBlocks(attr, *matched).pixels,
                      matched->isDepthwise ? 1 : kScalarChannels) +
        (matched->isDepthwise ? "; weights: all positions of a channel together"
                              : "; weights: four channels together");
    kernel->setAttr(kBlocksAttrName, StringAttr::get(attr.getContext(), text));
    matched->store.erase();
    return success();
  }

private:
  static ScalarBlocks getBlocks(Attribute attr, const BlockedKernel &kernel) {
    return {kernel, cast<ScalarScheduleAttr>(attr).getPixels()};
  }
};

/// Proposes blocks for processors that multiply one element at a time.
struct ScalarProvider : public ScheduleProvider {
  bool servesTarget(const TargetOptions &target) const override {
    return !target.triple.empty() && isScalar(target);
  }

  void
  propose(PrimFuncOp kernel, const TargetOptions &target,
          SmallVectorImpl<ScheduleAttrInterface> &schedules) const override {
    auto function = cast<FunctionOpInterface>(kernel.getOperation());
    std::optional<BlockedKernel> matched = matchBlockedKernel(function);
    if (!matched || matched->hasLayout() || !isScalarKernel(*matched))
      return;
    bool hasFew = hasFewRegisters(target);
    int64_t most = matched->isDepthwise ? (hasFew ? 2 : 4) : (hasFew ? 1 : 2);
    int64_t best = ScalarBlocks::choosePixels(*matched, most);
    auto add = [&](int64_t pixels) {
      schedules.push_back(
          cast<ScheduleAttrInterface>(Attribute(ScalarScheduleAttr::get(
              kernel.getContext(), pixels, /*excess=*/hasFew))));
    };
    add(best);
    // One pixel at a time takes more instructions and less flash.
    if (best > 1)
      add(1);
  }
};
} // namespace

void tir::registerScalarSchedule(TIRDialect &dialect) {
  ScalarScheduleAttr::attachInterface<ScalarScheduleModel>(
      *dialect.getContext());
  addScheduleProvider(dialect, std::make_unique<ScalarProvider>());
}
