//===- Resize.cpp - Resizing with positions rounded down
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace {
/// The position of an output index in the input: between the elements `low` and
/// `high`, `rest` of `unit` steps after `low`.
struct Position {
  Value low, high, rest;
  int64_t unit;
};

class BodyBuilder {
public:
  BodyBuilder(ImplicitLocOpBuilder &builder, Value input, Type result)
      : b(builder), input(input), result(result) {}

  Position locate(unsigned dim, int64_t unit, int64_t step, int64_t offset,
                  int64_t inputSize, int64_t outputSize);
  Value takeNearest(const Position &y, const Position &x);
  Value interpolate(const Position &y, const Position &x);

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value clamp(Value at, int64_t least, int64_t most, int64_t last);
  Value selectNearer(const Position &position);
  Value read(Value y, Value x);
  Value weigh(Value low, Value high, const Position &position);

  ImplicitLocOpBuilder &b;
  Value input;
  Type result;
};
} // namespace

/// Clamps `at`, which is in [least, most], to [0, last].
Value BodyBuilder::clamp(Value at, int64_t least, int64_t most, int64_t last) {
  if (least < 0)
    at = arith::MaxSIOp::create(b, at, index(0));
  if (most > last)
    at = arith::MinSIOp::create(b, at, index(last));
  return at;
}

Position BodyBuilder::locate(unsigned dim, int64_t unit, int64_t step,
                             int64_t offset, int64_t inputSize,
                             int64_t outputSize) {
  // floor(x / unit) = (x + k unit) / unit - k, with a dividend that is not
  // negative.
  int64_t k = offset < 0 ? llvm::divideCeil(-offset, unit) : 0;
  Value at = linalg::IndexOp::create(b, dim);
  at = arith::MulIOp::create(b, at, index(step));
  at = arith::AddIOp::create(b, at, index(offset + k * unit));
  Position position;
  position.unit = unit;
  position.rest = arith::RemSIOp::create(b, at, index(unit));
  int64_t last = inputSize - 1;
  if (last == 0) {
    position.low = position.high = index(0);
    return position;
  }
  Value low = arith::DivSIOp::create(b, at, index(unit));
  if (k != 0)
    low = arith::SubIOp::create(b, low, index(k));
  Value high = arith::AddIOp::create(b, low, index(1));
  int64_t least = llvm::divideFloorSigned(offset, unit);
  int64_t most =
      llvm::divideFloorSigned((outputSize - 1) * step + offset, unit);
  position.low = clamp(low, least, most, last);
  position.high = clamp(high, least + 1, most + 1, last);
  return position;
}

Value BodyBuilder::read(Value y, Value x) {
  return tensor::ExtractOp::create(b, input,
                                   ValueRange{linalg::IndexOp::create(b, 0), y,
                                              x,
                                              linalg::IndexOp::create(b, 3)});
}

Value BodyBuilder::selectNearer(const Position &position) {
  if (position.low == position.high)
    return position.low;
  Value twice = arith::MulIOp::create(b, position.rest, index(2));
  Value isHigh = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, twice,
                                       index(position.unit));
  return arith::SelectOp::create(b, isHigh, position.high, position.low);
}

Value BodyBuilder::takeNearest(const Position &y, const Position &x) {
  Value row = selectNearer(y);
  return read(row, selectNearer(x));
}

/// Creates low * (1 - rest / unit) + high * rest / unit; for integers, `unit`
/// times that.
Value BodyBuilder::weigh(Value low, Value high, const Position &position) {
  Value rest = arith::IndexCastOp::create(b, b.getI32Type(), position.rest);
  if (auto type = dyn_cast<FloatType>(low.getType())) {
    if (low == high)
      return low;
    rest = arith::SIToFPOp::create(b, type, rest);
    auto constant = [&](double value) -> Value {
      return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
    };
    rest = arith::DivFOp::create(b, rest,
                                 constant(static_cast<double>(position.unit)));
    low = arith::MulFOp::create(b, low,
                                arith::SubFOp::create(b, constant(1), rest));
    high = arith::MulFOp::create(b, high, rest);
    return arith::AddFOp::create(b, low, high);
  }
  Type type = low.getType();
  Value unit =
      arith::ConstantOp::create(b, b.getIntegerAttr(type, position.unit));
  if (low == high)
    return arith::MulIOp::create(b, low, unit);
  if (type != rest.getType())
    rest = arith::ExtSIOp::create(b, type, rest);
  low = arith::MulIOp::create(b, low, arith::SubIOp::create(b, unit, rest));
  high = arith::MulIOp::create(b, high, rest);
  return arith::AddIOp::create(b, low, high);
}

Value BodyBuilder::interpolate(const Position &y, const Position &x) {
  // i48 is computed in i64, which both back ends have.
  Type wide = result.isInteger(48) ? b.getI64Type() : result;
  auto readWide = [&](Value row, Value column) -> Value {
    Value value = read(row, column);
    if (value.getType() == wide)
      return value;
    return arith::ExtSIOp::create(b, wide, value);
  };
  auto readRow = [&](Value row) {
    Value low = readWide(row, x.low);
    Value high = x.low == x.high ? low : readWide(row, x.high);
    return weigh(low, high, x);
  };
  Value low = readRow(y.low);
  Value high = y.low == y.high ? low : readRow(y.high);
  Value value = weigh(low, high, y);
  if (wide != result)
    value = arith::TruncIOp::create(b, result, value);
  return value;
}

/// TOSA 1.0, Image Operators, RESIZE. The division of a position left of the
/// input (half-pixel centres) rounds down. Upstream rounds towards zero for
/// integers, and uses the remainder of that for floats. This gives weights of
/// -1/4 and 5/4, which overflow although the two elements do not.
static LogicalResult lowerResize(tosa::ResizeOp op, PatternRewriter &rewriter) {
  auto input = dyn_cast<RankedTensorType>(op.getInput().getType());
  auto output = dyn_cast<RankedTensorType>(op.getType());
  if (!input || !input.hasStaticShape() || !output || !output.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "a shape that is not static");
  SmallVector<int64_t> scale, offset;
  if (!tosa::getConstShapeValues(op.getScale().getDefiningOp(), scale) ||
      !tosa::getConstShapeValues(op.getOffset().getDefiningOp(), offset))
    return rewriter.notifyMatchFailure(op, "scale or offset is not constant");
  Type element = output.getElementType();
  bool isNearest = op.getMode() == tosa::ResizeMode::NEAREST_NEIGHBOR;
  bool isSame = element == input.getElementType();
  if (isNearest ? !isSame : isa<FloatType>(element) && !isSame)
    return rewriter.notifyMatchFailure(op, "types that TOSA does not have");

  Location loc = op.getLoc();
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, output.getShape(), element);
  AffineMap map = rewriter.getMultiDimIdentityMap(4);
  SmallVector<utils::IteratorType> iterators(4, utils::IteratorType::parallel);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, output, ValueRange{}, empty, map, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange) {
        ImplicitLocOpBuilder b(loc, builder);
        BodyBuilder body(b, op.getInput(), element);
        auto locate = [&](unsigned dim) {
          return body.locate(dim, scale[2 * dim - 2], scale[2 * dim - 1],
                             offset[dim - 1], input.getDimSize(dim),
                             output.getDimSize(dim));
        };
        Position y = locate(1), x = locate(2);
        linalg::YieldOp::create(b, isNearest ? body.takeNearest(y, x)
                                             : body.interpolate(y, x));
      });
  return success();
}

void tir::populateResizePatterns(RewritePatternSet &patterns) {
  patterns.add(lowerResize, kBeforeUpstream);
}
