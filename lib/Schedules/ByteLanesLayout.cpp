//===- ByteLanesLayout.cpp - Constants in the layout of #kernel.byte_lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteLanesKernel.h"
#include "KernelLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// What VPDPBUSD needs to be added to int8 elements.
constexpr int64_t kExcess = 128;

namespace {
class ByteLanesLayout : private KernelLayout {
public:
  ByteLanesLayout(PrimFuncOp function, const BlockedKernel &kernel,
                  ByteLanesScheduleAttr schedule, ArrayRef<CallTIROp> calls,
                  SymbolTable &symbols)
      : KernelLayout(function, kernel, schedule, calls, symbols),
        blocks(kernel, schedule.getPixels(), schedule.getLanes(),
               schedule.getProducts()) {}

  LogicalResult run();

private:
  LogicalResult pack(unsigned call, const AccumulatorInit &start);
  void rewriteWeights();
  void setZeroPoint();

  ByteLanesBlocks blocks;
  /// Of each call: the weights, the sums that its channels can have, and the
  /// same with what the sums start with.
  SmallVector<DenseElementsAttr> weights;
  SmallVector<SmallVector<ChannelSum>> sums, starts;
};
} // namespace

/// Packs the weights of a call, and finds the sums of its channels.
LogicalResult ByteLanesLayout::pack(unsigned call,
                                    const AccumulatorInit &start) {
  std::optional<ConvolutionConstants> constants =
      ConvolutionConstants::find(arguments, kernel, start, call);
  if (!constants)
    return failure();
  int64_t products = kernel.getProducts(), channels = kernel.channels,
          lanes = blocks.blocks.lanes, together = blocks.products,
          segment = blocks.getSegment(), width = kernel.kernelWidth;
  int64_t ofChannel = blocks.getWeightsOfChannel(),
          ofSegment = ofChannel / blocks.getNumSegments();
  SmallVector<int8_t> packed(llvm::alignTo(channels, lanes) * ofChannel, 0);
  SmallVector<ChannelSum> &all = sums.emplace_back(),
                          &begin = starts.emplace_back();
  auto values = constants->weights.getValues<int8_t>();
  SmallVector<int8_t> ofOne(products);
  for (int64_t channel = 0; channel < channels; ++channel) {
    for (int64_t product = 0; product < products; ++product) {
      // A segment of a depthwise window is a column.
      int64_t from =
          kernel.isDepthwise
              ? (product % segment * width + product / segment) * channels +
                    channel
              : channel * products + product;
      ofOne[product] = values[from];
      int64_t place = product / segment * ofSegment + product % segment;
      packed[channel / lanes * lanes * ofChannel +
             (place / together * lanes + channel % lanes) * together +
             place % together] = values[from];
    }
    int64_t total;
    std::optional<ChannelSum> sum =
        constants->getSum(ofOne, channel, kernel.zeroPoint, total);
    if (!sum)
      return failure();
    all.push_back(*sum);
    sum->bias -= together == 4 ? kExcess * total : 0;
    if (!llvm::isInt<32>(sum->bias))
      return failure();
    begin.push_back(*sum);
  }
  weights.push_back(DenseElementsAttr::get(
      RankedTensorType::get({static_cast<int64_t>(packed.size())},
                            builder.getI8Type()),
      ArrayRef<int8_t>(packed)));
  return success();
}

void ByteLanesLayout::rewriteWeights() {
  Value packed = arguments.addConstant(
      "packed_weights", [&](unsigned call) { return weights[call]; });
  builder.setInsertionPointAfterValue(packed);
  linalg::LinalgOp conv = kernel.conv;
  OpOperand *operand = conv.getDpsInputOperand(1);
  operand->set(UnpackByteLanesOp::create(
      builder, conv.getLoc(), operand->get().getType(), getReadArgument(packed),
      blocks.blocks.lanes, blocks.products, blocks.getSegment(),
      kernel.isDepthwise));
}

/// Lets the convolution add what the elements have in excess, by a zero point.
void ByteLanesLayout::setZeroPoint() {
  int64_t left = blocks.products == 4 ? -kExcess : 0;
  linalg::LinalgOp conv = kernel.conv;
  if (conv.getNumDpsInputs() == 4 || left == 0) {
    dropZeroPoint(kernel, left);
    return;
  }
  builder.setInsertionPoint(conv);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, conv.getLoc(), value, 32);
  };
  SmallVector<Value> inputs = {conv->getOperand(0), conv->getOperand(1),
                               number(left), number(0)};
  Value init = conv.getDpsInitOperand(0)->get();
  auto replace = [&](auto quantised, auto plain) {
    using Op = decltype(quantised);
    auto other =
        Op::create(builder, conv.getLoc(), conv->getResultTypes(), inputs,
                   ValueRange(init), plain.getStrides(), plain.getDilations());
    conv->replaceAllUsesWith(other);
    conv->erase();
  };
  Operation *op = conv;
  if (auto plain = dyn_cast<linalg::DepthwiseConv2DNhwcHwcmOp>(op))
    replace(linalg::DepthwiseConv2DNhwcHwcmQOp(), plain);
  else
    replace(linalg::Conv2DNhwcFhwcQOp(), cast<linalg::Conv2DNhwcFhwcOp>(op));
}

LogicalResult ByteLanesLayout::run() {
  std::optional<AccumulatorInit> start = AccumulatorInit::find(kernel);
  if (!start)
    return failure();
  for (unsigned call = 0; call < numCalls; ++call)
    if (failed(pack(call, *start)))
      return failure();
  std::optional<ShortRescale> rescale =
      findRescale(getSums(sums), RescaleForms::Lanes);
  if (!rescale)
    return failure();
  // From here on, operations of `kernel.epilogue` may be gone.
  rewriteWeights();
  rewriteNumbers(rescale, getSums(starts));
  addScratch("sums", blocks.getNumSums(), 32);
  setZeroPoint();
  return finish();
}

LogicalResult tir::layOutByteLanesKernel(FunctionOpInterface kernel,
                                         ByteLanesScheduleAttr schedule,
                                         ArrayRef<Operation *> calls,
                                         SymbolTable &symbols) {
  std::optional<BlockedKernel> matched = matchBlockedKernel(kernel);
  if (!matched || !isByteLanesKernel(*matched))
    return failure();
  return layOutConstants<ByteLanesLayout>(matched, kernel, schedule, calls,
                                          symbols);
}
