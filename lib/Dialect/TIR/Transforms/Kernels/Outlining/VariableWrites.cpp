//===- VariableWrites.cpp - Writes of variables at the end of a run
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableWrites.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

unsigned tir::getNumOutputs(func::FuncOp function) {
  return llvm::count_if(
      llvm::seq(function.getNumResults()),
      [&](unsigned index) { return !getResultPort(function, index).variable; });
}

llvm::SmallDenseSet<Attribute> tir::getWrittenVariables(func::FuncOp function) {
  llvm::SmallDenseSet<Attribute> variables;
  for (unsigned index = 0; index < function.getNumResults(); ++index)
    if (Attribute name = getResultPort(function, index).variable)
      variables.insert(name);
  return variables;
}

/// The argument of each variable.
static DenseMap<Attribute, BlockArgument> getArguments(PrimFuncOp main) {
  DenseMap<Attribute, BlockArgument> arguments;
  for (BlockArgument argument : main.getArguments())
    if (Attribute variable = getPort(main, argument.getArgNumber()).variable)
      arguments[variable] = argument;
  return arguments;
}

/// Returns the variable whose elements `value` has in the same order, or null.
static BlockArgument getVariable(PrimFuncOp main, Value value) {
  while (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  auto read = value.getDefiningOp<bufferization::ToTensorOp>();
  auto argument =
      read ? dyn_cast<BlockArgument>(read.getBuffer()) : BlockArgument();
  if (argument && argument.getOwner()->getParentOp() == main &&
      getPort(main, argument.getArgNumber()).variable)
    return argument;
  return {};
}

void tir::writeVariables(OpBuilder &builder, func::FuncOp source,
                         PrimFuncOp main, ArrayRef<Value> values) {
  unsigned first = getNumOutputs(source);
  DenseMap<Attribute, BlockArgument> arguments = getArguments(main);
  SmallVector<std::pair<Value, BlockArgument>> writes;
  for (auto [index, result] : llvm::enumerate(values)) {
    Value value = result;
    BlockArgument argument =
        arguments.at(getResultPort(source, first + index).variable);
    BlockArgument from = getVariable(main, value);
    if (from == argument)
      continue;
    // Two variables may be swapped.
    if (from)
      value = bufferization::AllocTensorOp::create(
          builder, value.getLoc(), cast<RankedTensorType>(value.getType()),
          /*dynamicSizes=*/ValueRange(), /*copy=*/value);
    writes.push_back({value, argument});
  }
  for (auto [value, argument] : writes)
    bufferization::MaterializeInDestinationOp::create(
        builder, value.getLoc(), TypeRange(), value, argument,
        /*restrict=*/true, /*writable=*/true);
}
