//===- RowwiseSchedule.h - One row after the other, in steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_ROWWISESCHEDULE_H
#define TIR_LIB_SCHEDULES_ROWWISESCHEDULE_H

#include "tir/Dialect/Kernel/IR/KernelDialect.h"

namespace tir {

/// Attaches the schedule interface to `#kernel.rowwise`, and adds its provider
/// to the dialect.
void registerRowwiseSchedule(kernel::KernelDialect &dialect);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_ROWWISESCHEDULE_H
