//===- Passes.h - The pass that chooses schedules
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SCHEDULES_PASSES_H
#define TIR_SCHEDULES_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tir/Dialect/Kernel/IR/KernelDialect.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Which schedules kernels may get: the cheapest one that a provider proposes,
/// or only `#kernel.elementwise`.
enum class ScheduleChoice { Auto, Elementwise };

/// Which calls run by rows: those that save memory and cost few cycles, none,
/// or all that save memory.
enum class RowsChoice { Auto, Off, MinRAM };

#define GEN_PASS_DECL
#include "tir/Schedules/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tir/Schedules/Passes.h.inc"

} // namespace tir

#endif // TIR_SCHEDULES_PASSES_H
