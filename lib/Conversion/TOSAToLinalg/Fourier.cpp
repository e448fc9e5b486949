//===- Fourier.cpp - Fourier transforms with tables of sines
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

#include <cmath>

using namespace mlir;

// TOSA 1.0, Tensor Operators, FFT2D and RFFT2D. Upstream computes a cosine and
// a sine at run time for each pair of an input and an output element. Its sine
// of a multiple of pi is not 0, so that imaginary parts that must be 0 are not.
//
// Here the transform runs along one dimension after the other, which needs H +
// W instead of H * W steps for an element, with tables in which a quarter of a
// turn is exact.

namespace {
struct Signal {
  Value real, imag;
};

} // namespace

/// Creates a table of cos(2 pi k / size), or of the sine, for each k.
static Value createTable(OpBuilder &builder, Location loc, int64_t size,
                         bool isSine, bool negate) {
  auto values = llvm::map_to_vector(llvm::seq(size), [&](int64_t k) {
    double value;
    if (4 * k % size == 0) {
      static constexpr double cosines[] = {1, 0, -1, 0};
      value = cosines[(4 * k / size + (isSine ? 3 : 0)) % 4];
    } else {
      double angle = 2 * llvm::numbers::pi * static_cast<double>(k) /
                     static_cast<double>(size);
      value = isSine ? std::sin(angle) : std::cos(angle);
    }
    return static_cast<float>(negate ? -value : value);
  });
  auto type = RankedTensorType::get({size}, builder.getF32Type());
  return arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, ArrayRef(values)));
}

static Value createZeros(OpBuilder &builder, Location loc,
                         RankedTensorType type) {
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

/// Creates the transform along dimension `dim`, of which only the first `count`
/// elements are computed. Without an imaginary part, `signal` is real.
static Signal transform(OpBuilder &builder, Location loc, Signal signal,
                        unsigned dim, int64_t count, bool inverse) {
  MLIRContext *context = builder.getContext();
  auto type = cast<RankedTensorType>(signal.real.getType());
  int64_t size = type.getDimSize(dim);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = count;
  RankedTensorType result = type.clone(shape);
  if (size == 1) {
    if (!signal.imag)
      signal.imag = createZeros(builder, loc, result);
    return signal;
  }

  AffineMap output = AffineMap::get(
      4, 0, AffineMap::getMultiDimIdentityMap(3, context).getResults(),
      context);
  SmallVector<AffineExpr> read(output.getResults());
  read[dim] = getAffineDimExpr(3, context);
  AffineMap input = AffineMap::get(4, 0, read, context);
  SmallVector<Value> inputs{signal.real};
  if (signal.imag)
    inputs.push_back(signal.imag);
  SmallVector<AffineMap> maps(inputs.size(), input);
  maps.push_back(output);
  using utils::IteratorType;
  SmallVector<IteratorType> iterators(3, IteratorType::parallel);
  iterators.push_back(IteratorType::reduction);
  Value cosines = createTable(builder, loc, size, /*isSine=*/false,
                              /*negate=*/false);
  Value sines =
      createTable(builder, loc, size, /*isSine=*/true, /*negate=*/inverse);
  // One operation for each part, since a kernel computes its results one by
  // one.
  auto createPart = [&](bool isReal) {
    auto part = linalg::GenericOp::create(
        builder, loc, result, inputs, createZeros(builder, loc, result), maps,
        iterators, [&](OpBuilder &b, Location loc, ValueRange args) {
          Value turns = arith::MulIOp::create(
              b, loc, linalg::IndexOp::create(b, loc, dim),
              linalg::IndexOp::create(b, loc, 3));
          turns = arith::RemUIOp::create(
              b, loc, turns, arith::ConstantIndexOp::create(b, loc, size));
          auto multiply = [&](Value value, Value table) -> Value {
            Value factor = tensor::ExtractOp::create(b, loc, table, turns);
            return arith::MulFOp::create(b, loc, value, factor);
          };
          Value sum = args.back();
          Value turned = multiply(args[0], isReal ? cosines : sines);
          if (isReal)
            sum = arith::AddFOp::create(b, loc, sum, turned);
          else
            sum = arith::SubFOp::create(b, loc, sum, turned);
          if (signal.imag)
            sum = arith::AddFOp::create(
                b, loc, sum, multiply(args[1], isReal ? sines : cosines));
          linalg::YieldOp::create(b, loc, sum);
        });
    return part.getResult(0);
  };
  return {createPart(true), createPart(false)};
}

static bool isTransformable(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && tensor.getElementType().isF32();
  });
}

static LogicalResult lowerFFT(tosa::FFT2dOp op, PatternRewriter &rewriter) {
  if (!isTransformable(op))
    return rewriter.notifyMatchFailure(op, "not f32 of a static shape");
  Signal signal = {op.getInputReal(), op.getInputImag()};
  for (unsigned dim : {2u, 1u}) {
    auto type = cast<RankedTensorType>(signal.real.getType());
    signal = transform(rewriter, op.getLoc(), signal, dim, type.getDimSize(dim),
                       op.getInverse());
  }
  rewriter.replaceOp(op, {signal.real, signal.imag});
  return success();
}

static LogicalResult lowerRFFT(tosa::RFFT2dOp op, PatternRewriter &rewriter) {
  if (!isTransformable(op))
    return rewriter.notifyMatchFailure(op, "not f32 of a static shape");
  auto type = cast<RankedTensorType>(op.getInputReal().getType());
  // The other half of the columns is the conjugate of these.
  Signal signal = {op.getInputReal(), Value()};
  signal = transform(rewriter, op.getLoc(), signal, /*dim=*/2,
                     type.getDimSize(2) / 2 + 1, /*inverse=*/false);
  signal = transform(rewriter, op.getLoc(), signal, /*dim=*/1,
                     type.getDimSize(1), /*inverse=*/false);
  rewriter.replaceOp(op, {signal.real, signal.imag});
  return success();
}

void tir::populateFourierPatterns(RewritePatternSet &patterns) {
  patterns.add(lowerFFT, kBeforeUpstream).add(lowerRFFT, kBeforeUpstream);
}
