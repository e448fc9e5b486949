//===- Passes.h - Passes that check a run, and what it reads
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_SAFETY_PASSES_H
#define TIR_DIALECT_TIR_TRANSFORMS_SAFETY_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// When the CRC of constants is computed.
enum class ConstantsCheck { FirstRun, EachRun, EachStep };

#define GEN_PASS_DECL
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h.inc"

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_SAFETY_PASSES_H
