//===- AccumulatorInit.cpp - What the sums of a convolution start with
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulatorInit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;

std::optional<AccumulatorInit>
AccumulatorInit::find(const BlockedKernel &kernel) {
  linalg::LinalgOp conv = kernel.conv;
  Value init = conv.getDpsInitOperand(0)->get();
  AccumulatorInit start;
  if (auto fill = init.getDefiningOp<linalg::FillOp>()) {
    APInt number;
    if (!matchPattern(fill.getInputs().front(), m_ConstantInt(&number)))
      return std::nullopt;
    start.number = number.getSExtValue();
    if (!kernel.addBias)
      return start;
    linalg::GenericOp add = kernel.addBias;
    for (Value input : add.getDpsInputs())
      if (BlockArgument argument = getReadArgument(input))
        start.argument = argument;
    return start.number == 0 ? std::optional(start) : std::nullopt;
  }
  auto broadcast = init.getDefiningOp<linalg::GenericOp>();
  if (kernel.isDepthwise || !broadcast || broadcast.getNumDpsInputs() != 1 ||
      broadcast.getNumReductionLoops() != 0)
    return std::nullopt;
  OpOperand *input = broadcast.getDpsInputOperand(0);
  auto yielded = dyn_cast<BlockArgument>(
      broadcast.getBlock()->getTerminator()->getOperand(0));
  if (!yielded || yielded.getArgNumber() != 0 ||
      !isChannelMap(broadcast.getMatchingIndexingMap(input)))
    return std::nullopt;
  start.argument = getReadArgument(input->get());
  if (start.argument)
    return start;
  // Biases that are all equal, such as the zeros of a convolution without a
  // bias, are a constant of the kernel.
  APInt number;
  if (!matchPattern(input->get(), m_ConstantInt(&number)))
    return std::nullopt;
  start.number = number.getSExtValue();
  return start;
}

std::optional<ConvolutionConstants>
ConvolutionConstants::find(const KernelArguments &arguments,
                           const BlockedKernel &kernel,
                           const AccumulatorInit &start, unsigned call) {
  ConvolutionConstants constants;
  constants.weights = arguments.getConstant(call, kernel.weights);
  constants.number = start.number;
  if (start.argument)
    constants.biases = arguments.getConstant(call, start.argument);
  if (!constants.weights || (start.argument && !constants.biases))
    return std::nullopt;
  return constants;
}

std::optional<ChannelSum> ConvolutionConstants::getSum(ArrayRef<int8_t> weights,
                                                       int64_t channel,
                                                       int64_t zeroPoint,
                                                       int64_t &total) const {
  ChannelSum sum;
  total = 0;
  for (int64_t weight : weights) {
    total += weight;
    sum.low += weight * (weight < 0 ? INT8_MAX : INT8_MIN);
    sum.high += weight * (weight < 0 ? INT8_MIN : INT8_MAX);
  }
  sum.bias = getBias(channel) - zeroPoint * total;
  bool fits =
      llvm::all_of(ArrayRef{sum.low, sum.high, sum.bias, sum.low + sum.bias,
                            sum.high + sum.bias},
                   [](int64_t number) { return llvm::isInt<32>(number); });
  return fits ? std::optional(sum) : std::nullopt;
}

ChannelSum ConvolutionConstants::bound(const BlockedKernel &kernel,
                                       int64_t channel, int64_t least,
                                       int64_t most, int64_t &total) const {
  ChannelSum sum;
  total = 0;
  auto values = weights.getValues<int8_t>();
  int64_t products = kernel.getProducts();
  for (int64_t product = 0; product < products; ++product) {
    int64_t weight =
        values[kernel.isDepthwise ? product * kernel.channels + channel
                                  : channel * products + product];
    total += weight;
    sum.low += weight * (weight < 0 ? most : least);
    sum.high += weight * (weight < 0 ? least : most);
  }
  sum.bias = getBias(channel);
  return sum;
}

Value tir::createBroadcast(OpBuilder &builder, Location location,
                           const ChannelNumber &numbers, Value empty) {
  // The layout is NHWC, with one more dimension of one element if the
  // convolution is depthwise.
  constexpr unsigned kChannel = 3;
  auto sums = cast<RankedTensorType>(empty.getType());
  unsigned rank = sums.getRank();
  auto broadcast = linalg::GenericOp::create(
      builder, location, sums, numbers.tensor, empty,
      ArrayRef<AffineMap>{numbers.getMap(rank, kChannel),
                          builder.getMultiDimIdentityMap(rank)},
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [](OpBuilder &inner, Location loc, ValueRange inputs) {
        linalg::YieldOp::create(inner, loc, inputs.front());
      });
  return broadcast.getResult(0);
}

void tir::rewriteAccumulatorInit(const BlockedKernel &kernel,
                                 const ChannelNumber &biases) {
  if (linalg::GenericOp add = kernel.addBias) {
    Value first = add.getDpsInputs()[0];
    Value sum = getReadArgument(first) ? add.getDpsInputs()[1] : first;
    add->getResult(0).replaceAllUsesWith(sum);
  }
  Operation *conv = kernel.conv;
  OpBuilder builder(conv);
  Location location = conv->getLoc();
  OpOperand *init = linalg::LinalgOp(kernel.conv).getDpsInitOperand(0);
  auto sums = cast<RankedTensorType>(init->get().getType());
  Value empty = tensor::EmptyOp::create(builder, location, sums.getShape(),
                                        sums.getElementType());
  if (!biases.tensor) {
    Value zero = arith::ConstantIntOp::create(builder, location, 0, 32);
    init->set(
        linalg::FillOp::create(builder, location, zero, empty).getResult(0));
    return;
  }
  init->set(createBroadcast(builder, location, biases, empty));
}

void tir::dropZeroPoint(const BlockedKernel &kernel, int64_t left) {
  linalg::LinalgOp conv = kernel.conv;
  if (conv.getNumDpsInputs() != 4)
    return;
  OpBuilder builder(conv);
  conv->setOperand(
      2, arith::ConstantIntOp::create(builder, conv->getLoc(), left, 32));
}
