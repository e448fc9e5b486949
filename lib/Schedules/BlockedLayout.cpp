//===- BlockedLayout.cpp - Constants in the layout of #kernel.blocked
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulatorInit.h"
#include "PackWeights.h"
#include "RescaleConstants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
/// The numbers of one call, in the layout of the schedule.
struct CallConstants {
  SmallVector<int32_t> words;
  SmallVector<ChannelSum> sums;
};

class BlockedLayout {
public:
  BlockedLayout(PrimFuncOp function, const BlockedKernel &kernel,
                BlockedScheduleAttr schedule, ArrayRef<CallTIROp> calls,
                SymbolTable &symbols)
      : function(function), kernel(kernel), schedule(schedule), calls(calls),
        numCalls(calls.size()), symbols(symbols),
        arguments(function, calls, symbols, kernel.weights.getArgNumber()),
        builder(function.getContext()) {}

  LogicalResult run();

private:
  LogicalResult runLong();
  void finish(int64_t scratchWords);
  LogicalResult bound(unsigned call, CallConstants &constants);
  void pack(unsigned call, CallConstants &constants) const;

  using GetConstant = KernelArguments::GetConstant;
  Value addChannelConstant(StringRef name, GetConstant getValue);
  SmallVector<ArrayRef<ChannelSum>> getSums() const;
  Value addPackedWeights();
  void rewriteWeights(Value packed);
  bool isKnown() const;
  void rewriteRescale();
  void rewriteBody();

  PrimFuncOp function;
  const BlockedKernel &kernel;
  BlockedScheduleAttr schedule;
  ArrayRef<CallTIROp> calls;
  unsigned numCalls;
  SymbolTable &symbols;
  KernelArguments arguments;
  OpBuilder builder;

  AccumulatorInit start;
  SmallVector<CallConstants> constants;
  /// The weights, if a call does not know them.
  std::optional<PackedWeights> packer;
  Value packed, biases;
  /// Whether a lone pixel is multiplied with the weights as they are.
  bool keepsRows = false;
  /// Whether each weight is a byte of its own.
  bool hasBytes = false;
  std::optional<ShortRescale> rescale;
};
} // namespace

//===----------------------------------------------------------------------===//
// The constants of the calls
//===----------------------------------------------------------------------===//

/// Computes the sums that a call's channels can have.
LogicalResult BlockedLayout::bound(unsigned call, CallConstants &constants) {
  std::optional<ConvolutionConstants> given =
      ConvolutionConstants::find(arguments, kernel, start, call);
  if (!given)
    return failure();
  // kernel.dot_pairs takes elements of 16 bits with weights that are bytes.
  hasBytes |=
      kernel.isWide || (!kernel.isDepthwise && !fitPairs(given->weights));

  // kernel.dot_taps subtracts the zero point itself, since it leaves out what
  // is padding.
  bool isByTaps = kernel.isDepthwise && !kernel.isByColumns();
  int64_t zeroPoint = isByTaps ? kernel.zeroPoint : 0;
  int64_t least = kernel.getLeast() - zeroPoint;
  int64_t most = kernel.getMost() - zeroPoint;
  for (int64_t channel = 0; channel < kernel.channels; ++channel) {
    int64_t total;
    ChannelSum sum = given->bound(kernel, channel, least, most, total);
    // kernel.dot_pairs has the low 24 bits of a sum, unless weights are bytes.
    hasBytes |= !kernel.isDepthwise &&
                (!llvm::isInt<24>(sum.low) || !llvm::isInt<24>(sum.high));
    if (!isByTaps)
      sum.bias -= kernel.zeroPoint * total;
    if (!llvm::isInt<32>(sum.bias) || !llvm::isInt<32>(sum.low + sum.bias) ||
        !llvm::isInt<32>(sum.high + sum.bias))
      return failure();
    constants.sums.push_back(sum);
  }
  return success();
}

/// Computes the words of a call's weights.
void BlockedLayout::pack(unsigned call, CallConstants &constants) const {
  DenseElementsAttr weights = arguments.getConstant(call, kernel.weights);
  if (kernel.isByColumns())
    constants.words =
        packTaps(weights, /*oneRow=*/kernel.getRowsTogether() == 1);
  if (kernel.isDepthwise)
    return;
  constants.words = packPairs(weights, kernel.getSegment(), hasBytes);
  if (kernel.isWide)
    constants.words = orderPairs(constants.words, kernel.getSegment());
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Adds one number for each channel, and returns their tensor.
Value BlockedLayout::addChannelConstant(StringRef name, GetConstant getValue) {
  // Without a loop over channels, the code has the numbers. A compiler would
  // put them there, too, and drop the array that the report shows.
  if (numCalls > 1 || kernel.hasChannelLoop(schedule))
    return arguments.addConstant(name, getValue);
  builder.setInsertionPointToStart(&function.getBody().front());
  return arith::ConstantOp::create(builder, kernel.conv->getLoc(), getValue(0));
}

/// Returns the sums that the channels of each call can have.
SmallVector<ArrayRef<ChannelSum>> BlockedLayout::getSums() const {
  return llvm::map_to_vector(constants, [](const CallConstants &constant) {
    return ArrayRef<ChannelSum>(constant.sums);
  });
}

Value BlockedLayout::addPackedWeights() {
  return arguments.addConstant("packed_weights", [&](unsigned call) {
    ArrayRef<int32_t> words = constants[call].words;
    auto type = RankedTensorType::get({static_cast<int64_t>(words.size())},
                                      builder.getI32Type());
    return DenseElementsAttr::get(type, words);
  });
}

void BlockedLayout::rewriteWeights(Value packed) {
  builder.setInsertionPointAfterValue(packed);
  OpOperand *weights = linalg::LinalgOp(kernel.conv).getDpsInputOperand(1);
  Location location = kernel.conv->getLoc();
  Type type = weights->get().getType();
  Value words = getReadArgument(packed);
  if (!kernel.isDepthwise)
    weights->set(UnpackPairsOp::create(builder, location, type, words,
                                       kernel.getSegment(), hasBytes,
                                       /*in_order=*/kernel.isWide));
  else if (kernel.getRowsTogether() == 1)
    weights->set(UnpackRowTapsOp::create(builder, location, type, words));
  else
    weights->set(UnpackTapsOp::create(builder, location, type, words));
}

/// Gives a kernel whose weights and biases stay as they are the short form of
/// its rescale.
void BlockedLayout::rewriteRescale() {
  if (!rescale)
    return;
  auto numbers = RescaleConstants::add(
      builder.getContext(), &*rescale, getSums(),
      [&](StringRef name, GetConstant getValue) {
        return name == "folded_bias" ? Value()
                                     : arguments.addConstant(name, getValue);
      });
  rescale->rewrite(numbers.numbers);
}

/// Lets the body work on the new arguments.
void BlockedLayout::rewriteBody() {
  if (kernel.isDepthwise && !kernel.isByColumns() && !rescale)
    return;
  if (keepsRows)
    return rewriteRescale();
  if (packer)
    std::tie(packed, biases) = packer->add(arguments);
  if (!kernel.isDepthwise || kernel.isByColumns()) {
    rewriteWeights(packer ? packed : addPackedWeights());
    // The biases have the zero point.
    dropZeroPoint(kernel);
  }
  RescaleConstants numbers;
  if (!packer || rescale)
    numbers = RescaleConstants::add(
        builder.getContext(), rescale ? &*rescale : nullptr, getSums(),
        [&](StringRef name, GetConstant getValue) {
          return packer && name == "folded_bias"
                     ? biases
                     : addChannelConstant(name, getValue);
        });
  // Offsets can only have biases that are known.
  if (packer)
    numbers.biases = {biases, std::nullopt};
  rewriteAccumulatorInit(kernel, numbers.biases);
  if (rescale)
    rescale->rewrite(numbers.numbers);
}

/// Returns whether all calls pass constants.
bool BlockedLayout::isKnown() const {
  return llvm::all_of(llvm::seq(numCalls), [&](unsigned call) {
    return ConvolutionConstants::find(arguments, kernel, start, call)
        .has_value();
  });
}

/// Lays out the weights of a kernel whose sums may need more than 32 bits.
/// Biases and rescale stay as they are.
LogicalResult BlockedLayout::runLong() {
  hasBytes = true;
  for (unsigned call = 0; call < numCalls; ++call) {
    if (!arguments.getConstant(call, kernel.weights))
      return failure();
    pack(call, constants.emplace_back());
  }
  rewriteWeights(addPackedWeights());
  finish(kernel.getScratchWords(schedule));
  return success();
}

/// Adds the scratch memory, and gives the kernel the schedule.
void BlockedLayout::finish(int64_t scratchWords) {
  if (scratchWords != 0)
    arguments.addScratch("scratch",
                         MemRefType::get({scratchWords}, builder.getI32Type()));
  arguments.rewrite();
  function.setScheduleAttr(cast<ScheduleAttrInterface>(Attribute(schedule)));
}

LogicalResult BlockedLayout::run() {
  if (kernel.hasLongSums)
    return runLong();
  std::optional<AccumulatorInit> found = AccumulatorInit::find(kernel);
  // The biases of a depthwise convolution are added to its sums.
  if (!found || (kernel.isDepthwise && found->number != 0))
    return failure();
  start = *found;
  if (!isKnown()) {
    if (kernel.isWide)
      return failure();
    packer.emplace(function, kernel, start, symbols);
    keepsRows = kernel.readsRows(schedule) && PackedWeights::hasSteps();
    if (!keepsRows && !packer->canPack())
      return failure();
    constants.assign(numCalls, {{}, packer->getSums()});
    hasBytes = !kernel.isDepthwise;
  }
  for (unsigned call = 0; !packer && call < numCalls; ++call)
    if (failed(bound(call, constants.emplace_back())))
      return failure();
  for (unsigned call = 0; !packer && call < numCalls; ++call)
    pack(call, constants[call]);
  rescale = ShortRescale::find(
      kernel,
      [&](Value argument, unsigned call) {
        return arguments.getConstant(call, argument);
      },
      getSums());
  // kernel.dot_taps reads the weights of four channels as one word.
  if (kernel.isDepthwise && !kernel.isByColumns())
    arguments.alignConstants(kernel.weights, /*bytes=*/4);
  int64_t scratchWords =
      keepsRows ? kernel.channels : kernel.getScratchWords(schedule);
  // From here on, operations of `kernel.epilogue` may be gone.
  rewriteBody();
  finish(scratchWords);
  return success();
}

LogicalResult tir::layOutBlockedKernel(FunctionOpInterface kernel,
                                       BlockedScheduleAttr schedule,
                                       ArrayRef<Operation *> calls,
                                       SymbolTable &symbols) {
  std::optional<BlockedKernel> matched = matchIntegerKernel(kernel);
  if (!matched || !matched->isBlockable())
    return failure();
  return layOutConstants<BlockedLayout>(matched, kernel, schedule, calls,
                                        symbols);
}

//===----------------------------------------------------------------------===//
// Weights for pixels in words
//===----------------------------------------------------------------------===//

SmallVector<memref::GlobalOp>
tir::findWeightConstants(const BlockedKernel &kernel,
                         ArrayRef<Operation *> calls, SymbolTable &symbols) {
  unsigned weights = kernel.weights.getArgNumber();
  llvm::SmallSetVector<memref::GlobalOp, 4> found;
  for (Operation *call : calls) {
    auto get = cast<CallTIROp>(call)
                   .getArgs()[weights]
                   .getDefiningOp<memref::GetGlobalOp>();
    auto global =
        get ? symbols.lookup<memref::GlobalOp>(get.getName()) : nullptr;
    if (!global || !global.getConstant() ||
        !unsealConstant(global.getInitialValueAttr()))
      return {};
    found.insert(global);
  }
  auto readsWeights = [&](OpOperand &use) {
    return llvm::is_contained(calls, use.getOwner()) &&
           use.getOperandNumber() == weights;
  };
  for (memref::GlobalOp global : found) {
    auto uses = SymbolTable::getSymbolUses(global, symbols.getOp());
    if (!uses || !llvm::all_of(*uses, [&](SymbolTable::SymbolUse use) {
          auto get = dyn_cast<memref::GetGlobalOp>(use.getUser());
          return get && llvm::all_of(get->getUses(), readsWeights);
        }))
      return {};
  }
  return found.takeVector();
}

void tir::orderBlockedWeights(const BlockedKernel &kernel,
                              ArrayRef<Operation *> calls,
                              SymbolTable &symbols) {
  auto unpack = linalg::LinalgOp(kernel.conv)
                    .getDpsInputOperand(1)
                    ->get()
                    .getDefiningOp<UnpackPairsOp>();
  unpack.setInOrder(true);
  for (memref::GlobalOp global : findWeightConstants(kernel, calls, symbols)) {
    Attribute old = global.getInitialValueAttr();
    DenseElementsAttr words = unsealConstant(old);
    auto ordered = DenseElementsAttr::get(
        words.getType(),
        ArrayRef<int32_t>(orderPairs(
            llvm::to_vector(words.getValues<int32_t>()), unpack.getSegment())));
    global.setInitialValueAttr(isSealedConstant(old)
                                   ? Attribute(sealConstant(ordered))
                                   : Attribute(ordered));
  }
}
