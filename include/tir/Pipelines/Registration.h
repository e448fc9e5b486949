//===- Registration.h - What the tools register
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_REGISTRATION_H
#define TIR_PIPELINES_REGISTRATION_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"

namespace tir {

/// Registers all dialects and interface models that the phases need.
void registerAllDialects(mlir::DialectRegistry &registry);

/// `a,b` of `anchor(a,b)`, for a pass manager that is on such an operation
/// already; without surrounding spaces.
llvm::StringRef dropAnchor(llvm::StringRef pipeline, llvm::StringRef anchor);

/// Registers every pass of ours and every phase's pipeline, unless the process
/// has done it already.
void registerAllPassesAndPipelines();

/// The same and every pass of upstream, so that textual pipelines may name
/// them; may be called from several threads.
void registerPassesOfProcess();

} // namespace tir

#endif // TIR_PIPELINES_REGISTRATION_H
