//===- SingleChannel.cpp - Depthwise convolutions of one channel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// Returns weights of the layout HW1M in the layout MHW1.
static DenseElementsAttr moveChannelsFirst(DenseElementsAttr weights) {
  ShapedType type = weights.getType();
  int64_t height = type.getDimSize(0), width = type.getDimSize(1),
          channels = type.getDimSize(3);
  auto moved = type.clone({channels, height, width, 1});
  if (weights.isSplat())
    return weights.resizeSplat(moved);
  auto old = weights.getValues<Attribute>();
  SmallVector<Attribute> elements;
  elements.reserve(weights.getNumElements());
  for (int64_t channel = 0; channel < channels; ++channel)
    for (int64_t position = 0; position < height * width; ++position)
      elements.push_back(old[position * channels + channel]);
  return DenseElementsAttr::get(moved, elements);
}

/// All outputs of a depthwise convolution of one channel read the same input,
/// as in a convolution, for which there are faster kernels. Keyword
/// spotting begins with such a layer.
static LogicalResult singleChannelDepthwise(tosa::DepthwiseConv2DOp op,
                                            PatternRewriter &rewriter) {
  auto type = dyn_cast<RankedTensorType>(op.getWeight().getType());
  DenseElementsAttr weights;
  if (!type || type.getRank() != 4 || type.getDimSize(2) != 1 ||
      !matchPattern(op.getWeight(), m_Constant(&weights)))
    return failure();
  DenseElementsAttr moved = moveChannelsFirst(weights);
  Value constant = tosa::ConstOp::create(rewriter, op.getWeight().getLoc(),
                                         moved.getType(), moved);
  rewriter.replaceOpWithNewOp<tosa::Conv2DOp>(
      op, op.getType(), op.getInput(), constant, op.getBias(), op.getInputZp(),
      op.getWeightZp(), op.getPadAttr(), op.getStrideAttr(),
      op.getDilationAttr(), op.getAccTypeAttr(), op.getLocalBoundAttr());
  return success();
}

void tir::populateSingleChannelPatterns(RewritePatternSet &patterns) {
  patterns.add(singleChannelDepthwise);
}
