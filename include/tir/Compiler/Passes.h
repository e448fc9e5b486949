//===- Passes.h - Passes that run phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_PASSES_H
#define TIR_COMPILER_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tir {

#define GEN_PASS_DECL
#include "tir/Compiler/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tir/Compiler/Passes.h.inc"

/// Registers the pipeline `tir-compile`, with the options of the command that
/// are about a module.
void registerCompilePipeline();

} // namespace tir

#endif // TIR_COMPILER_PASSES_H
