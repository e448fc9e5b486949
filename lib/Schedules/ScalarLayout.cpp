//===- ScalarLayout.cpp - Constants in the layout of #kernel.scalar
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLayout.h"
#include "ScalarKernel.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class ScalarLayout : private KernelLayout {
public:
  ScalarLayout(PrimFuncOp function, const BlockedKernel &kernel,
               ScalarScheduleAttr schedule, ArrayRef<CallTIROp> calls,
               SymbolTable &symbols)
      : KernelLayout(function, kernel, schedule, calls, symbols),
        schedule(schedule), blocks(kernel, schedule),
        hasExcess(schedule.getExcess() && !kernel.isDepthwise),
        zeroPoint(blocks.isRaised ? INT8_MIN : 0) {}

  LogicalResult run();

private:
  int64_t getLargest(int64_t weight) const;
  LogicalResult bound(unsigned call);
  template <typename Weight>
  DenseElementsAttr pack(unsigned call);
  void rewriteWeights();
  int64_t getWeight(DenseElementsAttr weights, int64_t channel,
                    int64_t product) const {
    return weights
        .getValues<int8_t>()[kernel.isDepthwise
                                 ? product * kernel.channels + channel
                                 : channel * kernel.getProducts() + product];
  }

  ScalarScheduleAttr schedule;
  ScalarBlocks blocks;
  bool hasExcess;
  /// What the convolution subtracts from its elements.
  int64_t zeroPoint;

  AccumulatorInit start;
  /// The sums that each call's channels can have.
  SmallVector<SmallVector<ChannelSum>> sums;
};
} // namespace

/// Returns the most that a product, or what is subtracted for it, adds to the
/// size of a sum.
int64_t ScalarLayout::getLargest(int64_t weight) const {
  if (blocks.isRaised)
    return UINT8_MAX * std::max<int64_t>(weight - INT8_MIN, -INT8_MIN);
  return -INT8_MIN * (hasExcess ? weight - INT8_MIN : std::abs(weight));
}

/// Computes the sums that a call's channels can have.
LogicalResult ScalarLayout::bound(unsigned call) {
  std::optional<ConvolutionConstants> constants =
      ConvolutionConstants::find(arguments, kernel, start, call);
  if (!constants)
    return failure();
  SmallVector<ChannelSum> &channelSums = sums.emplace_back();
  for (int64_t channel = 0; channel < kernel.channels; ++channel) {
    ChannelSum sum;
    int64_t total = 0, largest = 0;
    for (int64_t product = 0; product < kernel.getProducts(); ++product) {
      int64_t weight = getWeight(constants->weights, channel, product);
      total += weight;
      largest += getLargest(weight);
      int64_t most = INT8_MAX - zeroPoint, least = INT8_MIN - zeroPoint;
      sum.low += weight * (weight < 0 ? most : least);
      sum.high += weight * (weight < 0 ? least : most);
    }
    sum.bias =
        constants->getBias(channel) - (kernel.zeroPoint - zeroPoint) * total;
    // The steps add products in any order.
    if (!llvm::isInt<32>(sum.bias) || !llvm::isInt<32>(sum.bias + largest) ||
        !llvm::isInt<32>(sum.bias - largest))
      return failure();
    channelSums.push_back(sum);
  }
  return success();
}

/// Returns a call's weights, channel by channel in each group.
template <typename Weight>
DenseElementsAttr ScalarLayout::pack(unsigned call) {
  DenseElementsAttr weights = arguments.getConstant(call, kernel.weights);
  int64_t products = kernel.getProducts(), group = blocks.channels;
  int64_t excess = hasExcess ? -INT8_MIN : 0;
  SmallVector<Weight> packed(llvm::alignTo(kernel.channels, group) * products,
                             static_cast<Weight>(excess));
  for (int64_t channel = 0; channel < kernel.channels; ++channel)
    for (int64_t product = 0; product < products; ++product)
      packed[(channel / group * products + product) * group + channel % group] =
          static_cast<Weight>(getWeight(weights, channel, product) + excess);
  return DenseElementsAttr::get(
      RankedTensorType::get({static_cast<int64_t>(packed.size())},
                            builder.getIntegerType(8 * sizeof(Weight))),
      ArrayRef<Weight>(packed));
}

void ScalarLayout::rewriteWeights() {
  Value packed = arguments.addConstant("packed_weights", [&](unsigned call) {
    return blocks.hasPairs ? pack<int16_t>(call) : pack<int8_t>(call);
  });
  builder.setInsertionPointAfterValue(packed);
  OpOperand *weights = linalg::LinalgOp(kernel.conv).getDpsInputOperand(1);
  weights->set(UnpackChannelsOp::create(
      builder, kernel.conv->getLoc(), weights->get().getType(),
      getReadArgument(packed), blocks.channels, kernel.isDepthwise, hasExcess));
}

LogicalResult ScalarLayout::run() {
  std::optional<AccumulatorInit> found = AccumulatorInit::find(kernel);
  if (!found)
    return failure();
  start = *found;
  for (unsigned call = 0; call < numCalls; ++call)
    if (failed(bound(call)))
      return failure();
  std::optional<ShortRescale> rescale = findRescale(
      getSums(sums), schedule.getExcess() ? RescaleForms::ShortProducts
                                          : RescaleForms::AnyBits);
  // The words of two channels are loaded together.
  if (blocks.hasPairs)
    arguments.alignConstants(kernel.weights, /*bytes=*/4);
  // From here on, operations of `kernel.epilogue` may be gone.
  rewriteWeights();
  // The biases have the zero point.
  dropZeroPoint(kernel, zeroPoint);
  rewriteNumbers(rescale, getSums(sums));
  addScratch("elements", blocks.getScratch(kernel), 8);
  return finish();
}

LogicalResult tir::layOutScalarKernel(FunctionOpInterface kernel,
                                      ScalarScheduleAttr schedule,
                                      ArrayRef<Operation *> calls,
                                      SymbolTable &symbols) {
  return layOutConstants<ScalarLayout>(matchBlockedKernel(kernel), kernel,
                                       schedule, calls, symbols);
}
