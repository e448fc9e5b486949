//===- ByteLanesSchedule.cpp - Channels of int8 in the lanes of vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteLanesSchedule.h"

#include "BlocksModel.h"
#include "ByteLanesKernel.h"
#include "VectorRescale.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
struct ByteLanesModel : BlocksModel<ByteLanesModel, ByteLanesScheduleAttr> {
  static constexpr StringLiteral kExpected =
      "one convolution of int8 tensors with weights from "
      "kernel.unpack_byte_lanes in its groups";

  static ByteLanesBlocks getBlocks(const BlockedKernel &kernel,
                                   Schedule schedule) {
    return {kernel, schedule.getPixels(), schedule.getLanes(),
            schedule.getProducts()};
  }
  static bool canCompute(const BlockedKernel &kernel) {
    return isByteLanesKernel(kernel);
  }
  static bool isLaidOut(const BlockedKernel &kernel, Schedule schedule) {
    ByteLanesBlocks blocks = getBlocks(kernel, schedule);
    auto unpack = linalg::LinalgOp(kernel.conv)
                      ->getOperand(1)
                      .getDefiningOp<UnpackByteLanesOp>();
    return unpack &&
           static_cast<int64_t>(unpack.getLanes()) == blocks.blocks.lanes &&
           static_cast<int64_t>(unpack.getTogether()) == blocks.products &&
           static_cast<int64_t>(unpack.getSegment()) == blocks.getSegment() &&
           unpack.getDepthwise() == kernel.isDepthwise;
  }

  static LogicalResult verify(FunctionOpInterface kernel,
                              const BlockedKernel &matched, Schedule schedule) {
    ByteLanesBlocks blocks = getBlocks(matched, schedule);
    int64_t zeroPoint = blocks.products == 4 ? INT8_MIN : 0;
    if (!findBias(matched) || matched.zeroPoint != zeroPoint)
      return kernel->emitOpError(
                 "expected sums that start with a number for each channel, and "
                 "the zero point ")
             << zeroPoint << ", as what #kernel.byte_lanes adds to elements";
    return KernelArguments::verifyScratches(kernel, {{blocks.getNumSums(), 32}},
                                            "#kernel.byte_lanes",
                                            blocks.blocks.pixels);
  }

  static uint64_t estimate(const BlockedKernel &kernel, Schedule schedule,
                           const TargetOptions &target) {
    ByteVectors vectors = getByteVectors(target);
    return vectors.lanes == 0 ? UINT64_MAX
                              : getBlocks(kernel, schedule).estimate(vectors);
  }

  static ScheduleMemory getMemory(const BlockedKernel &kernel,
                                  Schedule schedule, uint64_t numCalls) {
    ByteLanesBlocks blocks = getBlocks(kernel, schedule);
    // What LLVM makes of a block, and five numbers of a channel.
    constexpr uint64_t kBlock = 800, kNumbers = 20;
    uint64_t code = kBlock * blocks.blocks.getRow().size() * 2;
    uint64_t padding = llvm::alignTo(kernel.channels, blocks.blocks.lanes) *
                           blocks.getWeightsOfChannel() -
                       kernel.channels * kernel.getProducts();
    return {static_cast<uint64_t>(4 * blocks.getNumSums()),
            code + numCalls * (padding + kNumbers * kernel.channels)};
  }

  static ReadProgress getProgress(const BlockedKernel &kernel,
                                  Schedule schedule, unsigned) {
    return getBlocks(kernel, schedule).blocks.getProgress();
  }

  static constexpr auto layOutKernel = layOutByteLanesKernel;

  static LogicalResult lower(const BlockedKernel &kernel, Schedule schedule,
                             ArrayRef<Value> scratches) {
    return lowerByteLanesKernel(kernel, schedule, scratches.front());
  }

  static std::string describe(const BlockedKernel &kernel, Schedule schedule) {
    ByteLanesBlocks blocks = getBlocks(kernel, schedule);
    return describeBlock(/*rows=*/1, blocks.blocks.pixels,
                         std::min(blocks.blocks.lanes, kernel.channels)) +
           "; weights: " + std::to_string(blocks.products) + " products of " +
           std::to_string(blocks.blocks.lanes) + " channels together";
  }
};

/// Proposes blocks for objects for an x86-64 with AVX2 or more. Compilers of C
/// find no such instructions in plain loops.
struct ByteLanesProvider : public BlocksProvider<ByteLanesModel> {
  bool servesTarget(const TargetOptions &target) const override {
    return target.hasOnlyObjects && getByteVectors(target).lanes != 0;
  }

  void proposeBlocks(const BlockedKernel &kernel, const TargetOptions &target,
                     Schedules &schedules) const override {
    add(schedules, ByteLanesBlocks::choose(kernel, kernel.conv->getContext(),
                                           getByteVectors(target)));
  }
};
} // namespace

void tir::registerByteLanesSchedule(KernelDialect &dialect) {
  registerBlocks<ByteLanesModel, ByteLanesProvider>(dialect);
}
