//===- StorageTypes.cpp - Types that memory has for odd integers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/StorageTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tir;

IntegerType tir::getStorageType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || !integer.isSignless() || integer.getWidth() >= 64 ||
      llvm::is_contained({1u, 8u, 16u, 32u}, integer.getWidth()))
    return {};
  return IntegerType::get(
      type.getContext(),
      std::max<unsigned>(8, llvm::PowerOf2Ceil(integer.getWidth())));
}

Type tir::getOddElement(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && getStorageType(shaped.getElementType())
             ? shaped.getElementType()
             : Type();
}

Value tir::narrow(OpBuilder &builder, Location loc, Type type, Value value) {
  return arith::TruncIOp::create(builder, loc, type, value,
                                 arith::IntegerOverflowFlags::nsw);
}

void tir::widenOperand(OpOperand &operand) {
  Value value = operand.get();
  IntegerType storage = getStorageType(value.getType());
  if (!storage)
    return;
  OpBuilder builder(operand.getOwner());
  operand.set(arith::ExtSIOp::create(builder, value.getLoc(), storage, value));
}

void tir::widenOperands(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    widenOperand(operand);
}

void tir::narrowResult(Operation *op) {
  Value result = op->getResult(0);
  Type odd = result.getType();
  IntegerType storage = getStorageType(odd);
  if (!storage)
    return;
  result.setType(storage);
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value number = narrow(builder, op->getLoc(), odd, result);
  result.replaceAllUsesExcept(number, number.getDefiningOp());
}
