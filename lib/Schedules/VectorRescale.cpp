//===- VectorRescale.cpp - A rescale of several channels at a time
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorRescale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Returns the buffer with one number for each channel that `scalar` of the
/// body is, or null.
static Value findChannelNumbers(linalg::GenericOp generic, Value scalar) {
  OpOperand *operand = getElementOperand(scalar);
  if (!operand || operand->getOwner() != generic.getOperation() ||
      !isChannelMap(generic.getMatchingIndexingMap(operand)))
    return {};
  return getReadArgument(operand->get());
}

Value tir::findBias(const BlockedKernel &kernel) {
  linalg::LinalgOp conv = kernel.conv;
  auto broadcast =
      conv.getDpsInitOperand(0)->get().getDefiningOp<linalg::GenericOp>();
  if (!broadcast || broadcast.getNumDpsInputs() != 1)
    return {};
  auto yielded = dyn_cast<BlockArgument>(
      broadcast.getBlock()->getTerminator()->getOperand(0));
  OpOperand *input = broadcast.getDpsInputOperand(0);
  AffineMap map = broadcast.getMatchingIndexingMap(input);
  constexpr unsigned kChannel = 3;
  if (!yielded || yielded.getArgNumber() != 0 || map.getNumResults() != 1 ||
      map.getResult(0) != getAffineDimExpr(kChannel, map.getContext()))
    return {};
  return getReadArgument(input->get());
}

/// Returns the only operation that computes with the sums, or null. `last` may
/// come after it.
static linalg::GenericOp findOnlyGeneric(const BlockedKernel &kernel,
                                         Value &sum, Operation *last) {
  linalg::GenericOp only;
  Operation *addBias = linalg::GenericOp(kernel.addBias);
  sum = kernel.conv->getResult(0);
  for (Operation *op : kernel.epilogue) {
    if (op == last)
      break;
    if (op == addBias) {
      sum = op->getResult(0);
      continue;
    }
    if (only && isa<linalg::LinalgOp>(op))
      return {};
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      only = generic;
    else if (isa<linalg::LinalgOp>(op))
      return {};
    if (!only)
      sum = op->getResult(0);
  }
  return only;
}

/// Returns what `value` clamps, and its bounds.
static Value findBounds(Value value, int64_t &min, int64_t &max) {
  while (Operation *op = value.getDefiningOp()) {
    std::optional<int64_t> bound = op->getNumOperands() == 2
                                       ? getConstantNumber(op->getOperand(1))
                                       : std::nullopt;
    if (!bound || !isa<arith::MaxSIOp, arith::MinSIOp>(op))
      break;
    if (isa<arith::MaxSIOp>(op))
      min = std::max(min, *bound);
    else
      max = std::min(max, *bound);
    value = op->getOperand(0);
  }
  return value;
}

/// Returns what the int8 elements of an operation are before they are clamped,
/// and their bounds; null if it has other elements.
static Value findClamped(linalg::GenericOp generic, int64_t &min,
                         int64_t &max) {
  Value value = generic.getBlock()->getTerminator()->getOperand(0);
  auto truncate = value.getDefiningOp<arith::TruncIOp>();
  return truncate && truncate.getType().isInteger(8)
             ? findBounds(truncate.getIn(), min, max)
             : Value();
}

namespace {
/// Sums of 32-bit products of two elements with constants.
struct LinearForm {
  int64_t factors[2] = {0, 0}, offset = 0;
};
} // namespace

/// Returns the form of a scalar, whose operands are `elements`. Overflow wraps,
/// so that the order of sums does not matter.
static std::optional<LinearForm> findLinearForm(Value value,
                                                ArrayRef<Value> elements) {
  if (std::optional<int64_t> number = getConstantNumber(value))
    return LinearForm{{0, 0}, *number};
  Operation *op = value.getDefiningOp();
  if (auto extend = dyn_cast_if_present<arith::ExtSIOp>(op)) {
    const Value *found = llvm::find(elements, extend.getIn());
    if (found == elements.end())
      return std::nullopt;
    LinearForm form;
    form.factors[found - elements.begin()] = 1;
    return form;
  }
  if (!isa_and_present<arith::AddIOp, arith::MulIOp>(op) ||
      !value.getType().isInteger(32))
    return std::nullopt;
  std::optional<LinearForm> lhs = findLinearForm(op->getOperand(0), elements),
                            rhs = findLinearForm(op->getOperand(1), elements);
  if (!lhs || !rhs)
    return std::nullopt;
  if (isa<arith::MulIOp>(op)) {
    if (rhs->factors[0] != 0 || rhs->factors[1] != 0)
      return std::nullopt;
    lhs->factors[0] *= rhs->offset;
    lhs->factors[1] *= rhs->offset;
    lhs->offset *= rhs->offset;
  } else {
    lhs->factors[0] += rhs->factors[0];
    lhs->factors[1] += rhs->factors[1];
    lhs->offset += rhs->offset;
  }
  bool fits = llvm::isInt<32>(lhs->factors[0]) &&
              llvm::isInt<32>(lhs->factors[1]) && llvm::isInt<32>(lhs->offset);
  return fits ? lhs : std::nullopt;
}

std::optional<VectorSum> VectorSum::find(const BlockedKernel &kernel) {
  SmallVector<linalg::GenericOp> generics;
  Operation *addBias = linalg::GenericOp(kernel.addBias);
  for (Operation *op : kernel.epilogue)
    if (isa<linalg::LinalgOp>(op) && op != addBias)
      generics.push_back(dyn_cast<linalg::GenericOp>(op));
  if (generics.size() != 2 || !generics[0] || !generics[1] ||
      kernel.storesWords)
    return std::nullopt;
  VectorSum sum;
  sum.generic = generics[1];
  if (sum.generic.getNumDpsInputs() != 2)
    return std::nullopt;
  // The value that comes from the convolution is not in a buffer.
  unsigned other = 0;
  for (unsigned i : {0, 1}) {
    OpOperand *input = sum.generic.getDpsInputOperand(i);
    if (!getElementTypeOrSelf(input->get()).isInteger(8) ||
        !sum.generic.getMatchingIndexingMap(input).isIdentity())
      return std::nullopt;
    if (Value buffer = getReadArgument(input->get())) {
      other = i;
      sum.other = buffer;
    }
  }
  OpOperand *from = sum.generic.getDpsInputOperand(1 - other);
  if (!sum.other || getReadArgument(from->get()))
    return std::nullopt;
  Value clamped = findClamped(sum.generic, sum.min, sum.max);
  auto shift =
      clamped ? clamped.getDefiningOp<arith::ShRSIOp>() : arith::ShRSIOp();
  std::optional<int64_t> bits =
      shift ? getConstantNumber(shift.getRhs()) : std::nullopt;
  if (!bits || *bits < 0 || *bits > 31 || sum.min > sum.max)
    return std::nullopt;
  sum.shift = *bits;
  SmallVector<Value> elements(
      sum.generic.getBlock()->getArguments().take_front(2));
  std::optional<LinearForm> form = findLinearForm(shift.getLhs(), elements);
  if (!form)
    return std::nullopt;
  sum.factor = form->factors[1 - other];
  sum.otherFactor = form->factors[other];
  sum.offset = form->offset;
  return sum;
}

/// Returns what the int8 elements of the only operation after the sums are
/// before they are clamped, and their bounds; null if there are none.
static Value findClamped(const BlockedKernel &kernel,
                         linalg::GenericOp &generic, Value &sum, int64_t &min,
                         int64_t &max) {
  std::optional<VectorSum> next = VectorSum::find(kernel);
  generic = findOnlyGeneric(kernel, sum,
                            next ? next->generic.getOperation() : nullptr);
  if (!generic || kernel.storesWords)
    return {};
  return findClamped(generic, min, max);
}

/// Finds a number that all channels have, or the buffer with one for each. They
/// are known to be from `least` to `most`.
static bool findNumbers(linalg::GenericOp generic, Value scalar, int64_t least,
                        int64_t most, Value &buffer, int64_t &number) {
  if (std::optional<int64_t> constant = getConstantNumber(scalar)) {
    number = *constant;
    return number >= least && number <= most;
  }
  buffer = findChannelNumbers(generic, scalar);
  auto argument = dyn_cast_if_present<BlockArgument>(buffer);
  if (!argument)
    return false;
  auto function = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  DenseI64ArrayAttr range =
      getArgumentParts(function, argument.getArgNumber()).range;
  return range && range[0] >= least && range[1] <= most;
}

std::optional<ExactRescale> ExactRescale::find(const BlockedKernel &kernel) {
  ExactRescale rescale;
  linalg::GenericOp generic;
  Value sum;
  Value value = findClamped(kernel, generic, sum, rescale.min, rescale.max);
  if (!value || rescale.min > rescale.max)
    return std::nullopt;
  if (auto add = value.getDefiningOp<arith::AddIOp>()) {
    std::optional<int64_t> zeroPoint = getConstantNumber(add.getRhs());
    if (!zeroPoint)
      return std::nullopt;
    rescale.zeroPoint = *zeroPoint;
    value = add.getLhs();
  }
  auto scale = value.getDefiningOp<tosa::ApplyScaleOp>();
  if (!scale || !scale.getValue().getType().isInteger(32))
    return std::nullopt;
  OpOperand *element = getElementOperand(scale.getValue());
  if (!element || element->get() != sum)
    return std::nullopt;
  rescale.isDouble =
      scale.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND;
  constexpr int64_t kMostBits = 62;
  bool isFound =
      findNumbers(generic, scale.getMultiplier(), 0, INT32_MAX,
                  rescale.multiplier, rescale.factor) &&
      findNumbers(generic, scale.getShift(), rescale.isDouble ? 32 : 33,
                  kMostBits, rescale.shift, rescale.bits) &&
      !rescale.multiplier == !rescale.shift;
  return isFound ? std::optional(rescale) : std::nullopt;
}

std::optional<VectorRescale> VectorRescale::find(const BlockedKernel &kernel) {
  VectorRescale rescale;
  linalg::GenericOp generic;
  Value sum;
  // From the stored element up to the sum.
  Value value = findClamped(kernel, generic, sum, rescale.min, rescale.max);
  if (!value)
    return std::nullopt;
  // A shift of all channels by 0 is not there.
  auto right = value.getDefiningOp<arith::ShRSIOp>();
  std::optional<int64_t> shift = right ? getConstantNumber(right.getRhs()) : 0;
  auto negative =
      shift ? arith::SubIOp() : right.getRhs().getDefiningOp<arith::SubIOp>();
  auto requantize =
      (right ? right.getLhs() : value).getDefiningOp<RequantizeOp>();
  auto left = requantize
                  ? requantize.getAccumulator().getDefiningOp<arith::ShLIOp>()
                  : arith::ShLIOp();
  bool isNegative = negative && getConstantNumber(negative.getLhs()) == 0;
  if (!left || (!shift && !isNegative) || !getConstantNumber(left.getRhs()) ||
      requantize.getShift() != 0 || requantize.getBits() != 32 ||
      rescale.min > rescale.max)
    return std::nullopt;
  OpOperand *element = getElementOperand(left.getLhs());
  if (!element || element->get() != sum)
    return std::nullopt;
  rescale.fractionBits = *getConstantNumber(left.getRhs());
  rescale.bias = findBias(kernel);
  if (shift) {
    std::optional<int64_t> scale =
        getConstantNumber(requantize.getMultiplier());
    std::optional<int64_t> offset = getConstantNumber(requantize.getOffset());
    if (!rescale.bias || !scale || !offset || requantize.getSignOffset() ||
        *shift < 0 || *shift > 31)
      return std::nullopt;
    llvm::copy(ArrayRef({*scale, *offset, *shift}), rescale.numbers);
    return rescale;
  }
  rescale.scale = findChannelNumbers(generic, requantize.getMultiplier());
  rescale.offset = findChannelNumbers(generic, requantize.getOffset());
  rescale.shift = findChannelNumbers(generic, negative.getRhs());
  Value sign = requantize.getSignOffset();
  if (sign)
    rescale.signOffset = findChannelNumbers(generic, sign);
  return !sign == !rescale.signOffset && rescale.bias && rescale.scale &&
                 rescale.offset && rescale.shift
             ? std::optional(rescale)
             : std::nullopt;
}
