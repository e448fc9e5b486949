//===- MainSteps.cpp - The steps of a main function, and their order
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MainSteps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/MapVector.h"

#include <map>

using namespace mlir;
using namespace tir;

MainSteps::MainSteps(PrimFuncOp main,
                     llvm::function_ref<bool(Operation *)> isFree)
    : block(main.getBody().front()), views(main),
      layout(DataLayout::closest(main)) {
  collectSteps();
  problem.numSteps = steps.size();
  addUses(isFree);
  // All addresses of one global are the same memory.
  llvm::MapVector<StringAttr, SmallVector<Value>> globals;
  for (BlockArgument argument : block.getArguments())
    if (isa<BaseMemRefType>(argument.getType()))
      addMemory(argument);
  main.walk([&](Operation *op) {
    if (auto address = dyn_cast<memref::GetGlobalOp>(op)) {
      if (!isConstantGlobal(op))
        globals[address.getNameAttr().getAttr()].push_back(address.getResult());
    } else if (isa<memref::AllocOp>(op) && op->getBlock() == &block) {
      addMemory(op->getResult(0));
    }
  });
  for (auto &[name, origins] : globals)
    addMemory(origins);
}

/// Returns true if an operation may also run before all steps.
static bool computesAddress(Operation *op,
                            const DenseMap<Operation *, unsigned> &stepOf) {
  if (op->getNumRegions() != 0 ||
      llvm::any_of(op->getOperands(), [&](Value operand) {
        Operation *defining = operand.getDefiningOp();
        return defining && stepOf.contains(defining);
      }))
    return false;
  return isa<memref::AllocOp>(op) || isMemoryEffectFree(op);
}

void MainSteps::collectSteps() {
  for (Operation &op : block.without_terminator()) {
    if (computesAddress(&op, stepOf)) {
      addresses.push_back(&op);
      continue;
    }
    stepOf[&op] = steps.size();
    steps.push_back(&op);
  }
}

/// Returns true if a step has effects beside those on the buffers that it gets.
static bool hasOtherEffects(Operation *step) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(step);
  if (!effects)
    return true;
  SmallVector<MemoryEffects::EffectInstance> found;
  effects.getEffects(found);
  return llvm::any_of(found, [](const MemoryEffects::EffectInstance &effect) {
    return !effect.getValue();
  });
}

/// Adds the order of steps that use results of others, or that have effects
/// beside those on buffers.
void MainSteps::addUses(llvm::function_ref<bool(Operation *)> isFree) {
  std::optional<unsigned> before;
  for (auto [index, step] : llvm::enumerate(steps)) {
    for (Operation *user : step->getUsers()) {
      auto found = stepOf.find(block.findAncestorOpInBlock(*user));
      if (found != stepOf.end())
        problem.dependences.push_back({index, found->second});
    }
    if (!hasOtherEffects(step) || (isFree && isFree(step)))
      continue;
    if (before)
      problem.dependences.push_back({*before, index});
    before = index;
  }
}

/// Returns the steps that use some memory, and whether each writes it.
std::map<unsigned, bool> MainSteps::findUses(ArrayRef<Value> origins) {
  std::map<unsigned, bool> uses;
  for (Value origin : origins)
    for (Value view : views.resolve(origin))
      for (OpOperand &use : view.getUses()) {
        auto step = stepOf.find(block.findAncestorOpInBlock(*use.getOwner()));
        if (step != stepOf.end())
          uses[step->second] |= mayWrite(use);
      }
  return uses;
}

/// Adds the steps that use some memory. A step that writes it keeps its place
/// among those that read or write it.
void MainSteps::addMemory(ArrayRef<Value> origins) {
  std::map<unsigned, bool> uses = findUses(origins);
  std::optional<unsigned> writer;
  SmallVector<unsigned> readers;
  for (auto [step, writes] : uses) {
    if (writer)
      problem.dependences.push_back({*writer, step});
    if (!writes) {
      readers.push_back(step);
      continue;
    }
    for (unsigned reader : readers)
      problem.dependences.push_back({reader, step});
    readers.clear();
    writer = step;
  }
  auto alloc = origins.front().getDefiningOp<memref::AllocOp>();
  if (!alloc || uses.empty())
    return;
  MemRefType type = alloc.getType();
  OrderedBuffer &buffer = problem.buffers.emplace_back();
  if (type.hasStaticShape())
    buffer.bytes = layout.getTypeSize(type.getElementType()).getFixedValue() *
                   type.getNumElements();
  llvm::append_range(buffer.steps, llvm::make_first_range(uses));
  // An input or output that lies in a pool.
  if (DictionaryAttr argument = getFormerArgument(alloc)) {
    Effect effect = getArgumentEffect(argument);
    buffer.isLiveBefore = effect != Effect::Write;
    buffer.isLiveAfter = effect != Effect::Read;
  }
}

void MainSteps::reorder(ArrayRef<unsigned> order) {
  Operation *end = block.getTerminator();
  for (Operation *op : addresses)
    op->moveBefore(end);
  for (unsigned step : order)
    steps[step]->moveBefore(end);
}
