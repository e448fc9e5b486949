//===- ConstantOperands.cpp - Constants that TOSA forbids
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TOSAToLinalg/TOSAToLinalg.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// The first element of a constant that `isBad` holds of.
static std::optional<APInt> find(Value value,
                                 llvm::function_ref<bool(const APInt &)> isBad) {
  DenseIntElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  for (const APInt &element : constant.getValues<APInt>())
    if (isBad(element))
      return element;
  return std::nullopt;
}

LogicalResult tir::checkConstantOperands(Operation *op) {
  if (isa<tosa::LogicalLeftShiftOp, tosa::LogicalRightShiftOp,
          tosa::ArithmeticRightShiftOp>(op)) {
    Type type = getElementTypeOrSelf(op->getResult(0).getType());
    unsigned width = type.getIntOrFloatBitWidth();
    auto amount = find(op->getOperand(1),
                       [&](const APInt &by) { return by.uge(width); });
    if (amount)
      return op->emitError()
             << "operator '" << op->getName() << "' shifts " << type << " by "
             << amount->getSExtValue() << "; expected amounts of 0 to "
             << width - 1 << ": change the constant in the model";
  }
  if (auto division = dyn_cast<tosa::IntDivOp>(op))
    if (find(division.getInput2(), [](const APInt &by) { return by.isZero(); }))
      return op->emitError()
             << "operator '" << op->getName()
             << "' divides by 0; expected divisors other than 0: change the "
                "constant in the model";
  return success();
}
