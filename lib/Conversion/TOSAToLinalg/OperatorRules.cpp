//===- OperatorRules.cpp - Rules of TOSA 1.0 for an operator's constants
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The specification's ERROR_IF and REQUIRE that MLIR 22.1's verifiers do not
// check, as far as constants, attributes and static shapes decide them. Values
// that are computed at run time are not checked.

#include "tir/Conversion/TOSAToLinalg/TOSAToLinalg.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

static constexpr StringLiteral kRemedy =
    "; correct the operator in the model, or what wrote it";

static InFlightDiagnostic refuse(Operation *op) {
  return op->emitError() << "operator '" << op->getName()
                         << "' breaks a rule of TOSA 1.0: ";
}

/// Returns the elements of a constant operand, or null.
static DenseIntElementsAttr getElements(Value operand) {
  DenseIntElementsAttr elements;
  return matchPattern(operand, m_Constant(&elements)) ? elements
                                                      : DenseIntElementsAttr();
}

/// Checks that the elements of a constant operand are in a range.
static LogicalResult checkRange(Operation *op, StringRef name, Value operand,
                                int64_t least, int64_t most) {
  DenseIntElementsAttr elements = getElements(operand);
  if (!elements)
    return success();
  for (auto [index, element] : llvm::enumerate(elements.getValues<APInt>())) {
    int64_t value = element.getSExtValue();
    if (value >= least && value <= most)
      continue;
    InFlightDiagnostic diag = refuse(op)
                              << "its operand '" << name << "' is " << value;
    if (elements.getNumElements() > 1 && !elements.isSplat())
      diag << " at element " << index;
    diag << "; expected ";
    if (most == std::numeric_limits<int64_t>::max())
      diag << "at least " << least;
    else if (least == most)
      diag << least;
    else
      diag << least << " to " << most;
    return diag << kRemedy;
  }
  return success();
}

static LogicalResult check(tosa::RescaleOp op) {
  Type in = getElementTypeOrSelf(op.getInput().getType());
  Type out = getElementTypeOrSelf(op.getOutput().getType());
  bool fromUnsigned = op.getInputUnsigned(),
       toUnsigned = op.getOutputUnsigned();
  const struct {
    bool isBroken;
    StringLiteral what;
  } rules[] = {
      {op.getScale32() && in.isInteger(48),
       "scale32 on an input of i48; expected scale32 = false"},
      {!op.getScale32() &&
           op.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND,
       "DOUBLE_ROUND without scale32; expected scale32 = true, or another "
       "rounding_mode"},
      {fromUnsigned && toUnsigned,
       "input_unsigned and output_unsigned are both set; expected one of them "
       "at most"},
      {fromUnsigned && !in.isInteger(8) && !in.isInteger(16),
       "input_unsigned is set, but the input is neither i8 nor i16; expected "
       "input_unsigned = false"},
      {fromUnsigned && out.isInteger(32),
       "input_unsigned is set, but the output is i32; expected input_unsigned "
       "= false"},
      {toUnsigned && !out.isInteger(8) && !out.isInteger(16),
       "output_unsigned is set, but the output is neither i8 nor i16; expected "
       "output_unsigned = false"},
      {toUnsigned && (in.isInteger(32) || in.isInteger(48)),
       "output_unsigned is set, but the input is i32 or i48; expected "
       "output_unsigned = false"},
  };
  for (const auto &rule : rules)
    if (rule.isBroken)
      return refuse(op) << rule.what << kRemedy;
  if (failed(checkRange(op, "multiplier", op.getMultiplier(), 0,
                        std::numeric_limits<int64_t>::max())))
    return failure();
  return checkRange(op, "shift", op.getShift(), 2, 62);
}

static LogicalResult check(tosa::MulOp op) {
  bool isShifted = getElementTypeOrSelf(op.getInput1().getType()).isInteger(32);
  return checkRange(op, "shift", op.getShift(), 0, isShifted ? 63 : 0);
}

/// A shift by the second operand.
template <typename Op>
static LogicalResult checkShift(Op op) {
  auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(op.getType()));
  return type ? checkRange(op, "input2", op.getInput2(), 0, type.getWidth() - 1)
              : success();
}

/// Refuses a division of the smallest number by -1, whose quotient the type
/// cannot represent.
static LogicalResult checkOverflow(tosa::IntDivOp op,
                                   DenseIntElementsAttr divisors) {
  DenseIntElementsAttr dividends = getElements(op.getInput1());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto isLeast = [](const APInt &value) { return value.isMinSignedValue(); };
  auto isMinusOne = [](const APInt &value) { return value.isAllOnes(); };
  if (!dividends || !type || !type.hasStaticShape() ||
      llvm::none_of(dividends.getValues<APInt>(), isLeast) ||
      llvm::none_of(divisors.getValues<APInt>(), isMinusOne))
    return success();
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  // Operands with one element in a dimension are broadcast along it.
  auto getElement = [&](DenseIntElementsAttr elements, int64_t index) {
    int64_t place = 0;
    for (auto [extent, position] : llvm::zip_equal(
             elements.getType().getShape(), delinearize(index, strides)))
      place = place * extent + (extent == 1 ? 0 : position);
    return *std::next(elements.value_begin<APInt>(), place);
  };
  for (int64_t index = 0; index < type.getNumElements(); ++index)
    if (isLeast(getElement(dividends, index)) &&
        isMinusOne(getElement(divisors, index)))
      return refuse(op) << "it divides "
                        << getElement(dividends, index).getSExtValue()
                        << " by -1 at element " << index
                        << "; expected a quotient that the type can represent"
                        << kRemedy;
  return success();
}

static LogicalResult check(tosa::IntDivOp op) {
  DenseIntElementsAttr divisors = getElements(op.getInput2());
  if (!divisors)
    return success();
  for (auto [index, divisor] : llvm::enumerate(divisors.getValues<APInt>()))
    if (divisor.isZero())
      return refuse(op) << "its operand 'input2' is 0 at element " << index
                        << "; expected no division by zero" << kRemedy;
  return checkOverflow(op, divisors);
}

/// Checks indices of the rows of `values`.
static LogicalResult checkIndices(Operation *op, Value indices, Value values) {
  auto type = dyn_cast<RankedTensorType>(values.getType());
  if (!type || type.getRank() != 3 || type.isDynamicDim(1))
    return success();
  return checkRange(op, "indices", indices, 0, type.getDimSize(1) - 1);
}

static LogicalResult check(tosa::ScatterOp op) {
  if (failed(checkIndices(op, op.getIndices(), op.getValuesIn())))
    return failure();
  DenseIntElementsAttr indices = getElements(op.getIndices());
  if (!indices || indices.getType().getRank() != 2)
    return success();
  int64_t width = indices.getType().getDimSize(1);
  llvm::DenseSet<int64_t> written;
  for (auto [place, index] : llvm::enumerate(indices.getValues<APInt>())) {
    if (place % width == 0)
      written.clear();
    if (!written.insert(index.getSExtValue()).second)
      return refuse(op) << "its operand 'indices' is " << index.getSExtValue()
                        << " twice in batch " << place / width
                        << "; expected that each row is written once"
                        << kRemedy;
  }
  return success();
}

static LogicalResult check(tosa::TableOp op) {
  auto table = dyn_cast<RankedTensorType>(op.getTable().getType());
  Type in = getElementTypeOrSelf(op.getInput1().getType());
  if (!table || table.getRank() != 1 || table.isDynamicDim(0) ||
      (!in.isInteger(8) && !in.isInteger(16)))
    return success();
  int64_t expected = in.isInteger(8) ? 256 : 513;
  if (table.getDimSize(0) == expected)
    return success();
  return refuse(op) << "its table has " << table.getDimSize(0)
                    << " entries; expected " << expected << " for an input of "
                    << in << kRemedy;
}

/// Checks the extents of a result that the operator determines. Succeeds if
/// they are not known yet.
static LogicalResult checkExtents(Operation *op, ArrayRef<int64_t> expected) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !type.hasStaticShape() || type.getShape() == expected)
    return success();
  InFlightDiagnostic diag = refuse(op) << "its result is " << type
                                       << "; expected the shape ";
  llvm::interleave(expected, diag, "x");
  return diag << kRemedy;
}

/// Returns the static shape of an operand if the constant has a number for each
/// of its dimensions.
static std::optional<ArrayRef<int64_t>> getShape(Value operand,
                                                 ArrayRef<int64_t> constant) {
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  if (!type || !type.hasStaticShape() ||
      constant.size() != type.getShape().size())
    return std::nullopt;
  return type.getShape();
}

static LogicalResult check(tosa::PadOp op) {
  // MLIR's verifier accepts -1, for a padding that is not known.
  return checkRange(op, "padding", op.getPadding(), 0,
                    std::numeric_limits<int64_t>::max());
}

static LogicalResult check(tosa::SliceOp op) {
  SmallVector<int64_t> start, size;
  if (!tosa::getConstShapeValues(op.getStart().getDefiningOp(), start) ||
      !tosa::getConstShapeValues(op.getSize().getDefiningOp(), size))
    return success();
  auto shape = getShape(op.getInput1(), start);
  if (!shape || size.size() != start.size())
    return success();
  for (auto [i, extent] : llvm::enumerate(*shape))
    if (start[i] < 0 || size[i] < 1 || size[i] > extent - start[i])
      return refuse(op) << "it takes " << size[i] << " from " << start[i]
                        << " on in dimension " << i << ", which has the extent "
                        << extent << "; expected a part of it" << kRemedy;
  return checkExtents(op, size);
}

static LogicalResult check(tosa::TileOp op) {
  SmallVector<int64_t> multiples;
  if (!tosa::getConstShapeValues(op.getMultiples().getDefiningOp(), multiples))
    return success();
  auto shape = getShape(op.getInput1(), multiples);
  if (!shape)
    return success();
  SmallVector<int64_t> expected;
  for (auto [extent, multiple] : llvm::zip_equal(*shape, multiples)) {
    // MLIR's verifier accepts -1, for a multiple that is not known.
    if (multiple < 1)
      return refuse(op) << "its operand 'multiples' is " << multiple
                        << "; expected at least 1" << kRemedy;
    expected.push_back(extent * multiple);
  }
  return checkExtents(op, expected);
}

LogicalResult tir::checkRulesOfTOSA(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<tosa::RescaleOp, tosa::MulOp, tosa::IntDivOp, tosa::ScatterOp,
            tosa::TableOp, tosa::PadOp, tosa::SliceOp, tosa::TileOp>(
          [](auto op) { return check(op); })
      .Case<tosa::ArithmeticRightShiftOp, tosa::LogicalLeftShiftOp,
            tosa::LogicalRightShiftOp>([](auto op) { return checkShift(op); })
      .Case([](tosa::GatherOp op) {
        return checkIndices(op, op.getIndices(), op.getValues());
      })
      .Default(success());
}
