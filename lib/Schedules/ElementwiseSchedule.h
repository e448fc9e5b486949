//===- ElementwiseSchedule.h - Each element by itself
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_ELEMENTWISESCHEDULE_H
#define TIR_LIB_SCHEDULES_ELEMENTWISESCHEDULE_H

#include "tir/Dialect/Kernel/IR/KernelDialect.h"

namespace tir {

/// Attaches the schedule interface to `#kernel.elementwise`.
void registerElementwiseSchedule(kernel::KernelDialect &dialect);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_ELEMENTWISESCHEDULE_H
