//===- ScalarSchedule.cpp - Blocks in registers without vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarSchedule.h"

#include "BlocksModel.h"
#include "ScalarKernel.h"

#include "tir/Dialect/Kernel/IR/Kernel.h"

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
struct ScalarModel : BlocksModel<ScalarModel, ScalarScheduleAttr> {
  static constexpr StringLiteral kExpected =
      "one convolution of int8 tensors with weights from "
      "kernel.unpack_channels";

  static bool canCompute(const BlockedKernel &kernel) {
    return isScalarKernel(kernel);
  }
  static bool isLaidOut(const BlockedKernel &kernel, Schedule) {
    return kernel.hasChannels;
  }

  static LogicalResult verify(FunctionOpInterface kernel,
                              const BlockedKernel &matched, Schedule schedule) {
    if (!matched.isDepthwise && schedule.getPixels() > 2)
      return kernel->emitOpError("has blocks of ")
             << schedule.getPixels()
             << " pixels, expected 1 or 2: each has the sums of four channels";
    if (matched.hasExcess != (schedule.getExcess() && !matched.isDepthwise))
      return kernel->emitOpError("has weights ")
             << (matched.hasExcess ? "with" : "without")
             << " an excess of 128, expected the opposite for its schedule "
             << schedule;
    return verifyRaised(kernel, matched, schedule);
  }

  static uint64_t estimate(const BlockedKernel &kernel, Schedule schedule,
                           const TargetOptions &) {
    return ScalarBlocks(kernel, schedule).estimate(kernel);
  }

  static ScheduleMemory getMemory(const BlockedKernel &kernel,
                                  Schedule schedule, uint64_t numCalls) {
    // What gcc 12 -O2 makes for a Cortex-M3.
    constexpr uint64_t kStep = 50, kOutput = 40, kRescale = 4;
    ScalarBlocks blocks(kernel, schedule);
    uint64_t step = kStep * std::max<int64_t>(blocks.channels, 4);
    uint64_t code = step + blocks.channels * blocks.pixels * kOutput;
    if (blocks.left + blocks.rest + blocks.right != 0 && !blocks.isRaised)
      code += step + blocks.channels * kOutput;
    uint64_t channels = kernel.channels;
    uint64_t padded = llvm::alignTo(channels, blocks.channels);
    uint64_t padding =
        (padded * (blocks.hasPairs ? 2 : 1) - channels) * kernel.getProducts();
    return {blocks.getScratch(kernel),
            code + numCalls * (padding + channels * kRescale)};
  }

  static ReadProgress getProgress(const BlockedKernel &kernel,
                                  Schedule schedule, unsigned) {
    ScalarBlocks blocks(kernel, schedule);
    // Pixels at the borders come after the blocks between them.
    bool isInOrder = kernel.isDepthwise || blocks.left == 0;
    int64_t pixels = isInOrder ? blocks.pixels : kernel.getRowPixels();
    return {/*unit=*/1, pixels * kernel.channels};
  }

  static constexpr auto layOutKernel = layOutScalarKernel;

  static LogicalResult lower(const BlockedKernel &kernel, Schedule schedule,
                             ArrayRef<Value> scratches) {
    return lowerScalarKernel(kernel, schedule,
                             scratches.empty() ? Value() : scratches.front());
  }

  static std::string describe(const BlockedKernel &kernel, Schedule schedule) {
    ScalarBlocks blocks(kernel, schedule);
    return describeBlock(/*rows=*/1, blocks.pixels, blocks.channels) +
           "; weights: " +
           (kernel.isDepthwise ? "all positions of a channel together"
                               : describeGroup(blocks));
  }

private:
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
struct ScalarProvider : public BlocksProvider<ScalarModel> {
  bool servesTarget(const TargetOptions &target) const override {
    return !target.triple.empty() && isScalar(target);
  }

  void proposeBlocks(const BlockedKernel &kernel, const TargetOptions &target,
                     Schedules &schedules) const override {
    bool hasFew = hasFewRegisters(target);
    auto make = [&](int64_t pixels, int64_t channels, bool isRaised = false) {
      return ScalarScheduleAttr::get(kernel.conv->getContext(), pixels,
                                     /*excess=*/hasFew, channels, isRaised,
                                     /*pairs=*/false);
    };
    // One pixel and four channels at a time take the least flash.
    ScalarScheduleAttr small = make(1, 4), best = small;
    auto compare = [&](ScalarScheduleAttr schedule) {
      if (ScalarBlocks(kernel, schedule).estimate(kernel) <
          ScalarBlocks(kernel, best).estimate(kernel))
        best = schedule;
    };
    int64_t most = kernel.isDepthwise ? (hasFew ? 2 : 4) : (hasFew ? 1 : 2);
    for (int64_t pixels = 2; pixels <= most; ++pixels)
      compare(make(pixels, 4));
    // The channels whose sums fit the registers beside one pixel.
    int64_t mostChannels = kernel.isDepthwise || hasFew ? 4 : 8;
    for (int64_t channels = 8; channels <= mostChannels; channels *= 2)
      if (kernel.channels % channels == 0)
        compare(make(1, channels));
    if (hasFew && canRaiseElements(kernel))
      compare(make(1, 4, /*isRaised=*/true));
    add(schedules, best);
    if (best != small)
      add(schedules, small);
  }

  void proposeForFlash(PrimFuncOp kernel, const TargetOptions &target,
                       Schedules &schedules) const override {
    std::optional<BlockedKernel> matched = find(kernel);
    if (hasFewRegisters(target) && matched && canRaiseElements(*matched))
      add(schedules, ScalarScheduleAttr::get(kernel.getContext(), /*pixels=*/1,
                                             /*excess=*/true, /*channels=*/4,
                                             /*raised=*/true, /*pairs=*/true));
  }
};
} // namespace

void tir::registerScalarSchedule(KernelDialect &dialect) {
  registerBlocks<ScalarModel, ScalarProvider>(dialect);
}
