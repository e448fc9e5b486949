//===- ScheduleKernels.cpp - Chooses how each kernel is computed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/Passes.h"

#include "ShortSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/Schedules/UnscheduledKernels.h"
#include "tir/TargetInfo/TargetOptions.h"

namespace tir {
#define GEN_PASS_DEF_TIRSCHEDULEKERNELSPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Erases the constants that only kernels before their schedules read.
static void eraseUnusedConstants(ModuleOp module) {
  DenseSet<StringAttr> used;
  if (std::optional<SymbolTable::UseRange> uses =
          SymbolTable::getSymbolUses(&module.getBodyRegion()))
    for (SymbolTable::SymbolUse use : *uses)
      used.insert(use.getSymbolRef().getRootReference());
  for (auto global :
       llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
    if (global.isPrivate() && global.getConstant() &&
        !used.contains(global.getSymNameAttr()))
      global.erase();
}

namespace {
struct ScheduleKernelsPass
    : public tir::impl::TIRScheduleKernelsPassBase<ScheduleKernelsPass> {
  using TIRScheduleKernelsPassBase::TIRScheduleKernelsPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    elementwise = cast<ScheduleAttrInterface>(
        Attribute(ElementwiseScheduleAttr::get(context)));
    target.triple = triple;
    target.cpu = cpu;
    target.features = features;
    if (schedule == ScheduleChoice::Auto)
      providers = context->getLoadedDialect<TIRDialect>()
                      ->getRegisteredInterface<ScheduleProviders>()
                      ->getProviders(target);

    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    DirectCalls calls(module);
    bool hasNewConstants = false;
    for (auto kernel :
         llvm::make_early_inc_range(module.getOps<PrimFuncOp>())) {
      if (!findUnscheduledStore(kernel))
        continue;
      // The arithmetic of `schedule=elementwise` is the specification's.
      if (schedule == ScheduleChoice::Auto)
        shortenSums(cast<FunctionOpInterface>(*kernel));
      hasNewConstants |= scheduleKernel(
          kernel, calls.lookup(kernel.getSymNameAttr()), symbols);
    }
    if (hasNewConstants)
      eraseUnusedConstants(module);
  }

private:
  /// Gives a kernel the cheapest schedule that can compute it. Returns whether
  /// it is another one than `#tir.elementwise`.
  bool scheduleKernel(PrimFuncOp kernel, ArrayRef<Operation *> kernelCalls,
                      SymbolTable &symbols) {
    auto function = cast<FunctionOpInterface>(*kernel);
    SmallVector<ScheduleAttrInterface> proposals;
    for (const ScheduleProvider *provider : providers)
      provider->propose(kernel, target, proposals);
    SmallVector<std::pair<uint64_t, ScheduleAttrInterface>> candidates;
    if (!proposals.empty()) {
      uint64_t most = elementwise.estimateCycles(function, target);
      for (ScheduleAttrInterface proposal : proposals)
        if (uint64_t cycles = proposal.estimateCycles(function, target);
            cycles < most)
          candidates.emplace_back(cycles, proposal);
      llvm::stable_sort(candidates, llvm::less_first());
    }
    for (const auto &[cycles, candidate] : candidates)
      if (succeeded(candidate.layOut(function, kernelCalls, symbols)))
        return true;
    kernel.setScheduleAttr(elementwise);
    return false;
  }

  ScheduleAttrInterface elementwise;
  SmallVector<const ScheduleProvider *> providers;
  TargetOptions target;
};
} // namespace
