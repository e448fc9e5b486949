//===- ShapeOperators.cpp - Shapes computed at compile time
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

using Numbers = SmallVector<int64_t>;

/// Returns one element of an elementwise shape operator, or std::nullopt if
/// TOSA leaves it undefined, as for a division by 0.
static std::optional<int64_t> evaluate(Operation *op, int64_t x, int64_t y) {
  using Result = std::optional<int64_t>;
  bool isDivisible = x >= 0 && y > 0;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](tosa::AddShapeOp) { return x + y; })
      .Case([&](tosa::SubShapeOp) { return x - y; })
      .Case([&](tosa::MulShapeOp) { return x * y; })
      .Case([&](tosa::MaxShapeOp) { return std::max(x, y); })
      .Case([&](tosa::MinShapeOp) { return std::min(x, y); })
      .Case([&](tosa::DivCeilShapeOp) -> Result {
        return isDivisible ? Result(llvm::divideCeil(x, y)) : std::nullopt;
      })
      .Case([&](tosa::DivFloorShapeOp) -> Result {
        return isDivisible ? Result(x / y) : std::nullopt;
      })
      .Case([&](tosa::ModShapeOp) -> Result {
        return isDivisible ? Result(x % y) : std::nullopt;
      })
      .Case([&](tosa::Exp2ShapeOp) -> Result {
        return x >= 0 && x < 63 ? Result(int64_t(1) << x) : std::nullopt;
      })
      .Case([&](tosa::Log2CeilShapeOp) -> Result {
        return x > 0 ? Result(llvm::Log2_64_Ceil(x)) : std::nullopt;
      })
      .Case([&](tosa::Log2FloorShapeOp) -> Result {
        return x > 0 ? Result(llvm::Log2_64(x)) : std::nullopt;
      })
      .Default([](Operation *) { return std::nullopt; });
}

static std::optional<Numbers> evaluate(Operation *op) {
  if (auto dim = dyn_cast<tosa::DimOp>(op)) {
    auto type = dyn_cast<RankedTensorType>(dim.getInput1().getType());
    if (!type || type.isDynamicDim(dim.getAxis()))
      return std::nullopt;
    return Numbers{type.getDimSize(dim.getAxis())};
  }
  if (auto slice = dyn_cast<tosa::SliceShapeOp>(op)) {
    Numbers all;
    DenseIntElementsAttr start, size;
    if (!tosa::getConstShapeValues(slice.getInput().getDefiningOp(), all) ||
        !matchPattern(slice.getStart(), m_Constant(&start)) ||
        !matchPattern(slice.getSize(), m_Constant(&size)))
      return std::nullopt;
    int64_t first = (*start.begin()).getSExtValue();
    int64_t count = (*size.begin()).getSExtValue();
    if (first < 0 || count < 0 ||
        first + count > static_cast<int64_t>(all.size()))
      return std::nullopt;
    return Numbers(ArrayRef(all).slice(first, count));
  }
  SmallVector<Numbers> operands;
  for (Value operand : op->getOperands())
    if (!tosa::getConstShapeValues(operand.getDefiningOp(),
                                   operands.emplace_back()))
      return std::nullopt;
  Numbers result;
  if (isa<tosa::ConcatShapeOp>(op)) {
    for (const Numbers &operand : operands)
      llvm::append_range(result, operand);
    return result;
  }
  for (auto [index, x] : llvm::enumerate(operands.front())) {
    int64_t y = operands.back()[index];
    std::optional<int64_t> number = evaluate(op, x, y);
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

namespace {
/// TOSA 1.0, Shape Operators. Upstream folds none of them, although their
/// operands are constant if shapes are static.
struct EvaluateShape : public RewritePattern {
  EvaluateShape(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || isa<tosa::ConstShapeOp>(op) ||
        !isa<tosa::TosaDialect>(op->getDialect()))
      return failure();
    auto type = dyn_cast<tosa::shapeType>(op->getResult(0).getType());
    std::optional<Numbers> numbers = type ? evaluate(op) : std::nullopt;
    if (!numbers)
      return failure();
    rewriter.replaceOpWithNewOp<tosa::ConstShapeOp>(
        op, type, rewriter.getIndexTensorAttr(*numbers));
    return success();
  }
};
} // namespace

void tir::populateShapeOperatorPatterns(RewritePatternSet &patterns) {
  patterns.add<EvaluateShape>(patterns.getContext());
}
