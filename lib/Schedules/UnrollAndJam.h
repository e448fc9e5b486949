//===- UnrollAndJam.h - Neighbouring elements in the same loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_UNROLLANDJAM_H
#define TIR_LIB_SCHEDULES_UNROLLANDJAM_H

#include "tir/Dialect/Kernel/IR/KernelDialect.h"

namespace tir {

/// Attaches the schedule interface to `#kernel.jammed`, and adds its provider
/// to the dialect.
void registerUnrollAndJam(kernel::KernelDialect &dialect);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_UNROLLANDJAM_H
