//===- BlockedSchedule.h - Blocks of pixels and channels in registers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_BLOCKEDSCHEDULE_H
#define TIR_LIB_SCHEDULES_BLOCKEDSCHEDULE_H

#include "tir/Dialect/Kernel/IR/KernelDialect.h"

namespace tir {

/// Attaches the schedule interface to `#kernel.blocked`, and adds its provider.
void registerBlockedSchedule(kernel::KernelDialect &dialect);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_BLOCKEDSCHEDULE_H
