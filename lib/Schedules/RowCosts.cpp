//===- RowCosts.cpp - What calls cost that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowCosts.h"

#include "tir/Dialect/Kernel/IR/LaneSteps.h"
#include "tir/Dialect/TIR/Analysis/BufferDistances.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Plan/RowPeak.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Cycles on a Cortex-M4: of moving a byte, with newlib's memcpy and in a
/// kernel that reads it anyway, and of a turn in the loop. Hosts move vectors
/// of 16 bytes.
static constexpr double kCyclesPerMovedByte = 0.9,
                        kCyclesPerByteInKernel = 0.25,
                        kCyclesPerByteInLanes = 0.0625, kCyclesPerTurn = 40;

ArrayRef<KernelCost> KernelCosts::getChoices(PrimFuncOp kernel) {
  auto [known, isNew] = costs.try_emplace(kernel);
  if (!isNew)
    return known->second;
  ScheduleChoices choices = search.findCandidates(kernel, {});
  const ScheduleCandidate &best = choices.candidates.front();
  anyLanes |= isa_and_present<LanesScheduleAttr>(best.schedule);
  anyByteLanes |= isa_and_present<ByteLanesScheduleAttr>(best.schedule);
  if (KernelAttr known = getKernelAttr(kernel); known && known.getMacs() != 0) {
    Type element = getElementTypeOrSelf(kernel.getArgumentTypes().back());
    (isa<FloatType>(element) || element.isInteger(16) ? wideMacs : otherMacs) +=
        known.getMacs();
  }
  std::vector<KernelCost> &own = costs[kernel];
  for (const ScheduleCandidate &candidate : choices.candidates)
    if (own.empty() || candidate.memory.scratch < own.back().scratch)
      own.push_back(
          {candidate.cycles, candidate.memory.scratch, candidate.schedule});
  return own;
}

KernelCost KernelCosts::getWithin(PrimFuncOp kernel, uint64_t bytes) {
  ArrayRef<KernelCost> choices = getChoices(kernel);
  const auto *fits = llvm::find_if(choices, [&](const KernelCost &choice) {
    return alignAsPlanned(choice.scratch) <= bytes;
  });
  return fits != choices.end() ? *fits : choices.back();
}

ArrayRef<ArgDistance>
KernelCosts::getDistances(PrimFuncOp kernel, ScheduleAttrInterface schedule) {
  auto [known, isNew] = distances.try_emplace({kernel, Attribute(schedule)});
  if (isNew) {
    auto found = tir::getDistances(kernel, kernel.getNumArguments() - 1);
    if (found.empty() && !kernel.isExternal())
      found = findDistances(kernel, schedule);
    known->second.assign(found.begin(), found.end());
  }
  return known->second;
}

uint64_t KernelCosts::getMostCycles(uint64_t whole) const {
  // Blocks of #kernel.scalar leave more of the pixels of a row, which take
  // longer one by one. Microcontrollers have little memory.
  const TargetOptions &target = search.target;
  // Floats have no DSP instructions, but rows that are four times as large.
  // Those of int16 are twice as large, and rings take as much longer to move.
  bool isShort =
           !target.triple.empty() && (isScalar(target) || wideMacs > otherMacs),
       hasSteps = !target.triple.empty() && hasMVE(target);
  // The blocks of #kernel.lanes and of #kernel.vector are so fast that the rest
  // of a row counts more.
  return whole + whole / (hasLanes() || hasSteps ? 4 : isShort ? 10 : 50);
}

/// Returns the schedule of a kernel, or null if it can do nothing with rows.
RowScheduleAttrInterface KernelCosts::getRowSchedule(PrimFuncOp kernel) {
  return dyn_cast_if_present<RowScheduleAttrInterface>(get(kernel).schedule);
}

bool KernelCosts::canMoveRows(PrimFuncOp kernel, unsigned argument,
                              int64_t count) {
  auto [known, isNew] = movesRows.try_emplace({{kernel, argument}, count});
  if (!isNew)
    return known->second;
  RowScheduleAttrInterface schedule = getRowSchedule(kernel);
  return known->second =
             schedule && schedule.canMoveRows(kernel, argument, count);
}

bool KernelCosts::canWriteWords(PrimFuncOp kernel, unsigned argument) {
  auto [known, isNew] = writesWords.try_emplace({kernel, argument});
  if (!isNew)
    return known->second;
  RowScheduleAttrInterface schedule = getRowSchedule(kernel);
  return known->second = schedule && schedule.canWriteWords(kernel, argument);
}

uint64_t KernelCosts::getSavedByWords(PrimFuncOp kernel, unsigned argument) {
  auto [known, isNew] = savedByWords.try_emplace({kernel, argument});
  if (!isNew)
    return known->second;
  RowScheduleAttrInterface schedule = getRowSchedule(kernel);
  return known->second =
             schedule ? schedule.estimateSavedByWords(kernel, argument) : 0;
}

/// Returns the bytes of a row of each tensor, as they count for the peak.
static std::vector<RowBytes> describeTensors(
    const RowGroup &group, const DataLayout &layout,
    llvm::function_ref<std::optional<RowLife>(Value tensor)> getLife) {
  std::vector<RowBytes> bytes;
  for (auto [tensor, rows] :
       llvm::zip_equal(group.tensors, group.problem.tensors)) {
    RowBytes &row = bytes.emplace_back();
    row.row = tensor.rowElements *
              layout.getTypeSize(tensor.elementType).getFixedValue();
    if (!rows.isWhole)
      continue;
    std::optional<RowLife> life = getLife(tensor.value);
    row.isElsewhere = !life;
    if (life) {
      row.countsUnmade = life->before;
      row.countsRead = life->after;
    }
  }
  return bytes;
}

/// Returns the cycles of moving the rows of a ring once.
static double getMoveCycles(const RowGroup &group, unsigned tensor,
                            uint64_t rowBytes, KernelCosts &costs) {
  const RowRing &ring = group.pipeline.rings[tensor];
  uint64_t bytes = (ring.rows - ring.shift) * rowBytes;
  std::optional<RowReader> mover = findMover(group, tensor);
  if (!mover)
    return bytes *
           (costs.movesVectors() ? kCyclesPerByteInLanes : kCyclesPerMovedByte);
  bool isInKernel =
      costs.canMoveRows(mover->getRowKernel(), mover->argument, ring.shift);
  return bytes * (isInKernel ? kCyclesPerByteInKernel : kCyclesPerMovedByte);
}

/// Returns the cycles that the rows of a tensor save if they are words, which
/// needs a kernel that writes one row at a time and one that reads it.
static double getSavedByWords(const RowGroup &group, unsigned tensor,
                              KernelCosts &costs) {
  std::optional<unsigned> writer, reader;
  unsigned argument = 0, numReaders = 0;
  for (auto [k, kernel] : llvm::enumerate(group.problem.kernels)) {
    if (kernel.output == tensor)
      writer = k;
    for (auto [window, index] :
         llvm::zip_equal(kernel.windows, group.windows[k]))
      if (window.tensor == tensor) {
        reader = k;
        argument = index;
        ++numReaders;
      }
  }
  if (!writer || numReaders != 1 || group.pipeline.rings[tensor].rows != 1)
    return 0;
  PrimFuncOp from = group.calls[*writer].rowKernel,
             to = group.calls[*reader].rowKernel;
  if (!costs.canWriteWords(from, group.outputs[*writer]))
    return 0;
  return double(costs.getSavedByWords(to, argument)) *
         group.problem.tensors[tensor].rows;
}

std::vector<uint64_t> tir::getGroupPeaks(
    const RowGroup &group, const DataLayout &layout,
    llvm::function_ref<std::optional<RowLife>(Value tensor)> getLife) {
  return getRowPeaks(group.problem, group.pipeline,
                     describeTensors(group, layout, getLife));
}

RowCost tir::estimateCost(
    const RowGroup &group, KernelCosts &costs, const DataLayout &layout,
    bool storesWords, uint64_t most,
    llvm::function_ref<std::optional<RowLife>(Value tensor)> getLife) {
  std::vector<RowBytes> bytes = describeTensors(group, layout, getLife);
  double moving = 0;
  for (auto [tensor, ring] : llvm::enumerate(group.pipeline.rings))
    moving += double(ring.last + 1) / ring.shift *
              getMoveCycles(group, tensor, bytes[tensor].row, costs);
  double saved = 0;
  for (unsigned tensor = 0; storesWords && tensor < group.tensors.size();
       ++tensor)
    saved += getSavedByWords(group, tensor, costs);
  uint64_t turns = group.pipeline.steps * group.calls.size();
  RowCost cost;
  cost.cycles = moving + turns * kCyclesPerTurn;
  std::vector<uint64_t> peaks =
      getRowPeaks(group.problem, group.pipeline, bytes);
  for (auto [call, kernel, peak] :
       llvm::zip_equal(group.calls, group.problem.kernels, peaks)) {
    uint64_t runs =
        kernel.runs.value_or(group.problem.tensors[kernel.output].rows);
    KernelCost own =
        costs.getWithin(call.rowKernel, most - std::min(most, peak));
    cost.cycles += own.cycles * runs;
    cost.bytes = std::max(cost.bytes, peak + alignAsPlanned(own.scratch));
  }
  cost.cycles -= std::min<uint64_t>(saved, cost.cycles);
  return cost;
}
