//===- RewriteRescale.cpp - The operations of a short form
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedRescale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

AffineMap ChannelNumber::getMap(unsigned rank, unsigned channel) const {
  MLIRContext *context = tensor.getContext();
  SmallVector<AffineExpr> position = {getAffineDimExpr(channel, context)};
  if (column)
    position.push_back(getAffineConstantExpr(*column, context));
  return AffineMap::get(rank, 0, position, context);
}

/// Creates `generic` again with more inputs.
static linalg::GenericOp addInputs(linalg::GenericOp generic,
                                   ArrayRef<ChannelNumber> numbers,
                                   IRMapping &mapping) {
  OpBuilder builder(generic);
  unsigned rank = generic.getNumLoops();
  SmallVector<Value> added;
  SmallVector<AffineMap> addedMaps;
  for (const ChannelNumber &number : numbers) {
    added.push_back(number.tensor);
    addedMaps.push_back(number.getMap(rank, /*channel=*/rank - 1));
  }
  SmallVector<Value> inputs = generic.getDpsInputs();
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  unsigned first = inputs.size();
  maps.insert(maps.begin() + first, addedMaps.begin(), addedMaps.end());
  llvm::append_range(inputs, added);
  auto wider = linalg::GenericOp::create(
      builder, generic.getLoc(), generic.getResultTypes(), inputs,
      generic.getOutputs(), maps, generic.getIteratorTypesArray(),
      [&](OpBuilder &inner, Location, ValueRange arguments) {
        SmallVector<Value> old(arguments);
        old.erase(old.begin() + first, old.begin() + first + added.size());
        mapping.map(generic.getBlock()->getArguments(), old);
        for (Operation &op : *generic.getBlock())
          inner.clone(op, mapping);
      });
  generic->replaceAllUsesWith(wider);
  return wider;
}

/// Creates `generic` again without the inputs that its body does not read.
static void dropUnreadInputs(linalg::GenericOp generic) {
  OpBuilder builder(generic);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  llvm::BitVector unread(generic.getBlock()->getNumArguments());
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    if (generic.getMatchingBlockArgument(operand).use_empty()) {
      unread.set(operand->getOperandNumber());
      continue;
    }
    inputs.push_back(operand->get());
    maps.push_back(generic.getMatchingIndexingMap(operand));
  }
  maps.push_back(generic.getMatchingIndexingMap(generic.getDpsInitOperand(0)));
  generic.getBlock()->eraseArguments(unread);
  generic.getInputsMutable().assign(inputs);
  generic.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
}

/// Creates the numbers of a uniform form.
SmallVector<Value> ShortRescale::createNumbers(OpBuilder &builder,
                                               Location location) const {
  AffineRescale form = forms.channels.front();
  unsigned offsetBits = kind.upperHalf ? 32 : 64;
  SmallVector<Value> numbers = {
      arith::ConstantIntOp::create(builder, location, form.multiplier, 32),
      arith::ConstantIntOp::create(builder, location, form.offset, offsetBits)};
  if (kind.bySign)
    numbers.push_back(
        arith::ConstantIntOp::create(builder, location, form.signOffset, 32));
  if (hasShifts())
    numbers.push_back(
        arith::ConstantIntOp::create(builder, location, shifts.front(), 32));
  return numbers;
}

/// Creates the operations that take the place of the rescale.
Value ShortRescale::createShortForm(OpBuilder &builder, Location location,
                                    Value sum, ValueRange numbers) const {
  auto constant = [&](int64_t number) {
    return arith::ConstantIntOp::create(builder, location, number, 32);
  };
  if (isDouble()) {
    Value result = RequantizeDoubleOp::create(
        builder, location, builder.getI32Type(), sum, numbers[0], numbers[1],
        forms.shift, max - min);
    return arith::AddIOp::create(builder, location, result, constant(min));
  }
  int64_t bits = 2;
  while (!llvm::isIntN(bits, min) || !llvm::isIntN(bits, max))
    ++bits;
  if (kind.upperHalf)
    sum = arith::ShLIOp::create(builder, location, sum,
                                constant(kind.getFractionBits()));
  // A product saturates after it has shifted, if it is by powers of two.
  int64_t resultBits = bits;
  bool shiftsByProduct = hasShifts() && kind.upperHalf && !isForLanes;
  if (hasShifts())
    bits = 32;
  Value signOffset = kind.bySign ? numbers[2] : Value();
  Type i32 = builder.getI32Type();
  Value result;
  if (kind.isApproximate)
    result = RequantizeApproximateOp::create(builder, location, i32, sum,
                                             numbers[0], numbers[1], signOffset,
                                             forms.shift, bits);
  else
    result = RequantizeOp::create(builder, location, i32, sum, numbers[0],
                                  numbers[1], signOffset, forms.shift, bits);
  if (shiftsByProduct) {
    bits = resultBits;
    result = RequantizeOp::create(builder, location, i32, result,
                                  numbers.back(), constant(0),
                                  /*sign_offset=*/Value(), /*shift=*/0, bits);
  } else if (hasShifts()) {
    // Vectors shift by negative numbers.
    Value shift = numbers.back();
    if (isForLanes && !isUniform())
      shift = arith::SubIOp::create(builder, location, constant(0), shift);
    result = arith::ShRSIOp::create(builder, location, result, shift);
  }
  if (min != llvm::minIntN(bits))
    result = arith::MaxSIOp::create(builder, location, result, constant(min));
  if (max != llvm::maxIntN(bits))
    result = arith::MinSIOp::create(builder, location, result, constant(max));
  return result;
}

void ShortRescale::rewrite(ArrayRef<ChannelNumber> channelNumbers) const {
  linalg::GenericOp old = generic;
  unsigned first = old.getNumDpsInputs();
  IRMapping mapping;
  linalg::GenericOp target = addInputs(old, channelNumbers, mapping);
  Operation *oldLast = mapping.lookup(last->getResult(0)).getDefiningOp();
  Value element = mapping.lookup(tosa::ApplyScaleOp(scale).getValue());
  old.erase();
  OpBuilder builder(oldLast);
  Location location = oldLast->getLoc();
  SmallVector<Value> numbers(
      target.getBlock()->getArguments().slice(first, channelNumbers.size()));
  if (isUniform())
    numbers = createNumbers(builder, location);
  Value result = createShortForm(builder, location, element, numbers);
  oldLast->getResult(0).replaceAllUsesWith(result);
  for (Operation *op = oldLast; op;) {
    Operation *before = nullptr;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && producer->getBlock() == target.getBlock() &&
          isa<tosa::ApplyScaleOp, arith::AddIOp, arith::MaxSIOp,
              arith::MinSIOp>(producer))
        before = producer;
    if (!isOpTriviallyDead(op))
      break;
    op->erase();
    op = before;
  }
  dropUnreadInputs(target);
}
