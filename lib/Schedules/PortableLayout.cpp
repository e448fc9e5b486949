//===- PortableLayout.cpp - Constants in the layout of #tir.portable
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulatorInit.h"
#include "PortableKernel.h"
#include "RescaleConstants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tir;

namespace {
class PortableLayout {
public:
  PortableLayout(PrimFuncOp function, const BlockedKernel &kernel,
                 PortableScheduleAttr schedule, ArrayRef<CallTIROp> calls,
                 SymbolTable &symbols)
      : function(function), kernel(kernel), schedule(schedule),
        blocks(kernel, schedule.getPixels()), numCalls(calls.size()),
        arguments(function, calls, symbols, kernel.weights.getArgNumber()),
        builder(function.getContext()) {}

  LogicalResult run();

private:
  LogicalResult pack(unsigned call);
  void rewriteWeights();
  void rewriteNumbers();
  SmallVector<ArrayRef<ChannelSum>> getSums() const;

  PrimFuncOp function;
  const BlockedKernel &kernel;
  PortableScheduleAttr schedule;
  PortableBlocks blocks;
  unsigned numCalls;
  KernelArguments arguments;
  OpBuilder builder;

  AccumulatorInit start;
  /// The rows of each call's weights, and the sums that its channels can have.
  SmallVector<DenseElementsAttr> rows;
  SmallVector<SmallVector<ChannelSum>> sums;
  std::optional<ShortRescale> rescale;
};
} // namespace

//===----------------------------------------------------------------------===//
// The constants of the calls
//===----------------------------------------------------------------------===//

/// Computes the rows of a call's weights, and the sums that its channels can
/// have.
LogicalResult PortableLayout::pack(unsigned call) {
  DenseElementsAttr weights = arguments.getConstant(call, kernel.weights);
  DenseElementsAttr biases;
  if (start.argument) {
    biases = arguments.getConstant(call, start.argument);
    if (!biases)
      return failure();
  }
  if (!weights)
    return failure();

  int64_t products = kernel.getProducts(), channels = kernel.channels;
  auto values = weights.getValues<int8_t>();
  auto getWeight = [&](int64_t channel, int64_t product) -> int64_t {
    return values[kernel.isDepthwise ? product * channels + channel
                                     : channel * products + product];
  };
  SmallVector<ChannelSum> &channelSums = sums.emplace_back();
  for (int64_t channel = 0; channel < channels; ++channel) {
    ChannelSum sum;
    int64_t total = 0;
    for (int64_t product = 0; product < products; ++product) {
      int64_t weight = getWeight(channel, product);
      total += weight;
      sum.low += weight * (weight < 0 ? INT8_MAX : INT8_MIN);
      sum.high += weight * (weight < 0 ? INT8_MIN : INT8_MAX);
      // tir.dot_window adds pairs of products as 16-bit numbers.
      if (kernel.isDepthwise && product % 2 == 1 && weight == INT8_MIN &&
          getWeight(channel, product - 1) == INT8_MIN)
        return failure();
    }
    sum.bias = (biases ? biases.getValues<int32_t>()[channel] : start.number) -
               kernel.zeroPoint * total;
    if (!llvm::isInt<32>(sum.low) || !llvm::isInt<32>(sum.high) ||
        !llvm::isInt<32>(sum.bias) || !llvm::isInt<32>(sum.low + sum.bias) ||
        !llvm::isInt<32>(sum.high + sum.bias))
      return failure();
    channelSums.push_back(sum);
  }

  int64_t numRows = kernel.isDepthwise ? products : channels;
  int64_t used = kernel.isDepthwise ? channels : products;
  SmallVector<int8_t> padded(numRows * blocks.rowSize, 0);
  for (int64_t row = 0; row < numRows; ++row)
    for (int64_t i = 0; i < used; ++i)
      padded[row * blocks.rowSize + i] = values[row * used + i];
  rows.push_back(DenseElementsAttr::get(
      RankedTensorType::get({numRows, blocks.rowSize}, builder.getI8Type()),
      ArrayRef(padded)));
  return success();
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void PortableLayout::rewriteWeights() {
  Location location = kernel.conv->getLoc();
  Value read = arguments.addConstant("weights_in_rows",
                                     [&](unsigned call) { return rows[call]; });
  builder.setInsertionPointAfter(read.getDefiningOp());
  auto rowsType = cast<RankedTensorType>(read.getType());
  OpOperand *weights = linalg::LinalgOp(kernel.conv).getDpsInputOperand(1);
  auto type = cast<RankedTensorType>(weights->get().getType());
  int64_t used = type.getNumElements() / rowsType.getDimSize(0);
  if (used != blocks.rowSize) {
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

SmallVector<ArrayRef<ChannelSum>> PortableLayout::getSums() const {
  return llvm::map_to_vector(sums, [](const SmallVector<ChannelSum> &channels) {
    return ArrayRef<ChannelSum>(channels);
  });
}

/// Lets the sums begin with the biases, which the zero points are part of, or
/// with zero if the rescale adds them.
void PortableLayout::rewriteNumbers() {
  auto numbers = RescaleConstants::add(
      builder.getContext(), rescale ? &*rescale : nullptr, getSums(),
      [&](StringRef name, KernelArguments::GetConstant getValue) {
        return arguments.addConstant(name, getValue);
      });
  dropZeroPoint(kernel);
  rewriteAccumulatorInit(kernel, numbers.biases);
  if (rescale)
    rescale->rewrite(numbers.numbers);
}

LogicalResult PortableLayout::run() {
  std::optional<AccumulatorInit> found = AccumulatorInit::find(kernel);
  if (!found)
    return failure();
  start = *found;
  for (unsigned call = 0; call < numCalls; ++call)
    if (failed(pack(call)))
      return failure();
  rescale = ShortRescale::find(
      kernel,
      [&](Value argument, unsigned call) {
        return arguments.getConstant(call, argument);
      },
      getSums(), /*preferDoubles=*/!schedule.getIntegers());
  // From here on, operations of `kernel.epilogue` may be gone.
  rewriteWeights();
  rewriteNumbers();
  auto addScratch = [&](StringRef name, int64_t size, Type element) {
    if (size != 0)
      arguments.addScratch(name, MemRefType::get({size}, element));
  };
  addScratch("sums", blocks.sums, builder.getI32Type());
  addScratch("pixels", blocks.numbers, builder.getI16Type());
  addScratch("padding", blocks.padding, builder.getI8Type());
  arguments.rewrite();
  function.setScheduleAttr(cast<ScheduleAttrInterface>(Attribute(schedule)));
  return success();
}

LogicalResult tir::layOutPortableKernel(FunctionOpInterface kernel,
                                        PortableScheduleAttr schedule,
                                        ArrayRef<Operation *> calls,
                                        SymbolTable &symbols) {
  return layOutConstants<PortableLayout>(matchBlockedKernel(kernel), kernel,
                                         schedule, calls, symbols);
}
