//===- ByteLanesSchedule.cpp - Channels of int8 in the lanes of vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteLanesSchedule.h"

#include "ByteLanesKernel.h"
#include "KernelArguments.h"
#include "VectorRescale.h"

#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/TargetInfo/TargetOptions.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

static ByteLanesBlocks getBlocks(Attribute attr, const BlockedKernel &kernel) {
  auto schedule = cast<ByteLanesScheduleAttr>(attr);
  return {kernel, schedule.getPixels(), schedule.getLanes(),
          schedule.getProducts()};
}

/// Whether the weights are in the layout of these blocks.
static bool hasWeightsOf(const BlockedKernel &kernel,
                         const ByteLanesBlocks &blocks) {
  auto unpack = linalg::LinalgOp(kernel.conv)
                    ->getOperand(1)
                    .getDefiningOp<UnpackByteLanesOp>();
  return unpack &&
         static_cast<int64_t>(unpack.getLanes()) == blocks.blocks.lanes &&
         static_cast<int64_t>(unpack.getTogether()) == blocks.products &&
         static_cast<int64_t>(unpack.getSegment()) == blocks.getSegment() &&
         unpack.getDepthwise() == kernel.isDepthwise;
}

namespace {
struct ByteLanesScheduleModel
    : public ScheduleAttrInterface::ExternalModel<ByteLanesScheduleModel,
                                                  ByteLanesScheduleAttr> {
  LogicalResult verifyKernel(Attribute attr, FunctionOpInterface kernel) const {
    if (kernel.isExternal())
      return success();
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched || !isByteLanesKernel(*matched) ||
        !hasWeightsOf(*matched, getBlocks(attr, *matched)))
      return kernel->emitOpError(
          "is not a kernel for #kernel.byte_lanes, expected one convolution of "
          "int8 tensors with weights from kernel.unpack_byte_lanes in its "
          "groups; "
          "run tir-schedule-kernels, which lays out the constants");
    ByteLanesBlocks blocks = getBlocks(attr, *matched);
    if (!findBias(*matched) ||
        matched->zeroPoint != (blocks.products == 4 ? INT8_MIN : 0))
      return kernel->emitOpError(
                 "expected sums that start with a number for each channel, and "
                 "the zero point ")
             << (blocks.products == 4 ? INT8_MIN : 0)
             << ", as what #kernel.byte_lanes adds to elements";
    return KernelArguments::verifyScratches(kernel, {{blocks.getNumSums(), 32}},
                                            "#kernel.byte_lanes",
                                            blocks.blocks.pixels);
  }

  uint64_t estimateCycles(Attribute attr, FunctionOpInterface kernel,
                          const TargetOptions &target) const {
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    ByteVectors vectors = getByteVectors(target);
    if (!matched || !isByteLanesKernel(*matched) || vectors.lanes == 0)
      return UINT64_MAX;
    return getBlocks(attr, *matched).estimate(vectors);
  }

  ScheduleMemory estimateMemory(Attribute attr, FunctionOpInterface kernel,
                                uint64_t numCalls) const {
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched)
      return {};
    ByteLanesBlocks blocks = getBlocks(attr, *matched);
    // What LLVM makes of a block, and five numbers of a channel.
    constexpr uint64_t kBlock = 800, kNumbers = 20;
    uint64_t code = kBlock * blocks.blocks.getRow().size() * 2;
    uint64_t padding = llvm::alignTo(matched->channels, blocks.blocks.lanes) *
                           blocks.getWeightsOfChannel() -
                       matched->channels * matched->getProducts();
    return {static_cast<uint64_t>(4 * blocks.getNumSums()),
            code + numCalls * (padding + kNumbers * matched->channels)};
  }

  LogicalResult layOut(Attribute attr, FunctionOpInterface kernel,
                       ArrayRef<Operation *> calls,
                       SymbolTable &symbols) const {
    return layOutByteLanesKernel(kernel, cast<ByteLanesScheduleAttr>(attr),
                                 calls, symbols);
  }

  std::optional<ReadProgress>
  getReadProgress(Attribute attr, FunctionOpInterface kernel, unsigned) const {
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (!matched)
      return std::nullopt;
    ByteLanesBlocks blocks = getBlocks(attr, *matched);
    int64_t pixels = blocks.blocks.isByChannels()
                         ? matched->batch * matched->height * matched->width
                         : blocks.blocks.pixels;
    // The elements of a block are stored in the order of its channels.
    return ReadProgress{/*unit=*/1, pixels * matched->channels};
  }

  LogicalResult lowerToLoops(Attribute attr, FunctionOpInterface kernel) const {
    if (failed(verifyKernel(attr, kernel)))
      return failure();
    std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
    if (failed(lowerByteLanesKernel(
            *matched, cast<ByteLanesScheduleAttr>(attr),
            KernelArguments::findScratches(kernel).front())))
      return failure();
    ByteLanesBlocks blocks = getBlocks(attr, *matched);
    std::string text =
        describeBlock(/*rows=*/1, blocks.blocks.pixels,
                      std::min(blocks.blocks.lanes, matched->channels)) +
        "; weights: " + std::to_string(blocks.products) + " products of " +
        std::to_string(blocks.blocks.lanes) + " channels together";
    describeBlocks(kernel, text);
    matched->store.erase();
    return success();
  }
};

/// Proposes blocks for objects for an x86-64 with AVX2 or more. Compilers of C
/// find no such instructions in plain loops.
struct ByteLanesProvider : public ScheduleProvider {
  bool servesTarget(const TargetOptions &target) const override {
    return target.hasOnlyObjects && getByteVectors(target).lanes != 0;
  }

  void
  propose(PrimFuncOp kernel, const TargetOptions &target,
          SmallVectorImpl<ScheduleAttrInterface> &schedules) const override {
    auto function = cast<FunctionOpInterface>(kernel.getOperation());
    std::optional<BlockedKernel> matched = matchBlockedKernel(function);
    if (!matched || matched->hasLayout() || !isByteLanesKernel(*matched))
      return;
    schedules.push_back(
        cast<ScheduleAttrInterface>(Attribute(ByteLanesBlocks::choose(
            *matched, kernel.getContext(), getByteVectors(target)))));
  }
};
} // namespace

void tir::registerByteLanesSchedule(KernelDialect &dialect) {
  ByteLanesScheduleAttr::attachInterface<ByteLanesScheduleModel>(
      *dialect.getContext());
  addScheduleProvider(dialect, std::make_unique<ByteLanesProvider>());
}
