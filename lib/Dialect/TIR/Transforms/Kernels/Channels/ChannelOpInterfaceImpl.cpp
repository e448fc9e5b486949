//===- ChannelOpInterfaceImpl.cpp - Channels of operations on tensors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChannelOpInterfaceImpl.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/Kernel/IR/KernelDialect.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

void tir::keepWhole(Operation *op, ChannelFlow &flow) {
  for (Value operand : op->getOperands())
    flow.keepAll(operand);
  for (Value result : op->getResults())
    flow.keepAll(result);
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

namespace {
struct Pad : ChannelOpInterface::ExternalModel<Pad, tensor::PadOp> {
  void inferChannelRanges(Operation *op, ChannelFlow &flow) const {
    auto pad = cast<tensor::PadOp>(op);
    Value source = pad.getSource(), result = pad.getResult();
    if (flow.getNumChannels(source) == 0 || flow.getNumChannels(result) == 0 ||
        flow.getChannelRank(source) != 1)
      return;
    ChannelRange padding =
        pad.getConstantPaddingValue()
            ? flow.getRange(pad.getConstantPaddingValue())
            : ChannelRange::getFull(pad.getType().getElementType());
    ArrayRef<int64_t> low = pad.getStaticLow(), high = pad.getStaticHigh();
    auto isPadded = [](int64_t extent) { return extent != 0; };
    bool isBorder = llvm::any_of(low.drop_back(), isPadded) ||
                    llvm::any_of(high.drop_back(), isPadded);
    ChannelRanges ranges(flow.getNumChannels(result), padding);
    if (low.back() < 0 || high.back() < 0)
      return;
    for (auto [i, range] : llvm::enumerate(flow.getRanges(source)))
      ranges[low.back() + i] = isBorder ? range.join(padding) : range;
    flow.setRanges(result, std::move(ranges));
  }

  void tieChannels(Operation *op, ChannelFlow &flow) const {
    auto pad = cast<tensor::PadOp>(op);
    // A value that is computed may depend on the position.
    if (pad.getStaticLow().back() != 0 || pad.getStaticHigh().back() != 0 ||
        !pad.getConstantPaddingValue() ||
        flow.getChannelRank(pad.getSource()) != 1)
      return keepWhole(op, flow);
    flow.tieAll(pad.getSource(), pad.getResult());
  }

  void selectChannels(Operation *op, ChannelFlow &flow) const {
    auto pad = cast<tensor::PadOp>(op);
    OpBuilder builder(op);
    if (ChannelFlow::isRecomputed(pad.getSource()))
      pad.getSourceMutable().assign(ChannelFlow::select(
          builder, pad.getSource(), flow.getKept(pad.getResult())));
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

namespace {
/// A reshape does not move elements. The channels of the tensor with fewer
/// channels repeat in the other one.
template <typename OpT>
struct Reshape : ChannelOpInterface::ExternalModel<Reshape<OpT>, OpT> {
  void inferChannelRanges(Operation *op, ChannelFlow &flow) const {
    auto reshape = cast<OpT>(op);
    int64_t from = flow.getNumChannels(reshape.getSrc());
    int64_t to = flow.getNumChannels(reshape.getResult());
    if (!isRegular(from, to))
      return;
    const ChannelRanges source = flow.getRanges(reshape.getSrc());
    ChannelRanges ranges;
    for (int64_t i = 0; i < to; ++i) {
      ChannelRange range = source[i % from];
      for (int64_t j = i; j < from; j += to)
        range = range.join(source[j]);
      ranges.push_back(range);
    }
    flow.setRanges(reshape.getResult(), std::move(ranges));
  }

  void tieChannels(Operation *op, ChannelFlow &flow) const {
    auto reshape = cast<OpT>(op);
    int64_t from = flow.getNumChannels(reshape.getSrc());
    int64_t to = flow.getNumChannels(reshape.getResult());
    if (!isRegular(from, to) || ChannelFlow::isRecomputed(reshape.getSrc()))
      return keepWhole(op, flow);
    for (int64_t i = 0, e = std::max(from, to); i < e; ++i)
      flow.tie(reshape.getSrc(), i % from, reshape.getResult(), i % to);
  }

  void selectChannels(Operation *op, ChannelFlow &flow) const {
    if constexpr (std::is_same_v<OpT, tensor::ExpandShapeOp>)
      cast<OpT>(op).setStaticOutputShape(
          flow.getSelectedType(op->getResult(0)).getShape());
  }

private:
  static bool isRegular(int64_t from, int64_t to) {
    return from != 0 && to != 0 && (from % to == 0 || to % from == 0);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

namespace {
/// The channels of a whole tensor that a slice has.
struct SliceChannels {
  explicit SliceChannels(OffsetSizeAndStrideOpInterface slice)
      : offset(slice.getStaticOffsets().back()),
        size(slice.getStaticSizes().back()),
        isRegular(!ShapedType::isDynamic(offset) &&
                  slice.getStaticStrides().back() == 1) {}

  bool contains(int64_t channel) const {
    return channel >= offset && channel < offset + size;
  }

  /// Lets the slice have only the kept channels.
  void select(OffsetSizeAndStrideOpInterface slice,
              ArrayRef<int64_t> keptOfWhole) const {
    int64_t before = 0, inside = 0;
    for (int64_t channel : keptOfWhole) {
      before += channel < offset;
      inside += contains(channel);
    }
    auto replaceLast = [&](StringRef name, ArrayRef<int64_t> old,
                           int64_t last) {
      SmallVector<int64_t> values(old);
      values.back() = last;
      slice->setAttr(name, DenseI64ArrayAttr::get(slice->getContext(), values));
    };
    replaceLast("static_offsets", slice.getStaticOffsets(), before);
    replaceLast("static_sizes", slice.getStaticSizes(), inside);
  }

  int64_t offset, size;
  bool isRegular;
};

struct ExtractSlice
    : ChannelOpInterface::ExternalModel<ExtractSlice, tensor::ExtractSliceOp> {
  void inferChannelRanges(Operation *op, ChannelFlow &flow) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    if (!isRegular(slice, flow))
      return;
    SliceChannels channels(slice);
    const ChannelRanges source = flow.getRanges(slice.getSource());
    flow.setRanges(
        slice.getResult(),
        ChannelRanges(source.begin() + channels.offset,
                      source.begin() + channels.offset + channels.size));
  }

  void tieChannels(Operation *op, ChannelFlow &flow) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    if (!isRegular(slice, flow) || ChannelFlow::isRecomputed(slice.getSource()))
      return keepWhole(op, flow);
    SliceChannels channels(slice);
    for (int64_t i = 0; i < channels.size; ++i)
      flow.tie(slice.getSource(), channels.offset + i, slice.getResult(), i);
  }

  void selectChannels(Operation *op, ChannelFlow &flow) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    SliceChannels(slice).select(slice, flow.getKept(slice.getSource()));
  }

private:
  static bool isRegular(tensor::ExtractSliceOp slice, ChannelFlow &flow) {
    // The result has the dimension of channels.
    return flow.getNumChannels(slice.getSource()) != 0 &&
           flow.getNumChannels(slice.getResult()) ==
               slice.getStaticSizes().back() &&
           flow.getChannelRank(slice.getSource()) == 1 &&
           !slice.getDroppedDims().test(slice.getSourceType().getRank() - 1) &&
           SliceChannels(slice).isRegular;
  }
};

/// Concatenation is a series of insertions.
struct InsertSlice
    : ChannelOpInterface::ExternalModel<InsertSlice, tensor::InsertSliceOp> {
  void inferChannelRanges(Operation *op, ChannelFlow &flow) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    if (!isRegular(slice, flow))
      return;
    SliceChannels channels(slice);
    // Every element of these channels is replaced.
    bool isWhole =
        llvm::equal(slice.getStaticSizes().drop_back(),
                    ArrayRef(slice.getDestType().getShape()).drop_back());
    ChannelRanges ranges = flow.getRanges(slice.getDest());
    const ChannelRanges &source = flow.getRanges(slice.getSource());
    for (int64_t i = 0; i < channels.size; ++i) {
      ChannelRange &range = ranges[channels.offset + i];
      range = isWhole ? source[i] : range.join(source[i]);
    }
    flow.setRanges(slice.getResult(), std::move(ranges));
  }

  void tieChannels(Operation *op, ChannelFlow &flow) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    if (!isRegular(slice, flow))
      return keepWhole(op, flow);
    flow.tieAll(slice.getDest(), slice.getResult());
    SliceChannels channels(slice);
    for (int64_t i = 0; i < channels.size; ++i)
      flow.tie(slice.getSource(), i, slice.getResult(), channels.offset + i);
    // A tensor that is recomputed has at least one channel, too.
    if (ChannelFlow::isRecomputed(slice.getSource()))
      flow.keep(slice.getResult(), channels.offset);
  }

  void selectChannels(Operation *op, ChannelFlow &flow) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    SliceChannels channels(slice);
    OpBuilder builder(op);
    SmallVector<int64_t> kept = flow.getKept(slice.getResult());
    if (ChannelFlow::isRecomputed(slice.getDest()))
      slice.getDestMutable().assign(
          ChannelFlow::select(builder, slice.getDest(), kept));
    if (ChannelFlow::isRecomputed(slice.getSource())) {
      SmallVector<int64_t> inside;
      for (int64_t channel : kept)
        if (channels.contains(channel))
          inside.push_back(channel - channels.offset);
      slice.getSourceMutable().assign(
          ChannelFlow::select(builder, slice.getSource(), inside));
    }
    channels.select(slice, kept);
  }

private:
  static bool isRegular(tensor::InsertSliceOp slice, ChannelFlow &flow) {
    return flow.getNumChannels(slice.getResult()) != 0 &&
           flow.getNumChannels(slice.getSource()) ==
               slice.getStaticSizes().back() &&
           flow.getChannelRank(slice.getSource()) == 1 &&
           flow.getChannelRank(slice.getDest()) == 1 &&
           !slice.getDroppedDims().test(slice.getDestType().getRank() - 1) &&
           SliceChannels(slice).isRegular;
  }
};
} // namespace

void tir::attachTensorChannels(MLIRContext &context) {
  tensor::PadOp::attachInterface<Pad>(context);
  tensor::CollapseShapeOp::attachInterface<Reshape<tensor::CollapseShapeOp>>(
      context);
  tensor::ExpandShapeOp::attachInterface<Reshape<tensor::ExpandShapeOp>>(
      context);
  tensor::ExtractSliceOp::attachInterface<ExtractSlice>(context);
  tensor::InsertSliceOp::attachInterface<InsertSlice>(context);
}

void tir::registerChannelOpInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, kernel::KernelDialect *) {
    context->loadDialect<linalg::LinalgDialect, tensor::TensorDialect>();
    attachStructuredChannels(*context);
    attachTensorChannels(*context);
  });
}
