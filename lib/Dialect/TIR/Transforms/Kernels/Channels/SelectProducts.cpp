//===- SelectProducts.cpp - Sums of products of some channels only
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChannelOpInterfaceImpl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tir;

Value tir::broadcastChannels(OpBuilder &builder, Location loc,
                             RankedTensorType type, ArrayRef<APInt> numbers) {
  auto vectorType =
      RankedTensorType::get({int64_t(numbers.size())}, type.getElementType());
  Value vector = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(vectorType, numbers));
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  unsigned rank = type.getRank();
  AffineMap last = AffineMap::get(rank, 0, builder.getAffineDimExpr(rank - 1),
                                  builder.getContext());
  SmallVector<utils::IteratorType> parallel(rank,
                                            utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, vector, empty,
             ArrayRef<AffineMap>{last, builder.getMultiDimIdentityMap(rank)},
             parallel,
             [](OpBuilder &inner, Location where, ValueRange arguments) {
               linalg::YieldOp::create(inner, where, arguments.front());
             })
      .getResult(0);
}

/// Returns the initial values of the kept channels: what the channels of the
/// input that are left out add moves into them.
Value ChannelProducts::selectInit(OpBuilder &builder, ChannelFlow &flow,
                                  RankedTensorType type,
                                  ArrayRef<int64_t> outputs) {
  Value init = op.getDpsInits().front();
  if (outputLoops.size() == 2) {
    auto fill = init.getDefiningOp<linalg::FillOp>();
    Value empty = tensor::EmptyOp::create(
        builder, fill.getLoc(), type.getShape(), type.getElementType());
    return linalg::FillOp::create(builder, fill.getLoc(), fill.getInputs(),
                                  empty)
        .getResult(0);
  }
  if (!ChannelFlow::isRecomputed(init))
    return init;
  bool isChanged = false;
  SmallVector<APInt> sums;
  if (!isDepthwise() && flow.isShrunk(input->get())) {
    unsigned width = type.getElementType().getIntOrFloatBitWidth();
    const ChannelRanges &constants = flow.getRanges(input->get());
    const ChannelRanges &initials = flow.getRanges(init);
    for (int64_t output : outputs) {
      int64_t sum = initials[output].low;
      std::vector<Sums> allSums = sumWeights(output);
      for (auto [channel, weightSums] : llvm::enumerate(allSums))
        if (!flow.isKept(input->get(), channel) && !weightSums.areZero())
          sum += weightSums.total() * (constants[channel].low - inputZeroPoint);
      isChanged |= sum != initials[output].low;
      sums.push_back(APInt(width, sum, /*isSigned=*/true));
    }
  }
  return isChanged ? broadcastChannels(builder, init.getLoc(), type, sums)
                   : ChannelFlow::select(builder, init, outputs);
}

void ChannelProducts::select(ChannelFlow &flow) {
  Value result = op->getResult(0);
  OpBuilder builder(op);
  SmallVector<int64_t> outputs = flow.getKept(result);
  SmallVector<int64_t> inputs = flow.getKept(input->get());
  if (isDepthwise() && ChannelFlow::isRecomputed(input->get())) {
    inputs.clear();
    for (int64_t output : outputs)
      if (output % getMultiplier() == 0)
        inputs.push_back(output / getMultiplier());
    input->set(ChannelFlow::select(builder, input->get(), inputs));
  }
  // Initial values first, for which the weights must be whole.
  op.getDpsInitsMutable()[0].set(
      selectInit(builder, flow, flow.getSelectedType(result), outputs));

  DenseElementsAttr selected = numbers;
  auto selectLoop = [&](unsigned loop, ArrayRef<int64_t> indices) {
    selected = ChannelFlow::select(selected, getWeightsDim(loop), indices);
  };
  selectLoop(inputLoop, inputs);
  if (!isDepthwise())
    selectLoop(outputLoops.front(), outputs);
  weights->set(
      arith::ConstantOp::create(builder, weights->get().getLoc(), selected));
}
