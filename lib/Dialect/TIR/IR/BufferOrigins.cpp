//===- BufferOrigins.cpp - Where the memory of a buffer comes from
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/BufferOrigins.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;

Value tir::getViewedBuffer(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>()) {
    if (view.getViewDest() != value)
      break;
    value = view.getViewSource();
  }
  return value;
}

/// Appends the operands that become `value`, a result of `op` or an argument of
/// one of its regions, to `sources`.
static void getForwarded(RegionBranchOpInterface op, Value value,
                         SmallVectorImpl<Value> &sources) {
  RegionBranchInverseSuccessorMapping mapping;
  op.getSuccessorInputOperandMapping(mapping);
  for (OpOperand *operand : mapping.lookup(value))
    sources.push_back(operand->get());
}

/// Returns the values that `value` may be equal to or a view of; none if
/// `value` is an origin.
static SmallVector<Value> getSources(Value value) {
  SmallVector<Value> sources;
  Operation *op = value.getDefiningOp();
  if (!op) {
    if (auto parent = dyn_cast_if_present<RegionBranchOpInterface>(
            value.getParentBlock()->getParentOp()))
      getForwarded(parent, value, sources);
    return sources;
  }
  if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
    if (view.getViewDest() == value)
      sources.push_back(view.getViewSource());
  } else if (auto select = dyn_cast<SelectLikeOpInterface>(op)) {
    sources.assign({select.getTrueValue(), select.getFalseValue()});
  } else if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    getForwarded(branch, value, sources);
  }
  return sources;
}

SmallVector<Value> tir::getOrigins(Value value) {
  SmallVector<Value> origins;
  llvm::SetVector<Value> reached;
  reached.insert(value);
  for (size_t i = 0; i < reached.size(); ++i) {
    SmallVector<Value> sources = getSources(reached[i]);
    if (sources.empty())
      origins.push_back(reached[i]);
    reached.insert_range(sources);
  }
  return origins;
}

template <typename OpT>
static OpT lookup(Operation *from, FlatSymbolRefAttr name,
                  SymbolTableCollection *symbols) {
  return symbols
             ? symbols->lookupNearestSymbolFrom<OpT>(from, name)
             : dyn_cast_if_present<OpT>(lookupSymbolFrom(from, name.getAttr()));
}

bool tir::isConstantGlobal(Operation *op, SymbolTableCollection *symbols) {
  auto get = dyn_cast_if_present<memref::GetGlobalOp>(op);
  auto global =
      get ? lookup<memref::GlobalOp>(get, get.getNameAttr(), symbols) : nullptr;
  return global && global.getConstant();
}

bool tir::isConstantOrigin(Value origin, SymbolTableCollection *symbols) {
  Operation *op = origin.getDefiningOp();
  if (isa_and_present<StringConstantOp, AddressOfOp>(op))
    return true;
  auto view = dyn_cast_if_present<PoolViewOp>(op);
  auto pool =
      view ? lookup<PoolOp>(view, view.getPoolAttr(), symbols) : nullptr;
  return (pool && pool.getReadOnly()) || isConstantGlobal(op, symbols);
}

bool tir::isConstantBuffer(Value buffer) {
  return llvm::all_of(getOrigins(buffer),
                      [](Value origin) { return isConstantOrigin(origin); });
}

bool tir::isReadArgument(Value origin) {
  auto argument = dyn_cast<BlockArgument>(origin);
  auto function =
      argument
          ? dyn_cast_if_present<PrimFuncOp>(argument.getOwner()->getParentOp())
          : nullptr;
  return function && isa<BaseMemRefType>(argument.getType()) &&
         function.getEffect(argument.getArgNumber()) == Effect::Read;
}
