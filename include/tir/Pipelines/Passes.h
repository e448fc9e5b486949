//===- Passes.h - Passes on phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_PASSES_H
#define TIR_PIPELINES_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tir {

#define GEN_PASS_DECL
#include "tir/Pipelines/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tir/Pipelines/Passes.h.inc"

} // namespace tir

#endif // TIR_PIPELINES_PASSES_H
