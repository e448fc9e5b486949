//===- ScheduleKernels.cpp - Chooses how each kernel is computed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/Passes.h"

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
    MLIRContext *context = &getContext();
    auto elementwise = cast<ScheduleAttrInterface>(
        Attribute(ElementwiseScheduleAttr::get(context)));
    const auto *providers = context->getLoadedDialect<TIRDialect>()
                                ->getRegisteredInterface<ScheduleProviders>();
    TargetOptions target;
    target.triple = triple;
    target.cpu = cpu;
    target.features = features;

    for (auto kernel : getOperation().getOps<PrimFuncOp>()) {
      if (!findUnscheduledStore(kernel))
        continue;
      ScheduleAttrInterface best = elementwise;
      if (schedule == ScheduleChoice::Auto) {
        uint64_t fewest = best.estimateCycles(kernel, target);
        for (ScheduleAttrInterface proposal :
             providers->propose(kernel, target)) {
          uint64_t cycles = proposal.estimateCycles(kernel, target);
          if (cycles >= fewest)
            continue;
          best = proposal;
          fewest = cycles;
        }
      }
      kernel.setScheduleAttr(best);
    }
  }
};
} // namespace
