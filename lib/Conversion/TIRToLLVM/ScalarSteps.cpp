//===- ScalarSteps.cpp - Inner steps of #kernel.scalar
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/Kernel/IR/WholeShift.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
/// The products of a block, element by element.
struct Products {
  int64_t pixels, pitch, channels, unroll;
  Type weight;
  /// Whether 128 was added to the weights, and to the elements.
  bool hasExcess, isRaised;
};

class ScalarStepBuilder : public StepBuilder {
public:
  explicit ScalarStepBuilder(Operation *op)
      : StepBuilder(op, /*hasDSP=*/false), i8(b.getI8Type()) {}

  void expand(RequantizeOp op, bool hasDSP);
  Value shiftAndSaturate(Value value, int64_t shift, int64_t bits);
  void expand(DotBlockOp op);
  void expand(DotRaisedOp op);
  void expand(RaiseElementsOp op);
  void expand(DotStripOp op);
  template <typename OpT>
  void expandRescale(OpT op, bool isApproximate);

private:
  Value load(Value address, int64_t place, bool isSigned = true) {
    return load(address, i8, place, isSigned);
  }
  Value load(Value address, Type element, int64_t place, bool isSigned);
  Value move(Value address, Value elements);
  Value scale(Value value, int64_t factor) {
    return b.createOrFold<arith::MulIOp>(value, index(factor));
  }
  Value subtract(Value lhs, Value rhs) {
    return b.createOrFold<arith::SubIOp>(lhs, rhs);
  }
  void dotElement(const Products &products, DotState &state, int64_t i);
  void dot(const Products &products, DotState &state, Value count);
  void keepOrder();
  void pad(DotBlockOp op, DotState &state, Value count);
  void padRows(DotStripOp op, DotState &state, Value count);
  void dotRow(DotStripOp op, DotState &state);
  void raise(DotState &state, Value count);
  void raisePadding(DotState &state, Value count, Value raised);
  Value multiplyHigh(Value x, Value y, bool isApproximate);

  Type i8;
};
} // namespace

/// Loads a byte or a half as a word.
Value ScalarStepBuilder::load(Value address, Type element, int64_t place,
                              bool isSigned) {
  Value loaded =
      LLVM::LoadOp::create(b, element, advance(address, element, place));
  if (isSigned)
    return arith::ExtSIOp::create(b, i32, loaded);
  return arith::ExtUIOp::create(b, i32, loaded);
}

Value ScalarStepBuilder::move(Value address, Value elements) {
  if (std::optional<int64_t> known = getConstantIntValue(elements))
    return advance(address, i8, *known);
  elements = arith::IndexCastOp::create(b, i32, elements);
  return LLVM::GEPOp::create(b, address.getType(), i8, address, elements);
}

//===----------------------------------------------------------------------===//
// kernel.dot_block
//===----------------------------------------------------------------------===//

/// Keeps LLVM from loading the operands of the next element earlier, for which
/// there are no registers.
void ScalarStepBuilder::keepOrder() {
  LLVM::InlineAsmOp::create(b, TypeRange(), ValueRange(), "", "~{memory}",
                            /*has_side_effects=*/true, /*is_align_stack=*/false,
                            LLVM::TailCallKind::None, LLVM::AsmDialectAttr(),
                            ArrayAttr());
}

/// Multiplies element `i` of each pixel with the weights of all channels. With
/// an excess of the weights only, the last sums are sums of the pixels'
/// elements.
void ScalarStepBuilder::dotElement(const Products &products, DotState &state,
                                   int64_t i) {
  int64_t pixels = products.pixels, channels = products.channels;
  bool hasSums = products.hasExcess && !products.isRaised;
  SmallVector<Value> elements;
  for (int64_t p = 0; p < pixels; ++p) {
    elements.push_back(
        load(state.pixels, i8, p * products.pitch + i, !products.isRaised));
    if (hasSums) {
      Value &sum = state.sums[channels * pixels + p];
      sum = add(sum, elements.back());
    }
  }
  for (int64_t c = 0; c < channels; ++c) {
    Value weight = load(state.weights, products.weight, channels * i + c,
                        !products.hasExcess);
    for (int64_t p = 0; p < pixels; ++p) {
      Value &sum = state.sums[channels * p + c];
      sum = add(sum, multiply(elements[p], weight));
    }
  }
}

/// Multiplies `count` elements.
void ScalarStepBuilder::dot(const Products &products, DotState &state,
                            Value count) {
  int64_t unroll = products.unroll;
  std::optional<int64_t> known = getConstantIntValue(count);
  Value iterations = known ? index(*known / unroll) : count;
  repeat(iterations, state, [&](DotState &inner) {
    for (int64_t i = 0; i < unroll; ++i) {
      if (i != 0)
        keepOrder();
      dotElement(products, inner, i);
    }
    inner.pixels = advance(inner.pixels, i8, unroll);
    inner.weights =
        advance(inner.weights, products.weight, products.channels * unroll);
  });
}

/// Multiplies `count` elements outside of the input.
void ScalarStepBuilder::pad(DotBlockOp op, DotState &state, Value count) {
  int64_t pixels = op.getPixels(), channels = op.getChannels();
  Value padding = number(static_cast<int64_t>(op.getPadding()));
  repeat(count, state, [&](DotState &inner) {
    for (int64_t c = 0; c < channels; ++c) {
      Value product =
          multiply(load(inner.weights, c, !op.getExcess()), padding);
      for (int64_t p = 0; p < pixels; ++p) {
        Value &sum = inner.sums[channels * p + c];
        sum = add(sum, product);
      }
    }
    for (int64_t p = 0; op.getExcess() && p < pixels; ++p) {
      Value &sum = inner.sums[channels * pixels + p];
      sum = add(sum, padding);
    }
    inner.weights = advance(inner.weights, i8, channels);
  });
}

void ScalarStepBuilder::expand(DotBlockOp op) {
  int64_t pixels = op.getPixels(), channels = op.getChannels(),
          size = op.getSize(), pitch = static_cast<int64_t>(op.getRowPitch());
  DotState state = {getAddress(op.getBytes(), op.getOffset()),
                    getAddress(op.getWeights(), op.getWeightsOffset()),
                    {}};
  for (int64_t p = 0; p < pixels; ++p)
    llvm::append_range(state.sums, op.getInit());
  if (op.getExcess())
    state.sums.append(pixels, number(0));
  Products products = {pixels,
                       static_cast<int64_t>(op.getPixelPitch()),
                       channels,
                       op.getUnroll(),
                       i8,
                       op.getExcess(),
                       /*isRaised=*/false};
  if (op.isOneRow()) {
    dot(products, state, index(size));
  } else {
    pad(op, state, scale(op.getRowBegin(), size));
    state.pixels = move(state.pixels, scale(op.getRowBegin(), pitch));
    repeat(subtract(op.getRowEnd(), op.getRowBegin()), state,
           [&](DotState &row) {
             pad(op, row, op.getBegin());
             Value start = row.pixels;
             row.pixels = move(start, op.getBegin());
             dot(products, row, subtract(op.getEnd(), op.getBegin()));
             pad(op, row, subtract(index(size), op.getEnd()));
             row.pixels = advance(start, i8, pitch);
           });
    pad(op, state, scale(subtract(index(op.getRows()), op.getRowEnd()), size));
  }
  SmallVector<Value> results;
  for (int64_t p = 0; p < pixels; ++p)
    for (int64_t c = 0; c < channels; ++c) {
      Value sum = state.sums[channels * p + c];
      if (op.getExcess())
        sum = arith::SubIOp::create(
            b, sum, shiftLeft(state.sums[channels * pixels + p], 7));
      results.push_back(sum);
    }
  op->replaceAllUsesWith(results);
}

//===----------------------------------------------------------------------===//
// kernel.dot_raised
//===----------------------------------------------------------------------===//

void ScalarStepBuilder::expand(DotRaisedOp op) {
  Type weight = op.getWeights().getType().getElementType();
  auto channels = static_cast<int64_t>(op.getInit().size());
  DotState state = {getAddress(op.getBytes(), op.getOffset()),
                    getAddress(op.getWeights(), op.getWeightsOffset()),
                    llvm::to_vector(op.getInit())};
  dot({/*pixels=*/1, /*pitch=*/0, channels, op.getUnroll(), weight,
       /*hasExcess=*/true, /*isRaised=*/true},
      state, index(static_cast<int64_t>(op.getSize())));
  op->replaceAllUsesWith(state.sums);
}

//===----------------------------------------------------------------------===//
// kernel.raise_elements
//===----------------------------------------------------------------------===//

/// Raises `count` elements. What is written is where weights are elsewhere.
void ScalarStepBuilder::raise(DotState &state, Value count) {
  std::optional<int64_t> known = getConstantIntValue(count);
  int64_t unroll = known && *known % 4 == 0 ? 4 : 1;
  repeat(known ? index(*known / unroll) : count, state, [&](DotState &inner) {
    for (int64_t i = 0; i < unroll; ++i) {
      Value element = arith::XOrIOp::create(
          b, load(inner.pixels, i, /*isSigned=*/false), number(128));
      LLVM::StoreOp::create(b, arith::TruncIOp::create(b, i8, element),
                            advance(inner.weights, i8, i));
      inner.sums[0] = add(inner.sums[0], element);
    }
    inner.pixels = advance(inner.pixels, i8, unroll);
    inner.weights = advance(inner.weights, i8, unroll);
  });
}

/// Writes `count` elements outside of the input.
void ScalarStepBuilder::raisePadding(DotState &state, Value count,
                                     Value raised) {
  repeat(count, state, [&](DotState &inner) {
    LLVM::StoreOp::create(b, arith::TruncIOp::create(b, i8, raised),
                          inner.weights);
    inner.sums[0] = add(inner.sums[0], raised);
    inner.weights = advance(inner.weights, i8, 1);
  });
}

void ScalarStepBuilder::expand(RaiseElementsOp op) {
  int64_t size = op.getSize(), pitch = static_cast<int64_t>(op.getRowPitch());
  DotState state = {getAddress(op.getBytes(), op.getOffset()),
                    getAddress(op.getWritten(), op.getAt()),
                    {number(0)}};
  if (op.isOneRow()) {
    raise(state, index(size));
  } else {
    Value raised = number(static_cast<int64_t>(op.getPadding()) - INT8_MIN);
    raisePadding(state, scale(op.getRowBegin(), size), raised);
    state.pixels = move(state.pixels, scale(op.getRowBegin(), pitch));
    repeat(subtract(op.getRowEnd(), op.getRowBegin()), state,
           [&](DotState &row) {
             raisePadding(row, op.getBegin(), raised);
             Value start = row.pixels;
             row.pixels = move(start, op.getBegin());
             raise(row, subtract(op.getEnd(), op.getBegin()));
             raisePadding(row, subtract(index(size), op.getEnd()), raised);
             row.pixels = advance(start, i8, pitch);
           });
    Value below = subtract(index(op.getRows()), op.getRowEnd());
    raisePadding(state, scale(below, size), raised);
  }
  op->replaceAllUsesWith(state.sums);
}

//===----------------------------------------------------------------------===//
// kernel.dot_strip
//===----------------------------------------------------------------------===//

/// Multiplies `count` rows outside of the input.
void ScalarStepBuilder::padRows(DotStripOp op, DotState &state, Value count) {
  auto columns = static_cast<int64_t>(op.getColumns());
  Value padding = number(static_cast<int64_t>(op.getPadding()));
  repeat(count, state, [&](DotState &row) {
    Value weights = load(row.weights, 0);
    for (int64_t q = 1; q < columns; ++q)
      weights = add(weights, load(row.weights, q));
    Value product = multiply(weights, padding);
    for (Value &sum : row.sums)
      sum = add(sum, product);
    row.weights = advance(row.weights, i8, columns);
  });
}

/// Multiplies a row, in the order of the columns.
void ScalarStepBuilder::dotRow(DotStripOp op, DotState &state) {
  int64_t columns = op.getColumns(), stride = op.getStride(),
          dilation = op.getDilation(), pixels = op.getPixels(),
          begin = op.getColumnBegin(), end = op.getColumnEnd();
  Value padding = number(static_cast<int64_t>(op.getPadding()));
  SmallVector<Value> weights;
  for (int64_t q = 0; q < columns; ++q)
    weights.push_back(load(state.weights, q));
  llvm::DenseMap<int64_t, Value> elements;
  for (int64_t place = 0;
       place <= (pixels - 1) * stride + (columns - 1) * dilation; ++place)
    for (int64_t p = 0; p < pixels; ++p) {
      int64_t distance = place - p * stride, q = distance / dilation;
      if (distance < 0 || distance % dilation != 0 || q < begin || q >= end)
        continue;
      Value &loaded = elements[place];
      if (!loaded)
        loaded = load(state.pixels,
                      place * static_cast<int64_t>(op.getColumnPitch()));
      state.sums[p] = add(state.sums[p], multiply(loaded, weights[q]));
    }
  for (Value &sum : state.sums)
    for (int64_t q = 0; q < columns; ++q)
      if (q < begin || q >= end)
        sum = add(sum, multiply(weights[q], padding));
  state.weights = advance(state.weights, i8, columns);
  state.pixels =
      advance(state.pixels, i8, static_cast<int64_t>(op.getRowPitch()));
}

void ScalarStepBuilder::expand(DotStripOp op) {
  DotState state = {getAddress(op.getBytes(), op.getOffset()),
                    getAddress(op.getWeights(), op.getWeightsOffset()),
                    SmallVector<Value>(op.getPixels(), op.getInit())};
  padRows(op, state, op.getRowBegin());
  state.pixels =
      move(state.pixels,
           scale(op.getRowBegin(), static_cast<int64_t>(op.getRowPitch())));
  repeat(subtract(op.getRowEnd(), op.getRowBegin()), state,
         [&](DotState &row) { dotRow(op, row); });
  padRows(op, state, subtract(index(op.getRows()), op.getRowEnd()));
  op->replaceAllUsesWith(state.sums);
}

//===----------------------------------------------------------------------===//
// kernel.requantize
//===----------------------------------------------------------------------===//

/// Returns the upper half of a product by products of halves. `y` is not
/// negative. The result is approximate without the product of the lower halves.
Value ScalarStepBuilder::multiplyHigh(Value x, Value y, bool isApproximate) {
  auto getLow = [&](Value value) -> Value {
    return arith::AndIOp::create(b, value, number(0xffff));
  };
  auto drop = [&](Value value) -> Value {
    return arith::ShRUIOp::create(b, value, number(16));
  };
  Value high = shiftRight(x, 16), low = getLow(x);
  Value yHigh = drop(y), yLow = getLow(y);
  if (isApproximate)
    return add(add(multiply(high, yHigh), drop(multiply(low, yHigh))),
               shiftRight(multiply(high, yLow), 16));
  Value middle = add(multiply(high, yLow), drop(multiply(low, yLow)));
  Value rest = add(multiply(low, yHigh), getLow(middle));
  return add(add(multiply(high, yHigh), shiftRight(middle, 16)), drop(rest));
}

Value ScalarStepBuilder::shiftAndSaturate(Value value, int64_t shift,
                                          int64_t bits) {
  if (shift != 0)
    value = shiftRight(value, shift);
  if (bits == 32)
    return value;
  value = arith::MinSIOp::create(b, value, number(llvm::maxIntN(bits)));
  return arith::MaxSIOp::create(b, value, number(llvm::minIntN(bits)));
}

template <typename OpT>
void ScalarStepBuilder::expandRescale(OpT op, bool isApproximate) {
  Value offset = op.getOffset();
  if (Value signOffset = op.getSignOffset())
    offset = arith::SubIOp::create(
        b, offset,
        arith::AndIOp::create(b, shiftRight(op.getAccumulator(), 31),
                              signOffset));
  Value high =
      add(multiplyHigh(op.getAccumulator(), op.getMultiplier(), isApproximate),
          offset);
  op->replaceAllUsesWith(
      ValueRange(shiftAndSaturate(high, op.getShift(), op.getBits())));
}

void ScalarStepBuilder::expand(RequantizeOp op, bool hasDSP) {
  if (std::optional<int64_t> shift = getWholeShift(op)) {
    op.replaceAllUsesWith(
        shiftAndSaturate(op.getAccumulator(), *shift, op.getBits()));
    return;
  }
  Type i64 = b.getI64Type();
  auto wide = [&](Value value) -> Value {
    return arith::ExtSIOp::create(b, i64, value);
  };
  Value multiplier = op.getMultiplier();
  std::optional<int64_t> constant = getConstantIntValue(multiplier);
  // LLVM would multiply by the parts of a constant.
  if (hasDSP && constant && !llvm::isPowerOf2_64(*constant))
    multiplier = hideOrigin(multiplier);
  Value product = multiply(wide(op.getAccumulator()), wide(multiplier));
  auto getUpperHalf = [&](Value value) -> Value {
    return arith::TruncIOp::create(
        b, i32, arith::ShRSIOp::create(b, value, number(32, 64)));
  };
  Value offset = op.getOffset(), signOffset = op.getSignOffset(), high;
  if (offset.getType() == i32) {
    if (signOffset)
      offset = arith::SubIOp::create(
          b, offset,
          arith::AndIOp::create(b, shiftRight(op.getAccumulator(), 31),
                                signOffset));
    high = add(getUpperHalf(product), offset);
  } else {
    Value sum = add(product, offset);
    if (signOffset)
      sum = add(sum, multiply(wide(shiftRight(op.getAccumulator(), 31)),
                              wide(signOffset)));
    high = getUpperHalf(sum);
  }
  op.replaceAllUsesWith(shiftAndSaturate(high, op.getShift(), op.getBits()));
}

bool tir::expandScalarStep(Operation *op, bool isThumb1, bool hasDSP) {
  auto requantize = dyn_cast<RequantizeOp>(op);
  if (requantize && isThumb1 && !getWholeShift(requantize) &&
      requantize.getOffset().getType().isInteger(32))
    ScalarStepBuilder(op).expandRescale(requantize, /*isApproximate=*/false);
  else if (requantize)
    ScalarStepBuilder(op).expand(requantize, hasDSP);
  else if (auto approximate = dyn_cast<RequantizeApproximateOp>(op))
    ScalarStepBuilder(op).expandRescale(approximate, /*isApproximate=*/true);
  else if (auto block = dyn_cast<DotBlockOp>(op))
    ScalarStepBuilder(op).expand(block);
  else if (auto dotRaised = dyn_cast<DotRaisedOp>(op))
    ScalarStepBuilder(op).expand(dotRaised);
  else if (auto raise = dyn_cast<RaiseElementsOp>(op))
    ScalarStepBuilder(op).expand(raise);
  else if (auto strip = dyn_cast<DotStripOp>(op))
    ScalarStepBuilder(op).expand(strip);
  else
    return false;
  return true;
}
