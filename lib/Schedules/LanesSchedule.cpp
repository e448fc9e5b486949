//===- LanesSchedule.cpp - Channels of floats in the lanes of vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LanesSchedule.h"

#include "BlocksModel.h"
#include "LanesKernel.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
struct LanesModel : BlocksModel<LanesModel, LanesScheduleAttr> {
  static constexpr StringLiteral kExpected =
      "sums of products of f32 tensors for the same elements, with weights "
      "from kernel.unpack_lanes if they are convolutions";

  static std::optional<BlockedKernel> match(FunctionOpInterface kernel) {
    return matchFloatKernel(kernel);
  }
  static LanesBlocks getBlocks(const BlockedKernel &kernel, Schedule schedule) {
    return {kernel, schedule.getPixels(), schedule.getLanes()};
  }
  static bool canCompute(const BlockedKernel &kernel) {
    return isLanesKernel(kernel);
  }
  static bool isLaidOut(const BlockedKernel &kernel, Schedule) {
    bool isLaidOut = true;
    if (hasPackedWeights(kernel))
      kernel.forSums(
          [&](const BlockedKernel &sum) { isLaidOut &= sum.lanes != 0; });
    return isLaidOut;
  }

  static LogicalResult verify(FunctionOpInterface kernel,
                              const BlockedKernel &matched, Schedule schedule) {
    LanesBlocks blocks = getBlocks(matched, schedule);
    int64_t wrong = 0;
    matched.forSums([&](const BlockedKernel &sum) {
      if (hasPackedWeights(sum) && sum.lanes != blocks.lanes)
        wrong = sum.lanes;
    });
    if (wrong != 0)
      return kernel->emitOpError("has weights in groups of ")
             << wrong << " channels, expected " << blocks.lanes;
    return verifyScratch(kernel, blocks);
  }

  static uint64_t estimate(const BlockedKernel &kernel, Schedule schedule,
                           const TargetOptions &target) {
    return getBlocks(kernel, schedule).estimate(getFloatVectors(target));
  }

  static ScheduleMemory getMemory(const BlockedKernel &kernel,
                                  Schedule schedule, uint64_t numCalls) {
    LanesBlocks blocks = getBlocks(kernel, schedule);
    // What gcc 12 -O2 makes for an x86-64.
    constexpr uint64_t kBlock = 400, kFloat = 4;
    uint64_t scratch = blocks.needsScratch() ? kFloat * blocks.getNumSums() : 0;
    uint64_t code = kBlock * blocks.getRow().size() * 2, padding = 0;
    kernel.forSums([&](const BlockedKernel &sum) {
      if (hasPackedWeights(sum))
        padding += (llvm::alignTo(sum.channels, blocks.lanes) - sum.channels) *
                   sum.getProducts() * kFloat;
    });
    code *= 1 + kernel.others.size();
    return {scratch, code + numCalls * padding};
  }

  static ReadProgress getProgress(const BlockedKernel &kernel,
                                  Schedule schedule, unsigned) {
    return getBlocks(kernel, schedule).getProgress();
  }

  static constexpr auto layOutKernel = layOutLanesKernel;

  static LogicalResult lower(const BlockedKernel &kernel, Schedule schedule,
                             ArrayRef<Value> scratches) {
    return lowerLanesKernel(kernel, schedule,
                            scratches.empty() ? Value() : scratches[0]);
  }

  static std::string describe(const BlockedKernel &kernel, Schedule schedule) {
    LanesBlocks blocks = getBlocks(kernel, schedule);
    std::string text = describeBlock(/*rows=*/1, blocks.pixels,
                                     std::min(blocks.lanes, kernel.channels));
    if (kernel.lanes != 0)
      text +=
          "; weights: " + std::to_string(blocks.lanes) + " channels together";
    return text;
  }

private:
  static LogicalResult verifyScratch(FunctionOpInterface kernel,
                                     const LanesBlocks &blocks) {
    if (!blocks.needsScratch())
      return success();
    SmallVector<Value> scratches = KernelArguments::findScratches(kernel);
    auto type = scratches.size() == 1
                    ? dyn_cast<MemRefType>(scratches[0].getType())
                    : MemRefType();
    int64_t sums = blocks.getNumSums();
    if (type && type.hasStaticShape() && type.getRank() == 1 &&
        type.getElementType().isF32() && type.getNumElements() >= sums)
      return success();
    return kernel->emitOpError("has no argument with #kernel.argument<scratch "
                               "= true> of at least ")
           << sums << " f32, which #kernel.lanes needs for the sums of a block";
  }
};

/// Proposes blocks for processors with registers for floats, and where nothing
/// is known of the processor.
struct LanesProvider : public BlocksProvider<LanesModel> {
  bool servesTarget(const TargetOptions &target) const override {
    return getFloatVectors(target).registers != 0;
  }

  void proposeBlocks(const BlockedKernel &kernel, const TargetOptions &target,
                     Schedules &schedules) const override {
    auto [pixels, lanes] = LanesBlocks::choose(kernel, getFloatVectors(target));
    add(schedules,
        LanesScheduleAttr::get(kernel.conv->getContext(), pixels, lanes));
  }
};
} // namespace

void tir::registerLanesSchedule(KernelDialect &dialect) {
  registerBlocks<LanesModel, LanesProvider>(dialect);
}
