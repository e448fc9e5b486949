//===- Cycles.cpp - The estimated cycles of a run and of its steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cycles.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Target/Report/Report.h"

using namespace mlir;
using namespace tir;
using namespace tir::report;

static void raise(Work &most, const Work &work) {
  most.macs = std::max(most.macs, work.macs);
  most.cycles = std::max(most.cycles, work.cycles);
}

/// Returns the cycles of a step that copies; 0 if it is another one. It takes
/// about a cycle for each byte.
static uint64_t estimateCopy(const StepRow &step) {
  return step.name == memref::CopyOp::getOperationName() ? step.traffic.writes
                                                         : 0;
}

uint64_t report::sumMacs(ArrayRef<KernelRow> kernels) {
  uint64_t macs = 0;
  for (const KernelRow &kernel : kernels)
    macs += kernel.macs * kernel.calls;
  return macs;
}

uint64_t report::sumCycles(ArrayRef<StepRow> steps,
                           ArrayRef<KernelRow> kernels) {
  uint64_t cycles = 0;
  for (const StepRow &step : steps)
    cycles += estimateCopy(step);
  // A kernel that another one calls is part of it.
  for (const KernelRow &kernel : kernels)
    if (kernel.traffic)
      cycles += kernel.cycles * kernel.calls;
  return cycles;
}

/// Adds the work of a kernel to the turns in which it is called.
static void addCalls(const KernelRow &kernel, MutableArrayRef<Work> turns) {
  for (uint64_t call = 0; call < kernel.calls; ++call) {
    uint64_t turn = kernel.turns->first + call * kernel.turns->period;
    if (turn >= turns.size())
      break;
    turns[turn].macs += kernel.macs;
    turns[turn].cycles += kernel.cycles;
  }
}

Work report::getLongestStep(PlanAttr plan, ArrayRef<StepRow> steps,
                            ArrayRef<KernelRow> kernels) {
  Work most;
  for (const StepRow &step : steps)
    raise(most, {0, estimateCopy(step)});
  for (const KernelRow &kernel : kernels)
    if (!kernel.turns)
      raise(most, {kernel.macs * kernel.calls, kernel.cycles * kernel.calls});
  for (PlannedLoopAttr loop : plan.getLoops()) {
    uint64_t first = loop.getFirst(), last = loop.getLast();
    // Any of the loop's rows may move in the same iteration.
    Work moves;
    for (uint64_t step = first; step <= last && step < steps.size(); ++step)
      moves.cycles += estimateCopy(steps[step]);
    std::vector<Work> turns(loop.getTurns().value_or(0), moves);
    for (const KernelRow &kernel : kernels)
      if (kernel.turns && kernel.step >= first && kernel.step <= last)
        addCalls(kernel, turns);
    for (const Work &work : turns)
      raise(most, work);
  }
  return most;
}

Work tir::estimateWork(ModuleOp module) {
  auto function = getOnlyModel(module, "cycles are estimated for one model",
                               "compile each model by itself");
  if (failed(function))
    return {};
  SmallVector<StepRow> steps = collectSteps(getPlan(*function));
  std::vector<KernelRow> kernels = collectKernels(module, steps, /*prefix=*/"");
  return {sumMacs(kernels), sumCycles(steps, kernels)};
}
