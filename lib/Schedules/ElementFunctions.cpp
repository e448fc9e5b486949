//===- ElementFunctions.cpp - The values of functions of one element
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "tir/Support/AffineRescale.h"

using namespace mlir;
using namespace tir;

FunctionValues tir::getInt8Numbers(MLIRContext *context) {
  Type i8 = IntegerType::get(context, 8);
  FunctionValues numbers;
  for (int64_t number = INT8_MIN; number <= INT8_MAX; ++number)
    numbers.push_back(IntegerAttr::get(i8, number));
  return numbers;
}

bool tir::isElementByElement(linalg::GenericOp generic) {
  return generic.getNumResults() == 1 && generic.hasPureTensorSemantics() &&
         generic.getNumReductionLoops() == 0 && !generic.hasIndexSemantics() &&
         generic.getBlock()->getArguments().back().use_empty() &&
         generic.getMatchingIndexingMap(generic.getDpsInitOperand(0))
             .isIdentity();
}

void tir::replaceByTable(
    linalg::GenericOp op, ValueRange inputs, ArrayRef<AffineMap> maps,
    ArrayRef<Attribute> values,
    function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> getByte) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    getElementTypeOrSelf(op.getResult(0)));
  Value table =
      arith::ConstantOp::create(b, DenseElementsAttr::get(type, values));
  auto lookup = linalg::GenericOp::create(
      b, op.getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder body(loc, inner);
        // The check of addresses sees that a byte is within the table.
        Value at = arith::ExtUIOp::create(body, body.getI32Type(),
                                          getByte(body, arguments));
        at = arith::IndexCastOp::create(body, body.getIndexType(), at);
        Value number = tensor::ExtractOp::create(body, table, at);
        linalg::YieldOp::create(body, number);
      });
  op.getResult(0).replaceAllUsesWith(lookup.getResult(0));
}

bool FunctionEvaluator::bindInputs(linalg::GenericOp generic) {
  bool depends = false;
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    Value element = generic.getMatchingBlockArgument(operand);
    DenseElementsAttr constant;
    auto found = tensors.find(operand->get());
    if (found != tensors.end() &&
        generic.getMatchingIndexingMap(operand).isIdentity()) {
      varying[element] = &found->second;
      depends = true;
    } else if (matchPattern(operand->get(), m_Constant(&constant)) &&
               constant.isSplat()) {
      fixed[element] = constant.getSplatValue<Attribute>();
    } else {
      return false;
    }
  }
  return depends;
}

Attribute FunctionEvaluator::getNumber(Value scalar, int64_t i) {
  if (const FunctionValues *values = varying.lookup(scalar))
    return (*values)[i];
  Attribute number = computed.lookup(scalar);
  if (!number)
    number = fixed.lookup(scalar);
  if (!number && matchPattern(scalar, m_Constant(&number)))
    fixed[scalar] = number;
  return number;
}

/// Returns the result of a rescale, which has no folder.
static Attribute foldScale(tosa::ApplyScaleOp scale,
                           ArrayRef<Attribute> operands) {
  auto get = [&](unsigned i) {
    auto number = dyn_cast<IntegerAttr>(operands[i]);
    return number ? std::optional(number.getValue().getSExtValue())
                  : std::nullopt;
  };
  std::optional<int64_t> value = get(0), multiplier = get(1), shift = get(2);
  if (!value || !multiplier || !shift || !scale.getType().isInteger(32))
    return {};
  RescaleChannel channel{};
  channel.multiplier = static_cast<int32_t>(*multiplier);
  channel.shift = static_cast<int32_t>(*shift);
  channel.doubleRound =
      scale.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND;
  channel.low = channel.high = *value;
  channel.min = INT32_MIN;
  channel.max = INT32_MAX;
  return channel.isDefined()
             ? IntegerAttr::get(scale.getType(), channel.evaluate(*value))
             : IntegerAttr();
}

Attribute FunctionEvaluator::fold(Operation &op, int64_t i) {
  SmallVector<Attribute> operands;
  for (Value operand : op.getOperands())
    operands.push_back(getNumber(operand, i));
  if (llvm::is_contained(operands, Attribute()))
    return {};
  if (auto scale = dyn_cast<tosa::ApplyScaleOp>(op))
    return foldScale(scale, operands);
  SmallVector<OpFoldResult> results;
  if (op.getNumResults() != 1 || op.getNumRegions() != 0 ||
      failed(op.fold(operands, results)) || results.size() != 1)
    return {};
  auto value = dyn_cast<Value>(results.front());
  return value ? getNumber(value, i) : cast<Attribute>(results.front());
}

void FunctionEvaluator::evaluate(linalg::GenericOp generic) {
  varying.clear();
  fixed.clear();
  if (!isElementByElement(generic) || !bindInputs(generic))
    return;
  Block &body = *generic.getBlock();
  FunctionValues values;
  for (int64_t i = 0; i < numValues; ++i) {
    computed.clear();
    for (Operation &op : body.without_terminator()) {
      Attribute number = fold(op, i);
      if (!number)
        return;
      computed[op.getResult(0)] = number;
    }
    Attribute yielded = getNumber(body.getTerminator()->getOperand(0), i);
    if (!isa_and_present<IntegerAttr>(yielded))
      return;
    values.push_back(yielded);
  }
  tensors.insert({generic.getResult(0), std::move(values)});
}
