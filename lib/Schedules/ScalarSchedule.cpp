//===- ScalarSchedule.cpp - Blocks in registers without vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarSchedule.h"

#include "KernelArguments.h"
#include "ScalarKernel.h"

#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/TargetInfo/TargetOptions.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

bool tir::isScalarKernel(const BlockedKernel &kernel) {
  constexpr int64_t kMostColumns = 7;
  return kernel.isDepthwise
             ? kernel.kernelWidth <= kMostColumns
             : kernel.dilationWidth == 1 || kernel.kernelWidth == 1;
}

bool tir::canRaiseElements(const BlockedKernel &kernel) {
  // Without operands for zero points, it is 0.
  return !kernel.isDepthwise &&
         linalg::LinalgOp(kernel.conv).getNumDpsInputs() == 4;
}

ScalarBlocks::ScalarBlocks(const BlockedKernel &kernel,
                           ScalarScheduleAttr schedule)
    : channels(kernel.isDepthwise ? 1 : schedule.getChannels()),
      isRaised(schedule.getRaised() && !kernel.isDepthwise),
      hasPairs(schedule.getPairs() && !kernel.isDepthwise) {
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
  pixels = std::max<int64_t>(std::min(schedule.getPixels(), inner), 1);
  blocks = inner / pixels;
  rest = inner % pixels;
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
    int64_t rows = kernel.isOneRow() || isRaised ? 0 : kernel.kernelHeight;
    // Instructions of a Cortex-M0+ for an element, by as many as it takes more
    // for the block of a Cortex-M3.
    int64_t element = hasPairs   ? 6
                      : isRaised ? 8
                                 : count + channels + channels * count;
    return kBlock + rows * kRow + channels * count * kOutput +
           products * element + products * 3 / 4;
  };
  int64_t groups = kernel.isDepthwise
                       ? kernel.channels
                       : llvm::divideCeil(kernel.channels, channels);
  int64_t single = left + right + (kernel.isDepthwise ? 0 : rest);
  int64_t row = blocks * getBlock(pixels) + single * getBlock(1) +
                (kernel.isDepthwise ? getBlock(rest) : 0);
  int64_t rows = kernel.isOneRow() ? 1 : kernel.batch * kernel.height;
  constexpr int64_t kRaise = 3;
  int64_t raise =
      isRaised ? rows * kernel.getRowPixels() * (products + 4) * kRaise : 0;
  return rows * groups * row + raise;
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
          "is not a kernel for #kernel.scalar, expected one convolution of "
          "int8 "
          "tensors with weights from kernel.unpack_channels; run "
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
    return verifyRaised(kernel, *matched, schedule);
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
    constexpr uint64_t kStep = 50, kOutput = 40, kRescale = 4;
    ScalarBlocks blocks = getBlocks(attr, *matched);
    uint64_t step = kStep * std::max<int64_t>(blocks.channels, 4);
    uint64_t code = step + blocks.channels * blocks.pixels * kOutput;
    if (blocks.left + blocks.rest + blocks.right != 0 && !blocks.isRaised)
      code += step + blocks.channels * kOutput;
    uint64_t channels = matched->channels;
    uint64_t padded = llvm::alignTo(channels, blocks.channels);
    uint64_t padding = (padded * (blocks.hasPairs ? 2 : 1) - channels) *
                       matched->getProducts();
    return {blocks.getScratch(*matched),
            code + numCalls * (padding + channels * kRescale)};
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
    SmallVector<Value> scratches = KernelArguments::findScratches(kernel);
    if (failed(
            lowerScalarKernel(*matched, cast<ScalarScheduleAttr>(attr),
                              scratches.empty() ? Value() : scratches.front())))
      return failure();
    ScalarBlocks blocks = getBlocks(attr, *matched);
    std::string text =
        describeBlock(/*rows=*/1, blocks.pixels, blocks.channels) +
        (matched->isDepthwise ? "; weights: all positions of a channel together"
                              : "; weights: " + describeGroup(blocks));
    describeBlocks(kernel, text);
    matched->store.erase();
    return success();
  }

private:
  static ScalarBlocks getBlocks(Attribute attr, const BlockedKernel &kernel) {
    return {kernel, cast<ScalarScheduleAttr>(attr)};
  }
  static std::string describeGroup(const ScalarBlocks &blocks) {
    std::string number = blocks.channels == 4 ? std::string("four")
                                              : std::to_string(blocks.channels);
    return number + " channels together" +
           (blocks.hasPairs ? ", 16 bits each" : "");
  }

  /// Checks what a kernel needs whose elements are raised.
  static LogicalResult verifyRaised(FunctionOpInterface kernel,
                                    const BlockedKernel &matched,
                                    ScalarScheduleAttr schedule) {
    ScalarBlocks blocks(matched, schedule);
    bool hasWideWeights = cast<MemRefType>(matched.weights.getType())
                              .getElementType()
                              .isInteger(16);
    if (hasWideWeights != blocks.hasPairs)
      return kernel->emitOpError("has weights of ")
             << (hasWideWeights ? 16 : 8) << " bits, expected "
             << (hasWideWeights ? 8 : 16) << " for its schedule " << schedule;
    if (!blocks.isRaised)
      return success();
    if (matched.zeroPoint != INT8_MIN)
      return kernel->emitOpError("has the zero point ")
             << matched.zeroPoint << ", expected " << INT8_MIN
             << " for its schedule " << schedule;
    SmallVector<Value> scratches = KernelArguments::findScratches(kernel);
    auto type = scratches.empty() ? MemRefType()
                                  : cast<MemRefType>(scratches[0].getType());
    int64_t bytes = blocks.getScratch(matched);
    if (!type || !type.getElementType().isInteger(8) ||
        !type.hasStaticShape() || type.getNumElements() < bytes)
      return kernel->emitOpError(
                 "has no argument with #kernel.argument<scratch = true> of at "
                 "least ")
             << bytes << " i8, which its schedule " << schedule << " needs";
    return success();
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
    auto make = [&](int64_t pixels, int64_t channels, bool isRaised = false) {
      return ScalarScheduleAttr::get(kernel.getContext(), pixels,
                                     /*excess=*/hasFew, channels, isRaised,
                                     /*pairs=*/false);
    };
    // One pixel and four channels at a time take the least flash.
    ScalarScheduleAttr small = make(1, 4), best = small;
    auto compare = [&](ScalarScheduleAttr schedule) {
      if (ScalarBlocks(*matched, schedule).estimate(*matched) <
          ScalarBlocks(*matched, best).estimate(*matched))
        best = schedule;
    };
    int64_t most = matched->isDepthwise ? (hasFew ? 2 : 4) : (hasFew ? 1 : 2);
    for (int64_t pixels = 2; pixels <= most; ++pixels)
      compare(make(pixels, 4));
    int64_t mostChannels = matched->isDepthwise ? 4 : getMostChannels(target);
    for (int64_t channels = 8; channels <= mostChannels; channels *= 2)
      if (matched->channels % channels == 0)
        compare(make(1, channels));
    if (hasFew && canRaiseElements(*matched))
      compare(make(1, 4, /*isRaised=*/true));
    schedules.push_back(cast<ScheduleAttrInterface>(Attribute(best)));
    if (best != small)
      schedules.push_back(cast<ScheduleAttrInterface>(Attribute(small)));
  }

  void proposeForFlash(
      PrimFuncOp kernel, const TargetOptions &target,
      SmallVectorImpl<ScheduleAttrInterface> &schedules) const override {
    auto function = cast<FunctionOpInterface>(kernel.getOperation());
    std::optional<BlockedKernel> matched = matchBlockedKernel(function);
    if (hasFewRegisters(target) && matched && !matched->hasLayout() &&
        isScalarKernel(*matched) && canRaiseElements(*matched))
      schedules.push_back(
          cast<ScheduleAttrInterface>(Attribute(ScalarScheduleAttr::get(
              kernel.getContext(), /*pixels=*/1, /*excess=*/true,
              /*channels=*/4, /*raised=*/true, /*pairs=*/true))));
  }

private:
  /// Returns the channels whose sums fit the registers beside one pixel.
  static int64_t getMostChannels(const TargetOptions &target) {
    return hasFewRegisters(target) ? 4 : 8;
  }
};
} // namespace

void tir::registerScalarSchedule(KernelDialect &dialect) {
  ScalarScheduleAttr::attachInterface<ScalarScheduleModel>(
      *dialect.getContext());
  addScheduleProvider(dialect, std::make_unique<ScalarProvider>());
}
