//===- ScalarSchedule.h - Blocks in registers without vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_SCALARSCHEDULE_H
#define TIR_LIB_SCHEDULES_SCALARSCHEDULE_H

#include "tir/Dialect/Kernel/IR/KernelDialect.h"

namespace tir {

/// Attaches the schedule interface to `#kernel.scalar`, and adds its provider.
void registerScalarSchedule(kernel::KernelDialect &dialect);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_SCALARSCHEDULE_H
