//===- Registration.h - What the tools register
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_REGISTRATION_H
#define TIR_COMPILER_REGISTRATION_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"

namespace tir {

/// Registers all dialects and interface models that the phases need.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Returns `a,b` for the pipeline `anchor(a,b)`, for a pass manager that
/// already runs on `anchor`. Returns other pipelines as they are, without
/// surrounding spaces.
llvm::StringRef dropAnchor(llvm::StringRef pipeline, llvm::StringRef anchor);

/// Registers all passes and pipelines of tirc, unless the process has them
/// already.
void registerAllPassesAndPipelines();

/// Registers all passes and pipelines of tirc and all passes of upstream, so
/// that textual pipelines may name them. Thread-safe.
void registerPassesOfProcess();

} // namespace tir

#endif // TIR_COMPILER_REGISTRATION_H
