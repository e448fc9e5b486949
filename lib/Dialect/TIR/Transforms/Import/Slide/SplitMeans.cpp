//===- SplitMeans.cpp - Means of a window as sums
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitMeans.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// Returns the number that all elements of a constant are.
static std::optional<int64_t> getNumber(Value value) {
  DenseIntElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
    return std::nullopt;
  return elements.getSplatValue<APInt>().getSExtValue();
}

static Value makeConstant(OpBuilder &builder, Location loc, Type element,
                          ArrayRef<int64_t> shape, int64_t number) {
  auto type = RankedTensorType::get(shape, element);
  return tosa::ConstOp::create(
      builder, loc, type,
      DenseElementsAttr::get(type, builder.getIntegerAttr(element, number)));
}

static Value sum(OpBuilder &builder, Location loc, Value value, unsigned axis) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  if (shape[axis] == 1)
    return value;
  shape[axis] = 1;
  return tosa::ReduceSumOp::create(builder, loc, type.clone(shape), value,
                                   axis);
}

/// Returns whether the window is all of each channel.
static bool isGlobal(tosa::AvgPool2dOp pool) {
  ArrayRef<int64_t> from =
      cast<RankedTensorType>(pool.getInput().getType()).getShape();
  return llvm::equal(pool.getKernel(), from.slice(1, 2)) &&
         llvm::all_of(pool.getPad(), [](int64_t pad) { return pad == 0; });
}

static void split(tosa::AvgPool2dOp pool) {
  auto type = cast<RankedTensorType>(pool.getInput().getType());
  std::optional<int64_t> zero = getNumber(pool.getInputZp());
  int64_t count = type.getDimSize(1) * type.getDimSize(2);
  bool fits = type.getElementType().isInteger(8) &&
              pool.getAccType().isInteger(32) && count > 1 && count < (1 << 22);
  if (!zero || !isGlobal(pool) || !fits)
    return;
  OpBuilder builder(pool);
  Location loc = pool.getLoc();
  IntegerType i32 = builder.getI32Type();
  Value wide =
      tosa::CastOp::create(builder, loc, type.clone(i32), pool.getInput());
  // A sum of each row, and then one of all rows. Sums of rows have 16 bits, so
  // that few bytes are kept of each.
  Value rows = sum(builder, loc, wide, 2);
  if (rows != wide && type.getDimSize(2) <= 255) {
    auto rowsType = cast<RankedTensorType>(rows.getType());
    Value narrow = tosa::CastOp::create(
        builder, loc, rowsType.clone(builder.getIntegerType(16)), rows);
    rows = tosa::CastOp::create(builder, loc, rowsType, narrow);
  }
  Value total = sum(builder, loc, rows, 1);
  auto totalType = cast<RankedTensorType>(total.getType());
  if (*zero != 0)
    total = tosa::SubOp::create(builder, loc, totalType, total,
                                makeConstant(builder, loc, i32,
                                             SmallVector<int64_t>(4, 1),
                                             *zero * count));
  // TOSA 1.0, `reciprocal_scale`.
  unsigned bits = llvm::Log2_64_Ceil(count);
  int64_t multiplier = (((int64_t(1) << 30) + 1) << bits) / count;
  Value mean = tosa::RescaleOp::create(
      builder, loc, pool.getType(), total,
      makeConstant(builder, loc, i32, {1}, multiplier),
      makeConstant(builder, loc, builder.getI8Type(), {1}, 30 + bits),
      makeConstant(builder, loc, i32, {1}, 0), pool.getOutputZp(),
      /*scale32=*/true, tosa::RoundingMode::SINGLE_ROUND,
      /*per_channel=*/false, /*input_unsigned=*/false,
      /*output_unsigned=*/false);
  pool.getResult().replaceAllUsesWith(mean);
  pool.erase();
}

void tir::slide::splitMeans(func::FuncOp entry) {
  for (auto pool : llvm::to_vector(entry.getOps<tosa::AvgPool2dOp>()))
    split(pool);
}
