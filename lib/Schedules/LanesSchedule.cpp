//===- LanesSchedule.cpp - Channels of floats in the lanes of vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LanesSchedule.h"

#include "KernelArguments.h"
#include "LanesKernel.h"

#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/TargetInfo/TargetOptions.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

static LanesBlocks getBlocks(Attribute attr, const BlockedKernel &kernel) {
  auto schedule = cast<LanesScheduleAttr>(attr);
  return {kernel, schedule.getPixels(), schedule.getLanes()};
}

namespace {
struct LanesScheduleModel
    : public ScheduleAttrInterface::ExternalModel<LanesScheduleModel,
                                                  LanesScheduleAttr> {
  LogicalResult verifyKernel(Attribute attr, FunctionOpInterface kernel) const {
    if (kernel.isExternal())
      return success();
    std::optional<BlockedKernel> matched = matchFloatKernel(kernel);
    bool isLaidOut = matched && isLanesKernel(*matched);
    if (isLaidOut && hasPackedWeights(*matched))
      matched->forSums(
          [&](const BlockedKernel &sum) { isLaidOut &= sum.lanes != 0; });
    if (!isLaidOut)
      return kernel->emitOpError(
          "is not a kernel for #kernel.lanes, expected sums of products of f32 "
          "tensors for the same elements, with weights from "
          "kernel.unpack_lanes "
          "if they are convolutions; run tir-schedule-kernels, which lays out "
          "the constants");
    LanesBlocks blocks = getBlocks(attr, *matched);
    int64_t wrong = 0;
    matched->forSums([&](const BlockedKernel &sum) {
      if (hasPackedWeights(sum) && sum.lanes != blocks.lanes)
        wrong = sum.lanes;
    });
    if (wrong != 0)
      return kernel->emitOpError("has weights in groups of ")
             << wrong << " channels, expected " << blocks.lanes;
    return verifyScratch(kernel, blocks);
  }

  uint64_t estimateCycles(Attribute attr, FunctionOpInterface kernel,
                          const TargetOptions &target) const {
    std::optional<BlockedKernel> matched = matchFloatKernel(kernel);
    if (!matched || !isLanesKernel(*matched))
      return UINT64_MAX;
    return getBlocks(attr, *matched).estimate(getFloatVectors(target));
  }

  ScheduleMemory estimateMemory(Attribute attr, FunctionOpInterface kernel,
                                uint64_t numCalls) const {
    std::optional<BlockedKernel> matched = matchFloatKernel(kernel);
    if (!matched)
      return {};
    LanesBlocks blocks = getBlocks(attr, *matched);
    // What gcc 12 -O2 makes for an x86-64.
    constexpr uint64_t kBlock = 400, kFloat = 4;
    uint64_t scratch = blocks.needsScratch() ? kFloat * blocks.getNumSums() : 0;
    uint64_t code = kBlock * blocks.getRow().size() * 2, padding = 0;
    matched->forSums([&](const BlockedKernel &sum) {
      if (hasPackedWeights(sum))
        padding += (llvm::alignTo(sum.channels, blocks.lanes) - sum.channels) *
                   sum.getProducts() * kFloat;
    });
    code *= 1 + matched->others.size();
    return {scratch, code + numCalls * padding};
  }

  LogicalResult layOut(Attribute attr, FunctionOpInterface kernel,
                       ArrayRef<Operation *> calls,
                       SymbolTable &symbols) const {
    return layOutLanesKernel(kernel, cast<LanesScheduleAttr>(attr), calls,
                             symbols);
  }

  std::optional<ReadProgress>
  getReadProgress(Attribute attr, FunctionOpInterface kernel, unsigned) const {
    std::optional<BlockedKernel> matched = matchFloatKernel(kernel);
    if (!matched)
      return std::nullopt;
    LanesBlocks blocks = getBlocks(attr, *matched);
    int64_t pixels = blocks.isByChannels()
                         ? matched->batch * matched->height * matched->width
                         : blocks.pixels;
    // The elements of a block are stored in the order of its channels.
    return ReadProgress{/*unit=*/1, pixels * matched->channels};
  }

  LogicalResult lowerToLoops(Attribute attr, FunctionOpInterface kernel) const {
    if (failed(verifyKernel(attr, kernel)))
      return failure();
    std::optional<BlockedKernel> matched = matchFloatKernel(kernel);
    SmallVector<Value> scratches = KernelArguments::findScratches(kernel);
    if (failed(lowerLanesKernel(*matched, cast<LanesScheduleAttr>(attr),
                                scratches.empty() ? Value() : scratches[0])))
      return failure();
    LanesBlocks blocks = getBlocks(attr, *matched);
    std::string text = describeBlock(
        /*rows=*/1, blocks.pixels, std::min(blocks.lanes, matched->channels));
    if (matched->lanes != 0)
      text +=
          "; weights: " + std::to_string(blocks.lanes) + " channels together";
    describeBlocks(kernel, text);
    matched->store.erase();
    return success();
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
struct LanesProvider : public ScheduleProvider {
  bool servesTarget(const TargetOptions &target) const override {
    return getFloatVectors(target).registers != 0;
  }

  void
  propose(PrimFuncOp kernel, const TargetOptions &target,
          SmallVectorImpl<ScheduleAttrInterface> &schedules) const override {
    auto function = cast<FunctionOpInterface>(kernel.getOperation());
    std::optional<BlockedKernel> matched = matchFloatKernel(function);
    if (!matched || matched->hasLayout() || !isLanesKernel(*matched))
      return;
    auto [pixels, lanes] =
        LanesBlocks::choose(*matched, getFloatVectors(target));
    schedules.push_back(cast<ScheduleAttrInterface>(
        Attribute(LanesScheduleAttr::get(kernel.getContext(), pixels, lanes))));
  }
};
} // namespace

void tir::registerLanesSchedule(KernelDialect &dialect) {
  LanesScheduleAttr::attachInterface<LanesScheduleModel>(*dialect.getContext());
  addScheduleProvider(dialect, std::make_unique<LanesProvider>());
}
