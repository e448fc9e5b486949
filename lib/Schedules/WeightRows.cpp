//===- WeightRows.cpp - Weights in rows that end with zeros
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightRows.h"

using namespace mlir;
using namespace tir;

/// The rows of a column, of which a window may have fewer.
constexpr int64_t kWindowRows = 4;

/// Whether two neighbouring products of a channel are of the least weights.
static bool hasLeastPair(ArrayRef<int8_t> weights) {
  for (size_t i = 1; i < weights.size(); i += 2)
    if (weights[i] == INT8_MIN && weights[i - 1] == INT8_MIN)
      return true;
  return false;
}

/// Returns the place in a row of its weight number `i`.
int64_t WeightRows::getPlace(int64_t i) const {
  int64_t width = kernel.kernelWidth;
  return hasWindows ? i % width * kWindowRows + i / width : i;
}

/// Computes the rows of a call's weights, and the sums that its channels can
/// have.
LogicalResult WeightRows::pack(const KernelArguments &arguments,
                               const AccumulatorInit &start, unsigned call) {
  std::optional<ConvolutionConstants> constants =
      ConvolutionConstants::find(arguments, kernel, start, call);
  if (!constants)
    return failure();

  int64_t products = kernel.getProducts(), channels = kernel.channels;
  bool byPosition = kernel.isDepthwise && !hasWindows;
  auto values = constants->weights.getValues<int8_t>();
  SmallVector<ChannelSum> &channelSums = sums.emplace_back();
  SmallVector<int8_t> weights(products);
  for (int64_t channel = 0; channel < channels; ++channel) {
    for (int64_t product = 0; product < products; ++product)
      weights[product] =
          values[kernel.isDepthwise ? product * channels + channel
                                    : channel * products + product];
    int64_t total;
    std::optional<ChannelSum> sum =
        constants->getSum(weights, channel, kernel.zeroPoint, total);
    // Steps for depthwise windows add pairs of products as 16-bit numbers.
    if (!sum || (byPosition && hasLeastPair(weights)))
      return failure();
    channelSums.push_back(*sum);
  }

  int64_t numRows = byPosition ? products : channels;
  int64_t used = byPosition ? channels : products;
  SmallVector<int8_t> padded(numRows * rowSize, 0);
  for (int64_t row = 0; row < numRows; ++row)
    for (int64_t i = 0; i < used; ++i)
      padded[row * rowSize + getPlace(i)] =
          values[hasWindows ? i * channels + row : row * used + i];
  rows.push_back(DenseElementsAttr::get(
      RankedTensorType::get(
          {numRows, rowSize},
          IntegerType::get(linalg::LinalgOp(kernel.conv).getContext(), 8)),
      ArrayRef(padded)));
  return success();
}

LogicalResult WeightRows::pack(const KernelArguments &arguments,
                               unsigned numCalls) {
  std::optional<AccumulatorInit> start = AccumulatorInit::find(kernel);
  if (!start)
    return failure();
  for (unsigned call = 0; call < numCalls; ++call)
    if (failed(pack(arguments, *start, call)))
      return failure();
  return success();
}

SmallVector<ArrayRef<ChannelSum>> WeightRows::getSums() const {
  return llvm::map_to_vector(sums, [](const SmallVector<ChannelSum> &channels) {
    return ArrayRef<ChannelSum>(channels);
  });
}

/// Returns the weights of depthwise windows whose rows are `rows`.
Value WeightRows::readWindows(OpBuilder &builder, Value rows) const {
  Location location = kernel.conv->getLoc();
  int64_t height = kernel.kernelHeight, width = kernel.kernelWidth,
          channels = kernel.channels;
  auto getAll = [&](ArrayRef<int64_t> numbers) {
    return getAsIndexOpFoldResult(builder.getContext(), numbers);
  };
  auto getType = [&](ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getI8Type());
  };
  if (width * kWindowRows != rowSize)
    rows = tensor::ExtractSliceOp::create(
        builder, location, rows, getAll({0, 0}),
        getAll({channels, width * kWindowRows}), getAll({1, 1}));
  SmallVector<ReassociationIndices> groups = {{0}, {1, 2}};
  rows = tensor::ExpandShapeOp::create(
      builder, location, getType({channels, width, kWindowRows}), rows, groups);
  if (height != kWindowRows)
    rows = tensor::ExtractSliceOp::create(
        builder, location, rows, getAll({0, 0, 0}),
        getAll({channels, width, height}), getAll({1, 1, 1}));
  Value empty = tensor::EmptyOp::create(
      builder, location, ArrayRef<int64_t>{height, width, channels},
      builder.getI8Type());
  Value windows = linalg::TransposeOp::create(builder, location, rows, empty,
                                              ArrayRef<int64_t>{2, 1, 0})
                      ->getResult(0);
  SmallVector<ReassociationIndices> last = {{0}, {1}, {2, 3}};
  return tensor::ExpandShapeOp::create(
      builder, location, getType({height, width, channels, 1}), windows, last);
}

void WeightRows::rewrite(KernelArguments &arguments) const {
  OpBuilder builder(linalg::LinalgOp(kernel.conv).getContext());
  Location location = kernel.conv->getLoc();
  Value read = arguments.addConstant("weights_in_rows",
                                     [&](unsigned call) { return rows[call]; });
  builder.setInsertionPointAfter(read.getDefiningOp());
  auto rowsType = cast<RankedTensorType>(read.getType());
  OpOperand *weights = linalg::LinalgOp(kernel.conv).getDpsInputOperand(1);
  if (hasWindows) {
    weights->set(readWindows(builder, read));
    return;
  }
  auto type = cast<RankedTensorType>(weights->get().getType());
  int64_t used = type.getNumElements() / rowsType.getDimSize(0);
  if (used != rowSize) {
    auto getAll = [&](ArrayRef<int64_t> numbers) {
      return getAsIndexOpFoldResult(builder.getContext(), numbers);
    };
    read = tensor::ExtractSliceOp::create(
        builder, location, read, getAll({0, 0}),
        getAll({rowsType.getDimSize(0), used}), getAll({1, 1}));
  }
  SmallVector<ReassociationIndices> groups = {{0}, {1, 2, 3}};
  if (kernel.isDepthwise)
    groups = {{0, 1}, {2, 3}};
  weights->set(
      tensor::ExpandShapeOp::create(builder, location, type, read, groups));
}
