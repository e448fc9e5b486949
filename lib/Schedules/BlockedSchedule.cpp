//===- BlockedSchedule.cpp - Blocks of pixels and channels in registers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedSchedule.h"

#include "BlockedKernel.h"
#include "KernelArguments.h"

#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"
#include "tir/Dialect/Kernel/IR/RowScheduleInterface.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/TargetInfo/TargetOptions.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Returns the argument for the words of a block, or null.
static Value findScratch(FunctionOpInterface kernel) {
  SmallVector<Value> scratches = KernelArguments::findScratches(kernel);
  return scratches.empty() ? Value() : scratches.front();
}

/// The cycles that widening all pixels takes in blocks of `pixels`.
static int64_t estimateWidening(const BlockedKernel &kernel, int64_t pixels) {
  constexpr int64_t kWord = 4;
  int64_t words = kernel.sharesColumns()
                      ? kernel.kernelHeight *
                            getNumPairWords(kernel.getBlockSegment(pixels))
                      : kernel.getWords() * pixels;
  int64_t blocks =
      kernel.batch * kernel.height * llvm::divideCeil(kernel.width, pixels);
  return blocks * words * kWord;
}

namespace {
struct BlockedScheduleModel
    : public ScheduleAttrInterface::ExternalModel<BlockedScheduleModel,
                                                  BlockedScheduleAttr> {
  LogicalResult verifyKernel(Attribute attr, FunctionOpInterface kernel) const {
    if (kernel.isExternal())
      return success();
    std::optional<BlockedKernel> matched = matchIntegerKernel(kernel);
    auto schedule = cast<BlockedScheduleAttr>(attr);
    if (!matched || !matched->isBlockable() || !isLaidOut(*matched, schedule))
      return kernel->emitOpError(
          "is not a kernel for #kernel.blocked, expected one convolution of "
          "int8 or int16 "
          "tensors with weights from kernel.unpack_pairs or "
          "kernel.unpack_taps, or a "
          "depthwise one with windows other than 3 x 3; run "
          "tir-schedule-kernels, which lays out the constants");
    if ((matched->readsWords || matched->hasHalves()) != matched->hasOrder ||
        (matched->readsWords && !matched->canReadWords()))
      return kernel->emitOpError(
          "has an input of words (kernel.narrow_words) or weights for it "
          "(kernel.unpack_pairs in_order), expected both or none, and words "
          "only "
          "for a convolution of 1 x 1 with an even number of channels; run "
          "tir-store-rows-as-int16, which changes the input and the weights");
    int64_t pixels = schedule.getPixels();
    int64_t most = matched->getMaxPixels();
    if (pixels > most) {
      StringRef reason =
          !matched->isDepthwise ? "each has the sums of two channels"
          : !matched->isByColumns()
              ? "it is a depthwise convolution, which computes four channels "
                "together"
              : "it is a depthwise convolution, which computes two rows "
                "together";
      return kernel->emitOpError("has blocks of ")
             << pixels << " pixels, expected 1 to " << most << ": " << reason;
    }
    // Two rows leave one row if there is an odd one.
    if (matched->isByColumns() && !matched->keepsPairs(pixels) &&
        (matched->getRowsTogether() == 1 || matched->height % 2 != 0))
      return kernel->emitOpError("has blocks of ")
             << pixels
             << " pixels, expected an even number, or a block for the whole "
                "row: kernel.dot_columns reads two columns together, of which "
                "a "
                "block begins with the first one";
    int64_t words = matched->getFinalScratchWords(schedule);
    if (words == 0)
      return success();
    Value scratch = findScratch(kernel);
    auto type = scratch ? dyn_cast<MemRefType>(scratch.getType()) : nullptr;
    if (type && type.hasStaticShape() && type.getRank() == 1 &&
        type.getElementType().isInteger(32) && type.getNumElements() >= words)
      return success();
    return kernel->emitOpError("has no argument with #kernel.argument<scratch "
                               "= true> of at least ")
           << words << " i32, which #kernel.blocked needs for a block of "
           << matched->getBlockPixels(schedule) << " pixels";
  }

  uint64_t estimateCycles(Attribute attr, FunctionOpInterface kernel,
                          const TargetOptions &) const {
    std::optional<BlockedKernel> matched = matchIntegerKernel(kernel);
    if (!matched)
      return UINT64_MAX;
    return estimate(*matched, cast<BlockedScheduleAttr>(attr));
  }

  ScheduleMemory estimateMemory(Attribute attr, FunctionOpInterface kernel,
                                uint64_t numCalls) const {
    auto schedule = cast<BlockedScheduleAttr>(attr);
    std::optional<BlockedKernel> matched = matchIntegerKernel(kernel);
    if (!matched)
      return {};
    // The padding of the weights, and what is stored for each channel to
    // rescale it.
    constexpr uint64_t kRescale = 4;
    uint64_t channels = matched->channels, products = matched->getProducts();
    uint64_t packed = matched->isDepthwise
                          ? channels * llvm::alignTo(products, 4)
                          : llvm::divideCeil(channels, 2) * 4 *
                                static_cast<uint64_t>(matched->getWords());
    uint64_t plain = std::min(packed, channels * products);
    return {4 * static_cast<uint64_t>(matched->getScratchWords(schedule)),
            estimateCode(*matched, schedule) +
                numCalls * (packed - plain + channels * kRescale)};
  }

  LogicalResult layOut(Attribute attr, FunctionOpInterface kernel,
                       ArrayRef<Operation *> calls,
                       SymbolTable &symbols) const {
    return layOutBlockedKernel(kernel, cast<BlockedScheduleAttr>(attr), calls,
                               symbols);
  }

  std::optional<ReadProgress> getReadProgress(Attribute attr,
                                              FunctionOpInterface kernel,
                                              unsigned input) const {
    std::optional<BlockedKernel> matched = matchIntegerKernel(kernel);
    if (!matched || matched->readsWords || matched->storesWords)
      return std::nullopt;
    // Rows are stored channel by channel. An odd one at the end of an image
    // moves the rows of the next image to other places.
    if (matched->isByColumns()) {
      int64_t together = matched->getRowsTogether();
      int64_t elements = together * matched->width * matched->channels;
      bool isAligned = matched->batch == 1 || matched->height % together == 0;
      return ReadProgress{isAligned ? elements : 1, elements};
    }
    auto schedule = cast<BlockedScheduleAttr>(attr);
    // The pixels of a block are widened before the first of its elements is
    // stored, if nothing else reads them.
    if (!matched->isDepthwise && !matched->readsElements(schedule) &&
        matched->readsOnlyPixels(input))
      return ReadProgress{matched->channels, /*delay=*/0};
    // The elements of a block are stored in the order of its channels.
    return ReadProgress{/*unit=*/1,
                        matched->getBlockPixels(schedule) * matched->channels};
  }

  LogicalResult lowerToLoops(Attribute attr, FunctionOpInterface kernel) const {
    std::optional<BlockedKernel> matched = matchIntegerKernel(kernel);
    auto schedule = cast<BlockedScheduleAttr>(attr);
    if (!matched || !isLaidOut(*matched, schedule))
      return verifyKernel(attr, kernel);
    if (failed(lowerBlockedKernel(*matched, schedule, findScratch(kernel))))
      return failure();
    describeBlocks(kernel, getBlocksText(*matched, schedule));
    matched->store.erase();
    return success();
  }

private:
  static bool isLaidOut(const BlockedKernel &kernel,
                        BlockedScheduleAttr schedule) {
    return kernel.isLaidOut() ||
           (kernel.hasScratch && kernel.readsRows(schedule));
  }

  static std::string getBlocksText(const BlockedKernel &kernel,
                                   BlockedScheduleAttr schedule) {
    int64_t pixels = kernel.getBlockPixels(schedule);
    if (kernel.readsRows(schedule))
      return describeBlock(/*rows=*/1, pixels, 4) +
             "; weights: the rows of the channels";
    if (kernel.isByColumns())
      return describeBlock(kernel.getRowsTogether(), pixels, /*channels=*/1) +
             "; weights: a word for each column of a channel's window";
    if (kernel.isDepthwise)
      return describeBlock(/*rows=*/1, pixels, /*channels=*/4) +
             "; weights: all channels of a position together";
    return describeBlock(/*rows=*/1, pixels, 2 * kernel.getPairs(pixels)) +
           (kernel.hasBytes
                ? "; weights: bytes of two channels in each halfword"
                : "; weights: two channels in each halfword");
  }

  /// The bytes that gcc 12 makes at -O2, rather too many than too few.
  static uint64_t estimateCode(const BlockedKernel &kernel,
                               BlockedScheduleAttr schedule) {
    uint64_t operations = 0;
    for (Operation *op : kernel.epilogue)
      if (auto generic = dyn_cast<linalg::GenericOp>(op))
        operations += generic.getBody()->getOperations().size() - 1;
    // What follows the sums is written out for each of a block's outputs.
    constexpr uint64_t kOperation = 8, kUsualOperations = 8;
    uint64_t more = operations - std::min(operations, kUsualOperations);
    int64_t pixels = kernel.getBlockPixels(schedule);
    if (kernel.isByColumns()) {
      constexpr int64_t kPixel = 40;
      return 200 + 450 * kernel.getRowsTogether() +
             std::max<int64_t>(pixels - kMostColumnSums, 0) * kPixel +
             more * kOperation * pixels;
    }
    if (kernel.isDepthwise)
      return 2000 + more * kOperation * 4 * pixels;
    uint64_t code = 300;
    // A block of fewer pixels at the end of a row is code of its own.
    for (int64_t part : {pixels, kernel.getRowPixels() % pixels}) {
      if (part == 0)
        continue;
      constexpr int64_t kMostWords = 12, kInstruction = 4, kOutput = 36;
      int64_t pairs = kernel.getPairs(part);
      int64_t word = 1 + part + 2 * pairs + 2 * part * pairs;
      code += 180 +
              std::min(kernel.getWords(), kMostWords) * word * kInstruction +
              2 * part * pairs * (kOutput + more * kOperation);
    }
    return code;
  }

  /// The cycles of a Cortex-M4 by the rules of benchmarks/m4_cycles: a load
  /// takes two cycles, or one after another load; everything else one.
  static uint64_t estimate(const BlockedKernel &kernel,
                           BlockedScheduleAttr schedule) {
    int64_t outputs =
        kernel.batch * kernel.height * kernel.width * kernel.channels;
    if (kernel.isByColumns()) {
      int64_t rows = kernel.batch * kernel.height * kernel.channels;
      if (kernel.getRowsTogether() == 2)
        return outputs * 21 + rows * 40;
      // Each element of the three rows is widened once.
      int64_t columns = std::min(kernel.getRowColumns(), kernel.inputWidth);
      return rows * (45 + columns * 7 +
                     kernel.estimateBlocks(kernel.getBlockPixels(schedule)));
    }
    if (kernel.isDepthwise)
      return outputs * (kernel.getProducts() * 5 / 2 + 20);
    int64_t width = kernel.getRowPixels();
    int64_t pixels = kernel.getBlockPixels(schedule);
    int64_t rows = outputs / kernel.channels / width;
    // One pixel that is read as it is takes as long as one with words: a load
    // less, and two SXTB16 more, for each four elements.
    bool isRead = kernel.readsWords || kernel.readsElements(schedule);
    return rows * kernel.estimateRow(pixels) +
           (isRead ? 0 : estimateWidening(kernel, pixels));
  }
};

/// Proposes blocks for processors with Arm's DSP instructions.
struct DSPProvider : public ScheduleProvider {
  bool servesTarget(const TargetOptions &target) const override {
    return hasDSP(target);
  }

  void
  propose(PrimFuncOp kernel, const TargetOptions &target,
          SmallVectorImpl<ScheduleAttrInterface> &schedules) const override {
    auto function = cast<FunctionOpInterface>(kernel.getOperation());
    std::optional<BlockedKernel> matched = matchIntegerKernel(function);
    if (!matched || !matched->isBlockable() || matched->hasLayout())
      return;
    // Compilers sum the products of a lone pixel in vectors of MVE.
    if (matched->isWide && matched->getRowPixels() == 1 && hasMVE(target))
      return;
    auto add = [&](int64_t pixels) {
      schedules.push_back(cast<ScheduleAttrInterface>(
          Attribute(BlockedScheduleAttr::get(kernel.getContext(), pixels))));
    };
    int64_t best = matched->choosePixels();
    add(best);
    // Others take more cycles, and fewer pixels less memory.
    for (int64_t pixels = matched->getMaxPixels();
         pixels > 0 && !matched->isDepthwise; --pixels)
      if (pixels != best)
        add(pixels);
  }
};

struct BlockedRowScheduleModel
    : public RowScheduleAttrInterface::ExternalModel<BlockedRowScheduleModel,
                                                     BlockedScheduleAttr> {
  bool canMoveRows(Attribute, FunctionOpInterface kernel, unsigned input,
                   int64_t count) const {
    std::optional<BlockedKernel> matched = matchIntegerKernel(kernel);
    // kernel.widen_rows moves four channels of the three rows of one window.
    return matched && matched->isByColumns() && !matched->isWide &&
           matched->batch == 1 && matched->height == 1 &&
           matched->inputHeight == 3 && matched->channels % 4 == 0 &&
           matched->input.getArgNumber() == input && count < 3;
  }

  bool canWriteWords(Attribute, FunctionOpInterface kernel,
                     unsigned output) const {
    std::optional<BlockedKernel> matched = matchIntegerKernel(kernel);
    return matched && !matched->storesWords &&
           cast<MemRefType>(matched->store.getDest().getType())
               .getElementType()
               .isInteger(8) &&
           matched->store.getDest() == kernel.getArgument(output);
  }

  bool canReadWords(Attribute attr, FunctionOpInterface kernel, unsigned input,
                    ArrayRef<Operation *> calls, SymbolTable &symbols) const {
    std::optional<BlockedKernel> matched = matchIntegerKernel(kernel);
    return matched && !matched->readsWords && matched->canReadWords() &&
           !matched->readsElements(cast<BlockedScheduleAttr>(attr)) &&
           matched->readsOnlyPixels(input) &&
           !findWeightConstants(*matched, calls, symbols).empty();
  }

  uint64_t estimateSavedByWords(Attribute attr, FunctionOpInterface kernel,
                                unsigned input) const {
    std::optional<BlockedKernel> matched = matchIntegerKernel(kernel);
    if (!matched || matched->isWide || !matched->isOneRow() ||
        matched->inputChannels % 2 != 0 ||
        matched->readsElements(cast<BlockedScheduleAttr>(attr)) ||
        !matched->readsOnlyPixels(input))
      return 0;
    return estimateWidening(
        *matched, matched->getBlockPixels(cast<BlockedScheduleAttr>(attr)));
  }

  void layOutForWords(Attribute, FunctionOpInterface kernel,
                      ArrayRef<Operation *> calls, SymbolTable &symbols) const {
    orderBlockedWeights(*matchIntegerKernel(kernel), calls, symbols);
  }
};
} // namespace

void tir::registerBlockedSchedule(KernelDialect &dialect) {
  BlockedScheduleAttr::attachInterface<BlockedScheduleModel,
                                       BlockedRowScheduleModel>(
      *dialect.getContext());
  addScheduleProvider(dialect, std::make_unique<DSPProvider>());
}
