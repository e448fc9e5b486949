//===- ScheduleProvider.cpp - The providers of a context
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/ScheduleProvider.h"

#include "BlockedSchedule.h"
#include "ByteLanesSchedule.h"
#include "ElementwiseSchedule.h"
#include "LanesSchedule.h"
#include "PortableSchedule.h"
#include "RowwiseSchedule.h"
#include "ScalarSchedule.h"
#include "UnrollAndJam.h"
#include "VectorSchedule.h"

#include "tir/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace tir;

SmallVector<const ScheduleProvider *>
ScheduleProviders::getProviders(const TargetOptions &target) const {
  SmallVector<const ScheduleProvider *> serving;
  for (const std::unique_ptr<ScheduleProvider> &provider : providers)
    if (provider->servesTarget(target))
      serving.push_back(provider.get());
  return serving;
}

void tir::addScheduleProvider(kernel::KernelDialect &dialect,
                              std::unique_ptr<ScheduleProvider> provider) {
  dialect.getRegisteredInterface<ScheduleProviders>()->providers.push_back(
      std::move(provider));
}

void tir::registerSchedules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, kernel::KernelDialect *dialect) {
    dialect->addInterface<ScheduleProviders>();
    registerElementwiseSchedule(*dialect);
    registerUnrollAndJam(*dialect);
    registerBlockedSchedule(*dialect);
    registerPortableSchedule(*dialect);
    registerScalarSchedule(*dialect);
    registerByteLanesSchedule(*dialect);
    registerLanesSchedule(*dialect);
    registerVectorSchedule(*dialect);
    registerRowwiseSchedule(*dialect);
  });
}
