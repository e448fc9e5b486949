//===- RestoreChannels.cpp - Tensors of the model from computed channels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Channels/RestoreChannels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/TIR/IR/FoldedChannels.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

namespace {
/// Makes the kernel for one result.
class Restorer {
public:
  Restorer(CallTIROp call, const FoldedChannels &channels)
      : call(call), main(call->getParentOfType<PrimFuncOp>()),
        channels(channels), name(call.getCallee().str() + "_whole") {}

  Value restore(OpBuilder &builder);

private:
  Value flatten(OpBuilder &builder, Value source);
  Value makeTable(OpBuilder &builder, StringRef suffix, Type element,
                  ArrayRef<APInt> numbers);
  PrimFuncOp makeKernel(Type positions, Type values);
  Value computeWhole(ImplicitLocOpBuilder &builder, Value source,
                     Value positions, Value values);
  /// Inserts a symbol before the main function, and makes its name unique.
  template <typename OpT>
  void insert(OpT symbol) {
    SymbolTable(main->getParentOp()).insert(symbol, Block::iterator(main));
  }

  CallTIROp call;
  PrimFuncOp main;
  const FoldedChannels &channels;
  std::string name;
  /// The types of the kernel's input and output.
  RankedTensorType computed, whole;
  /// The type with the multiplier as a dimension of its own, and the dimensions
  /// that the output's stand for. Null if there is no such dimension.
  RankedTensorType separate;
  SmallVector<ReassociationIndices> groups;
};
} // namespace

/// Returns the result with its channels in one dimension, and remembers its
/// shape.
Value Restorer::flatten(OpBuilder &builder, Value source) {
  auto type = cast<RankedTensorType>(source.getType());
  int64_t inner = type.getShape().back();
  SmallVector<int64_t> shape(type.getShape());
  if (inner != int64_t(channels.computed.size())) {
    // The multiplier of a depthwise convolution is a dimension of its own.
    for (int64_t dim = 0; dim + 1 < type.getRank(); ++dim)
      groups.push_back({dim});
    groups.back().push_back(type.getRank() - 1);
    source =
        tensor::CollapseShapeOp::create(builder, call.getLoc(), source, groups);
    shape[type.getRank() - 2] = channels.count / inner;
    separate = type.clone(shape);
    shape.pop_back();
  }
  computed = cast<RankedTensorType>(source.getType());
  shape.back() = channels.count;
  whole = type.clone(shape);
  return source;
}

/// Returns a constant of the module as a tensor of the main function.
Value Restorer::makeTable(OpBuilder &builder, StringRef suffix, Type element,
                          ArrayRef<APInt> numbers) {
  Location loc = call.getLoc();
  auto type = RankedTensorType::get({int64_t(numbers.size())}, element);
  OpBuilder detached(builder.getContext());
  auto global = memref::GlobalOp::create(
      detached, loc, name + "_" + suffix.str(),
      builder.getStringAttr("private"),
      MemRefType::get(type.getShape(), element),
      DenseElementsAttr::get(type, numbers), /*constant=*/true,
      /*alignment=*/IntegerAttr());
  insert(global);
  Value buffer = memref::GetGlobalOp::create(builder, loc, global.getType(),
                                             global.getSymName());
  return bufferization::ToTensorOp::create(builder, loc, type, buffer,
                                           /*restrict=*/true);
}

/// Computes each element of the whole tensor from the position of its channel
/// in the computed tensor, or from its value if the position is negative.
Value Restorer::computeWhole(ImplicitLocOpBuilder &builder, Value source,
                             Value positions, Value values) {
  unsigned rank = whole.getRank();
  AffineMap channel = AffineMap::get(
      rank, 0, builder.getAffineDimExpr(rank - 1), builder.getContext());
  SmallVector<AffineMap> maps = {channel, channel,
                                 builder.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, whole.getShape(),
                                        whole.getElementType());
  auto body = [&](OpBuilder &inner, Location loc, ValueRange numbers) {
    Value zero =
        arith::ConstantOp::create(inner, loc, inner.getI32IntegerAttr(0));
    Value isConstant = arith::CmpIOp::create(
        inner, loc, arith::CmpIPredicate::slt, numbers[0], zero);
    Value position = arith::MaxSIOp::create(inner, loc, numbers[0], zero);
    SmallVector<Value> indices;
    for (unsigned dim = 0; dim + 1 < rank; ++dim)
      indices.push_back(linalg::IndexOp::create(inner, loc, dim));
    indices.push_back(
        arith::IndexCastOp::create(inner, loc, inner.getIndexType(), position));
    Value element = tensor::ExtractOp::create(inner, loc, source, indices);
    Value chosen =
        arith::SelectOp::create(inner, loc, isConstant, numbers[1], element);
    linalg::YieldOp::create(inner, loc, chosen);
  };
  return linalg::GenericOp::create(builder, whole,
                                   ValueRange{positions, values}, empty, maps,
                                   loops, body)
      .getResult(0);
}

PrimFuncOp Restorer::makeKernel(Type positions, Type values) {
  auto builder = ImplicitLocOpBuilder(call.getLoc(), main.getContext());
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  auto add = [&](Type tensor, StringRef argument, Effect effect) {
    auto type = cast<RankedTensorType>(tensor);
    types.push_back(MemRefType::get(type.getShape(), type.getElementType()));
    attrs.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr(kEffectAttrName,
                              EffectAttr::get(builder.getContext(), effect)),
         builder.getNamedAttr(kNameAttrName,
                              builder.getStringAttr(argument))}));
  };
  add(computed, "input", Effect::Read);
  add(positions, "positions", Effect::Read);
  add(values, "values", Effect::Read);
  add(whole, "output", Effect::Write);
  auto kernel =
      PrimFuncOp::create(builder, name, builder.getFunctionType(types, {}),
                         ArrayRef<NamedAttribute>(), attrs);
  kernel.setPrivate();
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  SmallVector<Value> tensors;
  const Type inputs[] = {computed, positions, values};
  for (auto [argument, type] : llvm::zip(kernel.getArguments(), inputs))
    tensors.push_back(bufferization::ToTensorOp::create(builder, type, argument,
                                                        /*restrict=*/true));
  Value result = computeWhole(builder, tensors[0], tensors[1], tensors[2]);
  bufferization::MaterializeInDestinationOp::create(
      builder, TypeRange(), result, kernel.getArguments().back(),
      /*restrict=*/true, /*writable=*/true);
  ReturnOp::create(builder);
  insert(kernel);
  return kernel;
}

Value Restorer::restore(OpBuilder &builder) {
  Value source = flatten(builder, call.getResults().front());
  SmallVector<APInt> positions(channels.count,
                               APInt(32, -1, /*isSigned=*/true));
  for (auto [position, channel] : llvm::enumerate(channels.computed))
    positions[channel] = APInt(32, position);
  unsigned width = whole.getElementTypeBitWidth();
  SmallVector<APInt> values(channels.count, APInt(width, 0));
  for (const ConstantChannel &constant : channels.constants)
    values[constant.channel] = APInt(width, constant.value, /*isSigned=*/true);
  Value positionTable =
      makeTable(builder, "positions", builder.getI32Type(), positions);
  Value valueTable =
      makeTable(builder, "values", whole.getElementType(), values);
  PrimFuncOp kernel = makeKernel(positionTable.getType(), valueTable.getType());
  Location loc = call.getLoc();
  Value empty = tensor::EmptyOp::create(builder, loc, whole.getShape(),
                                        whole.getElementType());
  Value result =
      CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(kernel),
                        ValueRange{source, positionTable, valueTable}, empty)
          .getResults()
          .front();
  return separate ? tensor::ExpandShapeOp::create(builder, loc, separate,
                                                  result, groups)
                        .getResult()
                  : result;
}

FailureOr<Value> tir::restoreChannels(OpBuilder &builder, OpResult result) {
  auto call = dyn_cast<CallTIROp>(result.getOwner());
  auto channels =
      call ? FoldedChannels::get(getCallParts(call).channels) : std::nullopt;
  if (!channels || channels->isWhole() || call.getNumResults() != 1)
    return Value(result);
  DenseSet<int64_t> known(channels->computed.begin(), channels->computed.end());
  for (const ConstantChannel &constant : channels->constants)
    known.insert(constant.channel);
  for (int64_t channel = 0; channel < channels->count; ++channel)
    if (!known.contains(channel))
      return call.emitOpError("leaves out channel #")
             << channel << " of " << channels->count
             << ", which nothing reads, so tir-expose-kernels cannot output "
                "it; compile with --keep-unread-channels";
  return Restorer(call, *channels).restore(builder);
}
