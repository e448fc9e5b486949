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

/// Appends what branches to the block of `argument` pass for it.
static void getBranched(BlockArgument argument,
                        SmallVectorImpl<Value> &sources) {
  Block *block = argument.getOwner();
  for (auto it = block->pred_begin(), e = block->pred_end(); it != e; ++it)
    if (auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator()))
      if (Value passed = branch.getSuccessorOperands(
              it.getSuccessorIndex())[argument.getArgNumber()])
        sources.push_back(passed);
}

/// Appends the addresses that the function itself stores where `get` reads one:
/// in a field of a struct, or in a slot of packed arguments.
static void getStored(Operation *get, SmallVectorImpl<Value> &sources) {
  if (auto field = dyn_cast<StructGetOp>(get)) {
    for (Operation *user : field.getPointer().getUsers())
      if (auto set = dyn_cast<StructSetOp>(user);
          set && set.getPointer() == field.getPointer() &&
          set.getField() == field.getField())
        sources.push_back(set.getValue());
  } else if (auto slot = dyn_cast<PackedGetOp>(get)) {
    for (Operation *user : slot.getValues().getUsers())
      if (auto set = dyn_cast<PackedSetOp>(user);
          set && set.getIndex() == slot.getIndex())
        sources.push_back(set.getValue());
  }
  // Others may have stored something else there.
  if (!sources.empty())
    sources.push_back(get->getResult(0));
}

/// Appends the buffers that the descriptor which `get` reads may point to.
static void getDescribed(DLTensorGetOp get, SmallVectorImpl<Value> &sources) {
  SmallVector<Value> tensors = getOrigins(get.getTensor());
  bool isKnown = llvm::all_of(tensors, [](Value tensor) {
    return bool(tensor.getDefiningOp<MakeDLTensorOp>());
  });
  if (!llvm::is_contained(tensors, get.getTensor()))
    tensors.push_back(get.getTensor());
  for (Value tensor : tensors) {
    if (auto make = tensor.getDefiningOp<MakeDLTensorOp>())
      sources.push_back(make.getData());
    for (Operation *user : tensor.getUsers())
      if (auto set = dyn_cast<DLTensorSetOp>(user);
          set && set.getField() == DLTensorField::Data)
        sources.push_back(set.getValue());
  }
  if (!isKnown && !sources.empty())
    sources.push_back(get.getResult());
}

/// Returns the values that `value` may be equal to or a view of; none if
/// `value` is an origin. It is among them if it may be an origin, too.
static SmallVector<Value> getSources(Value value) {
  SmallVector<Value> sources;
  Operation *op = value.getDefiningOp();
  if (!op) {
    if (auto parent = dyn_cast_if_present<RegionBranchOpInterface>(
            value.getParentBlock()->getParentOp()))
      getForwarded(parent, value, sources);
    getBranched(cast<BlockArgument>(value), sources);
  } else if (auto get = dyn_cast<DLTensorGetOp>(op)) {
    if (get.getField() == DLTensorField::Data)
      getDescribed(get, sources);
  } else if (isa<StructGetOp, PackedGetOp>(op)) {
    getStored(op, sources);
  } else if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
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
    if (sources.empty() || llvm::is_contained(sources, reached[i]))
      origins.push_back(reached[i]);
    reached.insert_range(sources);
  }
  return origins;
}

/// Appends what the users of `memory` that are a `GetOp` read, if `isSame` says
/// that it is what was stored.
template <typename GetOp>
static void getReads(Value memory, function_ref<bool(GetOp)> isSame,
                     SmallVectorImpl<Value> &results) {
  for (Operation *user : memory.getUsers())
    if (auto get = dyn_cast<GetOp>(user); get && isSame(get))
      results.push_back(get.getResult());
}

/// Appends the buffers that the function reads from the descriptor `tensor`.
static void getDescriptions(Value tensor, SmallVectorImpl<Value> &results) {
  auto isData = [](DLTensorGetOp get) {
    return get.getField() == DLTensorField::Data;
  };
  for (Value same : getDerived(tensor))
    getReads<DLTensorGetOp>(same, isData, results);
}

/// Appends the values that the function gets from memory in which `use` puts an
/// address.
static void getReadBack(OpOperand &use, SmallVectorImpl<Value> &results) {
  auto isStored = [&](auto set) { return set && set.getValue() == use.get(); };
  Operation *op = use.getOwner();
  if (auto make = dyn_cast<MakeDLTensorOp>(op))
    getDescriptions(make.getResult(), results);
  else if (auto set = dyn_cast<DLTensorSetOp>(op);
           isStored(set) && set.getField() == DLTensorField::Data)
    getDescriptions(set.getTensor(), results);
  else if (auto set = dyn_cast<StructSetOp>(op); isStored(set))
    getReads<StructGetOp>(
        set.getPointer(),
        [&](StructGetOp get) { return get.getField() == set.getField(); },
        results);
  else if (auto set = dyn_cast<PackedSetOp>(op); isStored(set))
    getReads<PackedGetOp>(
        set.getValues(),
        [&](PackedGetOp get) { return get.getIndex() == set.getIndex(); },
        results);
}

/// Appends the values that may become equal to `use`, an operand, or a view of
/// it.
static void getResultsOf(OpOperand &use, SmallVectorImpl<Value> &results) {
  Operation *op = use.getOwner();
  if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
    if (view.getViewSource() == use.get())
      results.push_back(view.getViewDest());
  } else if (auto select = dyn_cast<SelectLikeOpInterface>(op)) {
    if (use.get() == select.getTrueValue() ||
        use.get() == select.getFalseValue())
      results.push_back(op->getResult(0));
  } else if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    if (std::optional<BlockArgument> argument =
            branch.getSuccessorBlockArgument(use.getOperandNumber()))
      results.push_back(*argument);
  } else {
    getReadBack(use, results);
  }
  auto parent = dyn_cast_if_present<RegionBranchOpInterface>(
      op->hasTrait<OpTrait::IsTerminator>() ? op->getParentOp() : op);
  if (!parent)
    return;
  RegionBranchSuccessorMapping mapping;
  parent.getSuccessorOperandInputMapping(mapping);
  llvm::append_range(results, mapping.lookup(&use));
}

SmallVector<Value> tir::getDerived(Value value) {
  llvm::SetVector<Value> reached;
  reached.insert(value);
  for (size_t i = 0; i < reached.size(); ++i) {
    SmallVector<Value> results;
    for (OpOperand &use : reached[i].getUses())
      getResultsOf(use, results);
    reached.insert_range(results);
  }
  return reached.takeVector();
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
