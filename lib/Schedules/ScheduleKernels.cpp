//===- ScheduleKernels.cpp - Chooses how each kernel is computed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/Passes.h"

#include "KernelArguments.h"
#include "RowGrouping.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/Schedules/UnscheduledKernels.h"
#include "tir/TargetInfo/TargetOptions.h"

namespace tir {
#define GEN_PASS_DEF_TIRSCHEDULEKERNELSPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct ScheduleKernelsPass
    : public tir::impl::TIRScheduleKernelsPassBase<ScheduleKernelsPass> {
  using TIRScheduleKernelsPassBase::TIRScheduleKernelsPassBase;

  void runOnOperation() override {
    TargetOptions target = {triple, cpu, features};
    target.hasOnlyObjects = onlyObjects;
    ScheduleSearch search(&getContext(), schedule, target,
                          /*estimatesMemory=*/ram != 0 || flash != 0,
                          /*limitsFlash=*/flash != 0);
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    DirectCalls calls(module);
    SmallVector<ScheduleChoices> kernels;
    {
      SymbolLookupScope scope(module);
      for (auto kernel : module.getOps<PrimFuncOp>())
        if (findUnscheduledStore(kernel))
          kernels.push_back(search.findCandidates(
              kernel, calls.lookup(kernel.getSymNameAttr())));
    }
    if (ram != 0)
      fitRAM(kernels, ram, findRowPeaks(module, symbols, search));
    if (flash != 0)
      fitFlash(module, kernels, flash);
    bool hasNewConstants = false;
    for (const ScheduleChoices &choices : kernels)
      hasNewConstants |= scheduleKernel(choices, symbols);
    if (hasNewConstants)
      eraseUnusedConstants(module);
  }

private:
  /// Returns the bytes that are in memory at calls that run by rows.
  static llvm::DenseMap<Operation *, uint64_t>
  findRowPeaks(ModuleOp module, SymbolTable &symbols,
               const ScheduleSearch &search) {
    SymbolLookupScope scope(module);
    KernelCosts costs(search);
    llvm::DenseMap<Operation *, uint64_t> peaks;
    for (auto main : module.getOps<PrimFuncOp>()) {
      if (main.isPrivate() || main.isExternal())
        continue;
      RowGrouping grouping(main.getBody().front(), costs, RowsChoice::MinRAM,
                           /*overwriteInputs=*/false, symbols);
      grouping.collect();
      for (auto [call, bytes] : grouping.findPeaks())
        peaks[call] = bytes;
    }
    return peaks;
  }

  /// Gives a kernel the first schedule that can compute it with the constants
  /// of its calls. Returns whether it is another one than
  /// `#kernel.elementwise`.
  static bool scheduleKernel(const ScheduleChoices &choices,
                             SymbolTable &symbols) {
    PrimFuncOp kernel = choices.kernel;
    auto setCycles = [&](const ScheduleCandidate &candidate) {
      updateKernel(kernel, [&](KernelParts &parts) {
        parts.cycles = std::min<uint64_t>(candidate.cycles, INT64_MAX);
      });
    };
    for (const ScheduleCandidate &candidate :
         llvm::drop_end(choices.candidates))
      if (succeeded(candidate.schedule.layOut(
              cast<FunctionOpInterface>(*kernel), choices.calls, symbols))) {
        setCycles(candidate);
        return true;
      }
    kernel.setScheduleAttr(choices.candidates.back().schedule);
    setCycles(choices.candidates.back());
    return false;
  }
};
} // namespace
