//===- LaunchTasks.cpp - Let threads of the application compute loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "TaskBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/Models.h"

namespace tir {
#define GEN_PASS_DEF_TIRLAUNCHTASKSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns how much work of the kernel takes a cycle, as its schedule estimates
/// them.
static double getWorkOfCycle(PrimFuncOp kernel) {
  KernelAttr attr = getKernelAttr(kernel);
  if (!attr || attr.getCycles() == 0)
    return 1;
  return estimateWork(kernel) / double(attr.getCycles());
}

namespace {
struct LaunchTasksPass
    : public tir::impl::TIRLaunchTasksPassBase<LaunchTasksPass> {
  using TIRLaunchTasksPassBase::TIRLaunchTasksPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (threads < 1) {
      module.emitError("tir-launch-tasks: threads=0; expected the most tasks "
                       "that compute at the same time, at least 1");
      return signalPassFailure();
    }
    SymbolTable symbols(module);
    ModelNames models(module);
    for (auto kernel : llvm::to_vector(module.getOps<PrimFuncOp>())) {
      if (!kernel.isPrivate() || kernel.isExternal() || !isKernel(kernel))
        continue;
      double minWork = double(minCycles) * getWorkOfCycle(kernel);
      // A few iterations for each task, so that all take about the same time.
      constexpr int64_t kIterationsOfTask = 4;
      TaskBuilder builder(
          symbols, kernel,
          mangleSymbol(models.lookup(kernel), kernel.getSymName()), threads);
      for (const ParallelNest &nest : findParallelLoops(
               kernel, minWork, kIterationsOfTask * threads, maxPrivate))
        (void)builder.launch(nest);
    }
  }
};
} // namespace
