//===- TransposeConv.cpp - Transposed convolutions as structured operations
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
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace {
/// One spatial dimension. Row y of the input and row k of the filter contribute
/// to row o of the output if o = y * stride + k + out_pad. With u = o -
/// out_pad, k is u mod stride plus a multiple j of the stride, and y is u
/// floordiv stride - j: each output row has its own rows of the filter (its
/// phase), and there are no multiplications by the zeros between the input's
/// rows.
struct Axis {
  int64_t stride, taps;
  /// u = o + shift - advance * stride, so that o + shift is not negative.
  int64_t shift, advance;
  /// The padding of the input and the filter.
  int64_t low, high, filterHigh;

  Axis(int64_t input, int64_t filter, int64_t output, int64_t stride,
       int64_t outPad)
      : stride(stride), taps(llvm::divideCeil(filter, stride)),
        advance(outPad > 0 ? llvm::divideCeil(outPad, stride) : 0) {
    shift = advance * stride - outPad;
    int64_t first = shift / stride - advance - (taps - 1);
    int64_t last = (output - 1 + shift) / stride - advance;
    low = std::max<int64_t>(0, -first);
    high = std::max<int64_t>(0, last - (input - 1));
    filterHigh = taps * stride - filter;
  }

  AffineExpr getInputRow(AffineExpr o, AffineExpr j) const {
    return (o + shift).floorDiv(stride) - j + (low - advance);
  }
  AffineExpr getFilterRow(AffineExpr o, AffineExpr j) const {
    return (o + shift) % stride + j * stride;
  }
};

} // namespace

/// Creates `tensor` with `high` (and `low`) more rows of `value`.
static Value pad(OpBuilder &builder, Location loc, Value tensor,
                 ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                 TypedAttr value) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto isZero = [](int64_t amount) { return amount == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero))
    return tensor;
  SmallVector<int64_t> shape;
  for (auto [extent, before, after] :
       llvm::zip_equal(type.getShape(), low, high))
    shape.push_back(extent + before + after);
  Value padding = arith::ConstantOp::create(builder, loc, value);
  return tensor::PadOp::create(
      builder, loc, type.clone(shape), tensor,
      getAsIndexOpFoldResult(builder.getContext(), low),
      getAsIndexOpFoldResult(builder.getContext(), high), padding);
}

/// Returns the zero point of an operand as a number of its type: 0 for floats.
static FailureOr<TypedAttr>
getZeroPoint(OpBuilder &builder, Value operand,
             function_ref<FailureOr<int64_t>()> get) {
  Type type = getElementTypeOrSelf(operand.getType());
  if (!isa<IntegerType>(type))
    return builder.getZeroAttr(type);
  FailureOr<int64_t> zeroPoint = get();
  if (failed(zeroPoint))
    return failure();
  return TypedAttr(builder.getIntegerAttr(type, *zeroPoint));
}

/// Widens `value` to `type`, and subtracts its zero point.
static Value widen(OpBuilder &builder, Location loc, Value value, Type type,
                   TypedAttr zeroPoint) {
  if (isa<FloatType>(type))
    return value.getType() == type
               ? value
               : Value(arith::ExtFOp::create(builder, loc, type, value));
  value = arith::ExtSIOp::create(builder, loc, type, value);
  int64_t number = cast<IntegerAttr>(zeroPoint).getInt();
  if (number == 0)
    return value;
  Value offset = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, number));
  return arith::SubIOp::create(builder, loc, value, offset);
}

/// Creates the bias for each element of the output, in the accumulator's type.
static Value broadcastBias(OpBuilder &builder, Location loc, Value bias,
                           RankedTensorType type) {
  MLIRContext *context = builder.getContext();
  AffineExpr channel = cast<RankedTensorType>(bias.getType()).getDimSize(0) == 1
                           ? getAffineConstantExpr(0, context)
                           : getAffineDimExpr(3, context);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  AffineMap maps[] = {AffineMap::get(4, 0, channel),
                      AffineMap::getMultiDimIdentityMap(4, context)};
  SmallVector<utils::IteratorType> iterators(4, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, bias, empty, maps, iterators,
             [&](OpBuilder &builder, Location loc, ValueRange args) {
               Value value = args[0];
               if (value.getType() != type.getElementType())
                 value = arith::ExtFOp::create(builder, loc,
                                               type.getElementType(), value);
               linalg::YieldOp::create(builder, loc, value);
             })
      .getResult(0);
}

/// TOSA 1.0, Tensor Operators, TRANSPOSE_CONV2D. Upstream has no lowering. Its
/// decomposition pads an i4 filter with i8, which does not verify, leaves i16 x
/// i8 without zero points, and computes rows that its slice drops. Here it
/// becomes one structured operation, so that the operator after it (a rescale)
/// is fused, and the accumulators are never in memory.
static LogicalResult lowerTransposeConv(tosa::TransposeConv2DOp op,
                                        PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  MLIRContext *context = op.getContext();
  auto input = dyn_cast<RankedTensorType>(op.getInput().getType());
  auto filter = dyn_cast<RankedTensorType>(op.getWeight().getType());
  auto bias = dyn_cast<RankedTensorType>(op.getBias().getType());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  for (RankedTensorType type : {input, filter, bias, result})
    if (!type || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "a shape that is not static");
  Type sum = op.getAccType();
  FailureOr<TypedAttr> inputZero = getZeroPoint(
      rewriter, op.getInput(), [&] { return op.getInputZeroPoint(); });
  FailureOr<TypedAttr> filterZero = getZeroPoint(
      rewriter, op.getWeight(), [&] { return op.getWeightZeroPoint(); });
  if (failed(inputZero) || failed(filterZero))
    return rewriter.notifyMatchFailure(op, "a zero point is not constant");

  ArrayRef<int64_t> strides = op.getStride(), outPads = op.getOutPad();
  Axis h(input.getDimSize(1), filter.getDimSize(1), result.getDimSize(1),
         strides[0], outPads[0]);
  Axis w(input.getDimSize(2), filter.getDimSize(2), result.getDimSize(2),
         strides[1], outPads[2]);
  Value image = pad(rewriter, loc, op.getInput(), {0, h.low, w.low, 0},
                    {0, h.high, w.high, 0}, *inputZero);
  Value rows = pad(rewriter, loc, op.getWeight(), {0, 0, 0, 0},
                   {0, h.filterHigh, w.filterHigh, 0}, *filterZero);

  AffineExpr n, oh, ow, oc, j, i, ic;
  bindDims(context, n, oh, ow, oc, j, i, ic);
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(7, 0, exprs, context);
  };
  AffineMap maps[] = {
      map({n, h.getInputRow(oh, j), w.getInputRow(ow, i), ic}),
      map({oc, h.getFilterRow(oh, j), w.getFilterRow(ow, i), ic}), map({j, i}),
      map({n, oh, ow, oc})};
  using utils::IteratorType;
  SmallVector<IteratorType> iterators(4, IteratorType::parallel);
  iterators.append(3, IteratorType::reduction);
  // No other operand determines the extents of j and i.
  Value window = tensor::EmptyOp::create(
      rewriter, loc, ArrayRef<int64_t>{h.taps, w.taps}, rewriter.getI8Type());
  auto sums = RankedTensorType::get(result.getShape(), sum);
  // A product of i16 and i8 fits in 32 bits, although their sum needs 48.
  Type product = isa<IntegerType>(sum) ? rewriter.getI32Type() : sum;
  Value value =
      linalg::GenericOp::create(
          rewriter, loc, sums, ValueRange{image, rows, window},
          broadcastBias(rewriter, loc, op.getBias(), sums), maps, iterators,
          [&](OpBuilder &builder, Location loc, ValueRange args) {
            Value x = widen(builder, loc, args[0], product, *inputZero);
            Value y = widen(builder, loc, args[1], product, *filterZero);
            Value next;
            if (isa<FloatType>(sum)) {
              next = arith::MulFOp::create(builder, loc, x, y);
              next = arith::AddFOp::create(builder, loc, args[3], next);
            } else {
              next = arith::MulIOp::create(builder, loc, x, y);
              if (product != sum)
                next = arith::ExtSIOp::create(builder, loc, sum, next);
              next = arith::AddIOp::create(builder, loc, args[3], next);
            }
            linalg::YieldOp::create(builder, loc, next);
          })
          .getResult(0);

  if (sums != result) {
    AffineMap identity = AffineMap::getMultiDimIdentityMap(4, context);
    Value empty = tensor::EmptyOp::create(rewriter, loc, result.getShape(),
                                          result.getElementType());
    value = linalg::GenericOp::create(
                rewriter, loc, result, value, empty,
                ArrayRef<AffineMap>{identity, identity},
                SmallVector<IteratorType>(4, IteratorType::parallel),
                [&](OpBuilder &builder, Location loc, ValueRange args) {
                  Value narrow = arith::TruncFOp::create(
                      builder, loc, result.getElementType(), args[0]);
                  linalg::YieldOp::create(builder, loc, narrow);
                })
                .getResult(0);
  }
  rewriter.replaceOp(op, value);
  return success();
}

void tir::populateTransposeConvPatterns(RewritePatternSet &patterns) {
  patterns.add(lowerTransposeConv, kBeforeUpstream);
}
