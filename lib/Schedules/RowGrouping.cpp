//===- RowGrouping.cpp - The calls of a block that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGrouping.h"

#include "tir/Dialect/Kernel/IR/RowOps.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Plan/MemoryPlan.h"
#include <functional>

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

std::optional<RowGroup> RowGrouping::makeGroup(unsigned first, unsigned end,
                                               StringRef *reason) {
  SmallVector<RowCall> calls;
  llvm::SmallDenseSet<Operation *> ops;
  for (const Step &step : ArrayRef(steps).slice(first, end - first)) {
    if (!step.rowKernel)
      return std::nullopt;
    calls.push_back({cast<CallTIROp>(step.op), step.rowKernel});
    ops.insert(step.op);
  }
  // All readers of an input that comes by rows are in one group, in which
  // tir-stream-rows finds a tensor behind its reshapes, too.
  auto getTensor = [&](CallTIROp call, unsigned index) {
    if (index + 1 == call.getArgs().size())
      return getFirstWritten(call->getResult(0));
    Value operand = call.getArgs()[index];
    if (hasFed)
      while (Value reshaped = getReshaped(operand))
        operand = reshaped;
    return getFirstWritten(operand);
  };
  std::function<bool(Value)> isUsedOutside = [&](Value tensor) {
    return llvm::any_of(tensor.getUsers(), [&](Operation *user) {
      return hasFed && isReshape(user) ? isUsedOutside(user->getResult(0))
                                       : !ops.contains(user);
    });
  };
  return makeRowGroup(
      calls, getTensor,
      [&](Value tensor) {
        return ops.contains(tensor.getDefiningOp()) ? isUsedOutside(tensor)
                                                    : !isFed(tensor);
      },
      reason);
}

/// Returns the bytes of the tensors that live at one of the steps, except for
/// the tensors of the group.
uint64_t RowGrouping::getBytesAround(unsigned first, unsigned end,
                                     const RowGroup *group) const {
  uint64_t bytes = begunBytes[end] - endedBytes[first];
  if (!group)
    return bytes;
  llvm::SmallDenseSet<Value> counted;
  for (const auto &tensor : group->tensors) {
    Value origin = getOrigin(tensor.value);
    auto known = lifeOf.find(origin);
    if (known == lifeOf.end() || !counted.insert(origin).second)
      continue;
    const Life &life = lives[known->second];
    if (life.first < end && life.last >= first)
      bytes -= life.getPlannedBytes();
  }
  return bytes;
}

/// Returns how long a tensor is in memory that some of the steps use, or
/// std::nullopt if its memory does not count.
std::optional<RowLife> RowGrouping::getLife(Value tensor, unsigned first,
                                            unsigned end) const {
  auto known = lifeOf.find(getOrigin(tensor));
  if (known == lifeOf.end() || lives[known->second].bytes == 0)
    return std::nullopt;
  const Life &life = lives[known->second];
  return RowLife{life.first < first || isInput(life.origin), life.last >= end};
}

/// Returns the bytes that the result of a call has in common with a tensor
/// which nothing reads after the call, as the planner lets buffers overlap.
uint64_t RowGrouping::countShared(unsigned step,
                                  ScheduleAttrInterface schedule) {
  auto call = dyn_cast<CallTIROp>(steps[step].op);
  if (!call || call.getNumOuts() != 1)
    return 0;
  // A tensor may lie behind several arguments.
  llvm::SmallMapVector<Value, SmallVector<unsigned>, 4> inputs;
  for (auto [i, operand] : llvm::enumerate(call.getArgs().drop_back()))
    inputs[getOrigin(operand)].push_back(i);
  auto findLife = [&](Value tensor, unsigned Life::*end) -> const Life * {
    auto known = lifeOf.find(getOrigin(tensor));
    if (known == lifeOf.end())
      return nullptr;
    const Life &life = lives[known->second];
    auto type = cast<RankedTensorType>(tensor.getType());
    bool isWhole = life.bytes != 0 && getBytes(type, layout) == life.bytes;
    return isWhole && life.*end == step ? &life : nullptr;
  };
  const Life *output = findLife(call->getResult(0), &Life::first);
  if (!output)
    return 0;
  ArrayRef<ArgDistance> distances =
      costs.getDistances(steps[step].kernel, schedule);
  uint64_t most = 0;
  for (const auto &[origin, arguments] : inputs) {
    if (isInput(origin))
      continue;
    int64_t distance = INT64_MIN;
    const Life *input = nullptr;
    bool isNear = llvm::all_of(arguments, [&](unsigned argument) {
      const auto *found =
          llvm::find_if(distances, [&](const ArgDistance &known) {
            return known.argument == argument;
          });
      input = findLife(call.getArgs()[argument], &Life::last);
      if (found == distances.end() || !input)
        return false;
      distance = std::max(distance, found->bytes);
      return true;
    });
    if (!isNear)
      continue;
    uint64_t lower = output->getPlannedBytes(),
             upper = input->getPlannedBytes();
    int64_t apart = alignAsPlanned(std::max<int64_t>(distance, 0));
    most = std::max(most, lower + upper - getSpan(lower, upper, apart));
  }
  return most;
}

RowCost RowGrouping::getSingleCost(unsigned step) {
  RowCost cost = {getBytesAround(step, step + 1, nullptr), 0};
  PrimFuncOp kernel = steps[step].kernel;
  if (!kernel)
    return cost;
  KernelCost own;
  if (!kernel.isExternal())
    own = ram == 0 ? costs.get(kernel)
                   : costs.getWithin(kernel, ram - std::min(ram, cost.bytes));
  cost.bytes += own.scratch;
  cost.cycles = own.cycles;
  // Fewer bytes than the limit are of no use.
  if (ram == 0)
    cost.shared = countShared(step, own.schedule);
  return cost;
}

/// Returns what steps need by rows, or a step by itself. `group` becomes what
/// they are by rows.
std::optional<RowCost> RowGrouping::getCost(unsigned first, unsigned end,
                                            std::optional<RowGroup> &group) {
  bool isSingle = end == first + 1;
  bool takesFed = readsFed(first, end);
  if (isSingle && !takesFed)
    return getSingleCost(first);
  if (!takesFed && choice == RowsChoice::Off)
    return std::nullopt;
  if (!takesFed || (first <= firstFed && end >= endOfFed))
    group = makeGroup(first, end);
  if (!group)
    return isSingle ? std::optional(RowCost{kImpossible, 0}) : std::nullopt;
  // Rows as words may need more memory (tir-store-rows-as-int16).
  bool storesWords = choice == RowsChoice::Auto;
  uint64_t around = getBytesAround(first, end, &*group);
  RowCost cost =
      estimateCost(*group, costs, layout, storesWords,
                   ram == 0 ? UINT64_MAX : ram - std::min(ram, around),
                   [&](Value tensor) { return getLife(tensor, first, end); });
  cost.bytes += around;
  // Rows are not there to save cycles: the estimate counts those that rows as
  // words save, for which there may be no room in the plan.
  uint64_t whole = 0;
  for (unsigned step = first; step < end; ++step)
    whole += getSingleCost(step).cycles;
  cost.cycles = std::max(cost.cycles, whole);
  return cost;
}

llvm::DenseMap<Operation *, uint64_t> RowGrouping::findPeaks() {
  llvm::DenseMap<Operation *, uint64_t> peaks;
  unsigned end;
  for (unsigned first = 0; first < steps.size(); first = end) {
    auto rows = dyn_cast<ByRowsOp>(steps[first].op->getParentOp());
    for (end = first + 1;
         rows && end < steps.size() && steps[end].op->getParentOp() == rows;)
      ++end;
    std::optional<RowGroup> group;
    if (rows)
      group = makeGroup(first, end);
    if (!group)
      continue;
    uint64_t around = getBytesAround(first, end, &*group);
    std::vector<uint64_t> own =
        getGroupPeaks(*group, layout, [&](Value tensor) {
          return getLife(tensor, first, end);
        });
    for (auto [step, bytes] : llvm::enumerate(own))
      peaks[steps[first + step].op] = bytes + around;
  }
  return peaks;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Returns the cost of steps, which is `known` already if a sequence of the
/// same kinds came before.
std::optional<RowCost>
RowGrouping::getRepeatedCost(unsigned first, unsigned end,
                             std::optional<RepeatedSteps::Cost> &known) {
  uint64_t around = getBytesAround(first, end, nullptr);
  if (!known) {
    known = getCost(first, end);
    // The group may need less than is around it: the difference wraps around.
    if (*known)
      (*known)->bytes -= around;
  }
  RepeatedSteps::Cost cost = *known;
  if (cost)
    cost->bytes += around;
  return cost;
}

std::vector<RowCut> RowGrouping::chooseCuts() {
  uint64_t cycles = 0;
  for (unsigned step = 0; step < steps.size(); ++step)
    cycles += getSingleCost(step).cycles;
  bool hasKinds = !hasFed && ram == 0;
  SmallVector<unsigned> kinds;
  if (hasKinds)
    kinds = numberKinds();
  RepeatedSteps repeated;
  auto choose = [&](uint64_t most) {
    // The sequence of kinds from each step to the last one that was asked for.
    SmallVector<unsigned> sequences(steps.size());
    return cutIntoGroups(
        steps.size(), kMaxLength, most, [&](unsigned first, unsigned end) {
          if (hasKinds) {
            unsigned &sequence = sequences[first];
            sequence = repeated.extend(sequence, kinds[end - 1]);
            return getRepeatedCost(first, end, repeated.getCost(sequence));
          }
          std::optional<RowCost> cost = getCost(first, end);
          // Fewer bytes than the limit are of no use.
          if (cost)
            cost->bytes = std::max(cost->bytes, ram);
          return cost;
        });
  };
  if (choice != RowsChoice::Auto)
    return choose(UINT64_MAX);
  std::vector<RowCut> cuts = choose(costs.getMostCycles(cycles));
  // An input by rows is worth more than the bound.
  bool isPossible =
      llvm::none_of(cuts, [&](RowCut cut) { return isImpossible(cut); });
  return isPossible ? cuts : choose(UINT64_MAX);
}

LogicalResult RowGrouping::run() {
  collectSteps(block);
  collectFedSteps();
  if (hasFed && failed(verifyFedUses()))
    return failure();
  if (!hasFed && choice == RowsChoice::Off)
    return success();
  if (!hasFed &&
      llvm::none_of(steps, [](const Step &step) { return step.rowKernel; })) {
    for (unsigned step = 0; step < steps.size(); ++step)
      noteObstacle(step);
    return success();
  }
  collectLives();
  std::vector<RowCut> cuts = chooseCuts();
  auto isSingle = [&](RowCut cut) {
    return cut.end == cut.first + 1 && !readsFed(cut.first, cut.end);
  };
  for (RowCut cut : cuts) {
    if (failed(verifyFed(cut)))
      return failure();
    if (isSingle(cut))
      noteObstacle(cut.first);
  }
  for (RowCut cut : cuts) {
    if (isSingle(cut))
      continue;
    for (const Step &step :
         ArrayRef(steps).slice(cut.first, cut.end - cut.first))
      cast<CallTIROp>(step.op).setCalleeAttr(
          FlatSymbolRefAttr::get(step.rowKernel));
    ByRowsOp::wrap(steps[cut.first].op, steps[cut.end - 1].op);
  }
  return success();
}
