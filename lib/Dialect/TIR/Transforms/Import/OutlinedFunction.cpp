//===- OutlinedFunction.cpp - Operations on buffers become a function
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlinedFunction.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace tir;

static void collect(Value value, const SmallPtrSetImpl<Operation *> &ops,
                    llvm::function_ref<bool(Operation *)> goesInside,
                    OutlinedValues &values) {
  Operation *op = value.getDefiningOp();
  if (op && (ops.contains(op) || values.inside.contains(op)))
    return;
  if (!op || !goesInside(op)) {
    values.arguments.insert(value);
    return;
  }
  for (Value operand : op->getOperands())
    collect(operand, ops, goesInside, values);
  values.inside.insert(op);
}

OutlinedValues
tir::collectOutlinedValues(ArrayRef<Operation *> ops,
                           llvm::function_ref<bool(Operation *)> goesInside) {
  OutlinedValues values;
  llvm::SmallPtrSet<Operation *, 16> outlined(ops.begin(), ops.end());
  for (Operation *op : ops) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used)
      collect(value, outlined, goesInside, values);
  }
  return values;
}

void tir::replaceByCall(ArrayRef<Operation *> ops, const OutlinedValues &values,
                        PrimFuncOp function, ValueRange operands) {
  OpBuilder builder(ops.back());
  CallTIROp::create(builder, function.getLoc(),
                    FlatSymbolRefAttr::get(function), operands);
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  for (Operation *op : llvm::reverse(values.inside))
    if (isOpTriviallyDead(op))
      op->erase();
}
