//===- Phases.h - The named phases a model goes through
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_PHASES_H
#define TIR_PIPELINES_PHASES_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassManager.h"

namespace tir {

/// Each phase is one pipeline, called `tir-phase-<name>` in tir-opt, and ends
/// in the contract that the next one relies on. tirc runs the same functions.
/// One file a phase in lib/Pipelines: Import.cpp, Kernels.cpp, …

/// Registers all dialects and interface models that the phases need.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers every pass of ours and every phase's pipeline.
void registerAllPassesAndPipelines();

} // namespace tir

#endif // TIR_PIPELINES_PHASES_H
