//===- VectorSchedule.h - Blocks of pixels by steps that are written as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_VECTORSCHEDULE_H
#define TIR_LIB_SCHEDULES_VECTORSCHEDULE_H

#include "tir/Dialect/Kernel/IR/KernelDialect.h"

namespace tir {

/// Attaches the schedule interface to `#kernel.vector`, and adds its provider.
void registerVectorSchedule(kernel::KernelDialect &dialect);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_VECTORSCHEDULE_H
