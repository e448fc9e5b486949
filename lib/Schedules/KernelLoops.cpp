//===- KernelLoops.cpp - What the loops of convolutions have in common
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLoops.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;

KernelLoops::KernelLoops(const BlockedKernel &kernel)
    : kernel(kernel), builder(kernel.store),
      location(linalg::LinalgOp(kernel.conv).getLoc()), emitter(builder),
      input(flatten(kernel.input)), weights(flatten(kernel.weights)),
      output(flatten(MaterializeInDestinationOp(kernel.store).getDest())) {
  emitter.setLocation(location);
}

/// Returns the buffer with one dimension.
Value KernelLoops::flatten(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getRank() == 1)
    return buffer;
  // Upstream would fold a collapsed shape into loads and stores, which then
  // divide the position into one for each dimension.
  auto flat = MemRefType::get({type.getNumElements()}, type.getElementType());
  return memref::ReinterpretCastOp::create(
      builder, location, flat, buffer, /*offset=*/int64_t(0),
      ArrayRef<int64_t>(type.getNumElements()), ArrayRef<int64_t>(1));
}

//===----------------------------------------------------------------------===//
// Indices and loops
//===----------------------------------------------------------------------===//

Value KernelLoops::constant(int64_t number) {
  return arith::ConstantIndexOp::create(builder, location, number);
}

// Sums of constants are constants, which indices and steps can tell.
Value KernelLoops::add(Value lhs, Value rhs) {
  return builder.createOrFold<arith::AddIOp>(location, lhs, rhs);
}

Value KernelLoops::scale(Value value, int64_t factor, int64_t summand) {
  Value product =
      builder.createOrFold<arith::MulIOp>(location, value, constant(factor));
  return add(product, constant(summand));
}

Value KernelLoops::begin(int64_t extent, StringRef name, int64_t step) {
  if (extent <= step)
    return constant(0);
  auto loop = scf::ForOp::create(builder, location, constant(0),
                                 constant(extent), constant(step));
  loop->setAttr(kNameAttrName, builder.getStringAttr(name));
  builder.setInsertionPointToStart(loop.getBody());
  return loop.getInductionVar();
}

KernelLoops::Counter KernelLoops::count(int64_t extent, StringRef name,
                                        int64_t step) {
  Value variable = begin(extent, name, step);
  if (extent <= step)
    return {variable, emitter.constant(0)};
  return {variable, emitter.createLoopIndex(variable, extent)};
}

LogicalResult KernelLoops::forBlocks(
    int64_t extent, int64_t block, StringRef name,
    function_ref<LogicalResult(Counter first, int64_t size)> emit) {
  int64_t whole = extent / block * block;
  {
    OpBuilder::InsertionGuard guard(builder);
    if (failed(emit(count(whole, name, block), block)))
      return failure();
  }
  if (whole == extent)
    return success();
  OpBuilder::InsertionGuard guard(builder);
  return emit({constant(whole), emitter.constant(whole)}, extent - whole);
}

void KernelLoops::fill(Value buffer, AffineExpr first, int64_t extent,
                       int64_t number) {
  OpBuilder::InsertionGuard guard(builder);
  AffineExpr place = first + count(extent, "i").index;
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  Value stored =
      arith::ConstantIntOp::create(builder, location, element, number);
  memref::StoreOp::create(builder, location, stored, buffer,
                          emitter.materialize(place));
}

std::pair<Value, Value> KernelLoops::getWindowRange(Value origin,
                                                    int64_t extent,
                                                    int64_t window,
                                                    int64_t dilation) {
  AffineExpr start = getAffineDimExpr(0, builder.getContext());
  auto expand = [&](AffineExpr expr) {
    return affine::expandAffineExpr(builder, location, expr, origin, {});
  };
  Value begin = expand((-start).ceilDiv(dilation));
  Value end = expand((extent - 1 - start).floorDiv(dilation) + 1);
  begin = arith::MaxSIOp::create(builder, location, begin, constant(0));
  end = arith::MinSIOp::create(builder, location, end, constant(window));
  return {begin, end};
}

KernelLoops::Segment KernelLoops::beginSegments(Value image, Value row,
                                                Value column, int64_t size) {
  int64_t channels = kernel.inputChannels;
  Value zero = constant(0);
  Value left = scale(column, kernel.strideWidth, -kernel.padLeft);
  int64_t segmentsARow = kernel.dilationWidth == 1 ? 1 : kernel.kernelWidth;
  Value kernelRow = begin(kernel.kernelHeight, "kh");
  Value inputRow = add(scale(row, kernel.strideHeight, -kernel.padTop),
                       scale(kernelRow, kernel.dilationHeight));
  Value part = begin(segmentsARow, "kw");
  Value inputColumn = add(left, scale(part, kernel.dilationWidth));
  Value inputPixel = add(
      scale(add(scale(image, kernel.imageHeight), inputRow), kernel.rowWidth),
      inputColumn);
  Value from = zero, to = constant(size);
  if (kernel.pad) {
    auto clamp = [&](Value value) -> Value {
      value = arith::MaxSIOp::create(builder, location, value, zero);
      return arith::MinSIOp::create(builder, location, value,
                                    constant(size / channels));
    };
    Value before =
        clamp(arith::SubIOp::create(builder, location, zero, inputColumn));
    Value inside = clamp(arith::SubIOp::create(
        builder, location, constant(kernel.inputWidth), inputColumn));
    auto isInside = [&](arith::CmpIPredicate predicate, int64_t bound) {
      return arith::CmpIOp::create(builder, location, predicate, inputRow,
                                   constant(bound));
    };
    Value isRow = arith::AndIOp::create(
        builder, location, isInside(arith::CmpIPredicate::sge, 0),
        isInside(arith::CmpIPredicate::slt, kernel.inputHeight));
    inside = arith::SelectOp::create(builder, location, isRow, inside, zero);
    from = scale(before, channels);
    to = scale(inside, channels);
  }
  return {add(scale(kernelRow, segmentsARow), part),
          scale(inputPixel, channels), from, to};
}

KernelLoops::Window KernelLoops::getWindow(Value image, Value row, Value column,
                                           int64_t width) {
  Value zero = constant(0);
  Value top = scale(row, kernel.strideHeight, -kernel.padTop);
  Value left = scale(column, kernel.strideWidth, -kernel.padLeft);
  Window window;
  window.rows = {zero, constant(kernel.kernelHeight)};
  window.columns = {zero, constant(width)};
  if (kernel.pad) {
    window.rows = getWindowRange(top, kernel.inputHeight, kernel.kernelHeight,
                                 kernel.dilationHeight);
    window.columns =
        getWindowRange(left, kernel.inputWidth, width, kernel.dilationWidth);
  }
  Value inputRow = add(scale(image, kernel.imageHeight), top);
  window.corner =
      scale(add(scale(inputRow, kernel.rowWidth), left), kernel.inputChannels);
  return window;
}

LogicalResult KernelLoops::forPixels(
    int64_t block, function_ref<LogicalResult(Counter image, Counter row,
                                              Counter first, int64_t pixels)>
                       emit) {
  OpBuilder::InsertionGuard guard(builder);
  Counter image = {constant(0), emitter.constant(0)}, row = image;
  if (!kernel.isOneRow()) {
    image = count(kernel.batch, "n");
    row = count(kernel.height, "h");
  }
  return forBlocks(kernel.getRowPixels(), block, "w",
                   [&](Counter first, int64_t pixels) {
                     return emit(image, row, first, pixels);
                   });
}

//===----------------------------------------------------------------------===//
// The sums
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr>
KernelLoops::getPosition(AffineExpr image, AffineExpr row, AffineExpr column,
                         AffineExpr channel, bool isOneRow) {
  AffineExpr zero = emitter.constant(0);
  SmallVector<AffineExpr> position = {
      image, row, kernel.width == 1 ? zero : column, channel};
  // Nothing depends on the pixel but its sum. Its number in the row stands in
  // one of the dimensions, so that pixels differ.
  if (isOneRow) {
    position[0] = position[1] = position[2] = zero;
    position[kernel.width != 1 ? 2 : kernel.height != 1 ? 1 : 0] = column;
  }
  if (kernel.isDepthwise)
    position.push_back(zero);
  return position;
}

AffineExpr KernelLoops::getPlace(ArrayRef<AffineExpr> position,
                                 bool isOneRow) const {
  AffineExpr pixel =
      isOneRow ? position[0] + position[1] + position[2]
               : (position[0] * kernel.height + position[1]) * kernel.width +
                     position[2];
  return pixel * kernel.channels + position[3];
}

/// Returns an int8 element as an int32. What was saturated to 8 bits already
/// has the sign in all bits above.
Value KernelLoops::widen(Value element) {
  auto narrow = element.getDefiningOp<arith::TruncIOp>();
  Value word = narrow ? narrow.getIn() : Value();
  auto isSaturated = [&](auto rescale) {
    return rescale && rescale.getBits() <= 8;
  };
  if (word && (isSaturated(word.getDefiningOp<RequantizeOp>()) ||
               isSaturated(word.getDefiningOp<RequantizeApproximateOp>())))
    return word;
  return arith::ExtSIOp::create(builder, location, builder.getI32Type(),
                                element);
}

LogicalResult KernelLoops::emitStore(ArrayRef<AffineExpr> position,
                                     AffineExpr place, Value sum) {
  linalg::LinalgOp conv = kernel.conv;
  emitter.setElement(conv->getResult(0), position, sum);
  // The same position in a tensor with more or fewer dimensions of extent 1.
  SmallVector<AffineExpr> kept;
  auto convType = cast<RankedTensorType>(conv->getResult(0).getType());
  for (auto [extent, index] : llvm::zip_equal(convType.getShape(), position))
    if (extent != 1)
      kept.push_back(index);
  MaterializeInDestinationOp store = kernel.store;
  Value result = store.getSource();
  auto words = result.getDefiningOp<WidenWordsOp>();
  if (words)
    result = words.getElements();
  SmallVector<AffineExpr> indices;
  const auto *next = kept.begin();
  for (int64_t extent : cast<RankedTensorType>(result.getType()).getShape())
    indices.push_back(extent == 1 ? emitter.constant(0) : *next++);
  Value element = emitter.emitElement(result, indices);
  if (!element)
    return failure();
  Value at = emitter.materialize(place);
  if (words)
    StoreHalfOp::create(builder, location, widen(element), output, at);
  else
    memref::StoreOp::create(builder, location, element, output, at);
  return success();
}

LogicalResult KernelLoops::emitSum(ArrayRef<AffineExpr> position,
                                   AffineExpr place, Value sums,
                                   AffineExpr from) {
  Value sum = memref::LoadOp::create(builder, location, sums,
                                     emitter.materialize(from));
  if (Value init = getInit()) {
    Value bias = emitter.emitElement(init, position);
    if (!bias)
      return failure();
    sum = add(bias, sum);
  }
  return emitStore(position, place, sum);
}

LogicalResult KernelLoops::emitBlockSums(Counter image, Counter row,
                                         Counter firstColumn, int64_t pixels,
                                         Counter firstChannel, int64_t channels,
                                         Value sums) {
  OpBuilder::InsertionGuard guard(builder);
  AffineExpr pixel = count(pixels, "p").index;
  AffineExpr number = count(channels, "j").index;
  bool isOneRow = kernel.isOneRow();
  SmallVector<AffineExpr> position =
      getPosition(image.index, row.index, firstColumn.index + pixel,
                  firstChannel.index + number, isOneRow);
  return emitSum(position, getPlace(position, isOneRow), sums,
                 pixel * channels + number);
}

void KernelLoops::clearRowEnds(Value rows, int64_t pixels, int64_t rowSize) {
  int64_t products = kernel.getProducts();
  if (products == rowSize)
    return;
  OpBuilder::InsertionGuard guard(builder);
  AffineExpr pixel = count(pixels, "p").index;
  fill(rows, pixel * rowSize + products, rowSize - products, 0);
}
