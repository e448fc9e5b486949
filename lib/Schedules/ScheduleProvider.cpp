//===- ScheduleProvider.cpp - The providers of a context
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/ScheduleProvider.h"

using namespace mlir;
using namespace tir;

SmallVector<ScheduleAttrInterface>
ScheduleProviders::propose(PrimFuncOp kernel,
                           const TargetOptions &target) const {
  SmallVector<ScheduleAttrInterface> schedules;
  for (const std::unique_ptr<ScheduleProvider> &provider : providers)
    provider->propose(kernel, target, schedules);
  return schedules;
}

void tir::addScheduleProvider(TIRDialect &dialect,
                              std::unique_ptr<ScheduleProvider> provider) {
  dialect.getRegisteredInterface<ScheduleProviders>()->providers.push_back(
      std::move(provider));
}
