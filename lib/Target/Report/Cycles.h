//===- Cycles.h - The estimated cycles of a run and of its steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_CYCLES_H
#define TIR_LIB_TARGET_REPORT_CYCLES_H

#include "tir/Target/Report/Report.h"
#include "tir/Target/Report/ReportModel.h"

namespace tir::report {

/// Returns the most work of a step that the application can run by itself
/// (`--steps`, `--feed-rows`): an iteration of a loop by rows, or what is done
/// once outside of loops.
Work getLongestStep(PlanAttr plan, llvm::ArrayRef<StepRow> steps,
                    llvm::ArrayRef<KernelRow> kernels);

/// Returns the multiply-accumulates of a run.
uint64_t sumMacs(llvm::ArrayRef<KernelRow> kernels);

/// Returns the estimated cycles of a run, without the functions whose cycles
/// are not known.
uint64_t sumCycles(llvm::ArrayRef<StepRow> steps,
                   llvm::ArrayRef<KernelRow> kernels);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_CYCLES_H
