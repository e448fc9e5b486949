//===- RepeatedSteps.cpp - Steps that are alike
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Deep networks repeat layers. What a group of calls needs by rows depends on
// their kernels, and on how they use tensors: two groups that agree in these
// need the same. Such groups are found by numbers for their steps, so that each
// is computed once.
//
//===----------------------------------------------------------------------===//

#include "RepeatedSteps.h"

#include "RowGrouping.h"

#include <map>

using namespace mlir;
using namespace tir;

unsigned RepeatedSteps::extend(unsigned sequence, unsigned kind) {
  auto [known, isNew] =
      longer.try_emplace({sequence, kind}, unsigned(costs.size()));
  if (isNew)
    costs.emplace_back();
  return known->second;
}

namespace {
/// Describes steps by numbers. All that refers to other steps is relative to
/// the step.
class StepDescriber {
public:
  using Description = std::vector<uint64_t>;

  explicit StepDescriber(ArrayRef<Operation *> steps) {
    for (auto [number, op] : llvm::enumerate(steps))
      numbers[op] = number;
  }

  void begin(unsigned step) {
    now = step;
    description.clear();
  }
  void add(uint64_t number) { description.push_back(number); }
  void add(const void *object) { add(reinterpret_cast<uintptr_t>(object)); }
  /// Adds when the same tensor, or its memory, was used last.
  void addLastUse(Value tensor);
  /// Adds which steps make and use the value of a tensor.
  void addSteps(Value tensor);
  /// Adds a step relative to this one.
  void addStep(unsigned step) { add(uint64_t(step) - now); }
  const Description &get() const { return description; }

private:
  /// The last step that uses a value, or whether anything else does.
  struct Uses {
    unsigned last = 0;
    bool hasOthers = false;
  };
  const Uses &findUses(Value tensor);

  llvm::DenseMap<Operation *, unsigned> numbers;
  llvm::DenseMap<Value, Uses> uses;
  /// The number of the last use of a tensor, and of all uses.
  llvm::DenseMap<Value, uint64_t> lastUses;
  uint64_t numUses = 0;
  unsigned now = 0;
  Description description;
};
} // namespace

void StepDescriber::addLastUse(Value tensor) {
  uint64_t &last = lastUses[tensor];
  ++numUses;
  add(last == 0 ? 0 : numUses - last);
  last = numUses;
}

const StepDescriber::Uses &StepDescriber::findUses(Value tensor) {
  auto [known, isNew] = uses.try_emplace(tensor);
  if (!isNew)
    return known->second;
  Uses &found = known->second;
  for (Operation *user : tensor.getUsers()) {
    auto step = numbers.find(user);
    if (step == numbers.end())
      found.hasOthers = true;
    else
      found.last = std::max(found.last, step->second);
  }
  return found;
}

void StepDescriber::addSteps(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  auto maker = op ? numbers.find(op) : numbers.end();
  add(uint64_t(maker != numbers.end()));
  if (maker == numbers.end())
    return;
  addStep(maker->second);
  const Uses &found = findUses(tensor);
  add(uint64_t(found.hasOthers));
  addStep(found.last);
}

SmallVector<unsigned> RowGrouping::numberKinds() {
  SmallVector<Operation *> ops;
  for (const Step &step : steps)
    ops.push_back(step.op);
  StepDescriber describer(ops);
  auto addTensor = [&](Value value) {
    Value tensor = getFirstWritten(value), origin = getOrigin(tensor);
    describer.add(tensor.getType().getAsOpaquePointer());
    describer.addLastUse(tensor);
    describer.addSteps(tensor);
    auto life = lifeOf.find(origin);
    describer.add(uint64_t(life != lifeOf.end()));
    if (life == lifeOf.end())
      return;
    describer.addLastUse(origin);
    describer.add(lives[life->second].bytes);
    describer.add(uint64_t(isInput(origin)));
    describer.addStep(lives[life->second].first);
    describer.addStep(lives[life->second].last);
  };
  std::map<StepDescriber::Description, unsigned> known;
  SmallVector<unsigned> kinds;
  for (auto [number, step] : llvm::enumerate(steps)) {
    describer.begin(number);
    PrimFuncOp kernel = step.kernel, rowKernel = step.rowKernel;
    describer.add(kernel.getAsOpaquePointer());
    describer.add(rowKernel.getAsOpaquePointer());
    describer.add(getSingleCost(number).shared);
    // Other steps are in no group.
    if (rowKernel) {
      for (Value argument : cast<CallTIROp>(step.op).getArgs())
        addTensor(argument);
      for (Value result : step.op->getResults())
        addTensor(result);
    }
    kinds.push_back(
        known.try_emplace(describer.get(), known.size()).first->second);
  }
  return kinds;
}
